/** Descriptions of everyday options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Width of the result in the unit of resize_by. Ignored with aspect_ratio.':
    '結果の幅。単位は resize_by に従います。aspect_ratio を指定すると無効です。',
  'Width in pixels. The height keeps the proportions; with both, the picture fits into them.':
    '幅（ピクセル）。高さは比率に従います。両方を指定すると、画像はその中に収まります。',
  'Width of the result in pixels. Alone: the height follows.':
    '結果の幅（ピクセル）。これだけを指定すると、高さは自動で決まります。',
  'Height of the result in the unit of resize_by. Ignored with aspect_ratio.':
    '結果の高さ。単位は resize_by に従います。aspect_ratio を指定すると無効です。',
  'Height in pixels. The width keeps the proportions; with both, the picture fits into them.':
    '高さ（ピクセル）。幅は比率に従います。両方を指定すると、画像はその中に収まります。',
  'Height of the result in pixels. Alone: the width follows.':
    '結果の高さ（ピクセル）。これだけを指定すると、幅は自動で決まります。',
  'Preset for quality against size; minimum is the smallest. May override other quality options.':
    '品質とサイズのプリセット。minimum が最小です。ほかの品質オプションより優先されることがあります。',
  'How close the result is to the source: 100 is best and largest. Each target has its own scale, so the same number looks different in another one. Not together with lossless.':
    '元のファイルにどれだけ近いか。100 が最高品質で、サイズも最大です。尺度は形式ごとに異なるため、同じ数値でも見た目は変わります。lossless とは併用できません。',
  'Stores the picture as a JPEG of this quality; 100 is best and largest. Left out: every pixel is kept exactly as it is.':
    '画像をこの品質の JPEG として保存します。100 が最高品質で、サイズも最大です。指定しない場合：すべてのピクセルをそのまま保持します。',
  'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.':
    '画質。すべてのコーデックで同じ尺度です。90 は元とほとんど区別できず、75 は良好、50 は劣化が見えます。指定しない場合：75。',
  'Quality of the pictures: higher is better and larger.': '画像の品質。高いほど品質が良く、サイズが大きくなります。',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Quality is reduced to reach it, down to 10. A size that cannot be reached is refused; the error names the smallest possible one.':
    'ファイルの最大サイズ。バイト数、または KB、MB（1000 単位）、KiB、MiB（1024 単位）を付けた数値。そのために品質を最低 10 まで下げます。達成できないサイズは拒否され、エラーに可能な最小サイズが示されます。',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Only max_file_size_resize changes the picture to reach it. A size that cannot be reached is refused; the error names the smallest possible one.':
    'ファイルの最大サイズ。バイト数、または KB、MB（1000 単位）、KiB、MiB（1024 単位）を付けた数値。そのために画像を変えるのは max_file_size_resize だけです。達成できないサイズは拒否され、エラーに可能な最小サイズが示されます。',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). The picture becomes a JPEG, of quality 90 at first, reduced down to 10 if needed. A size that cannot be reached is refused; the error names the smallest possible one.':
    'ファイルの最大サイズ。バイト数、または KB、MB（1000 単位）、KiB、MiB（1024 単位）を付けた数値。画像は JPEG になり、品質は 90 から、必要に応じて 10 まで下げます。達成できないサイズは拒否され、エラーに可能な最小サイズが示されます。',
  'Maximum size in KiB; the result comes as close to it as possible.':
    '最大サイズ（KiB）。結果はできるだけこれに近づきます。',
  'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.':
    '結果の最大サイズ（例：16MB）。ビットレートはそれに合わせて選ばれます。達成できない場合は警告されます。',
  'Video codec. copy keeps the picture of the source unchanged. Left out: copy if the target supports the codec and no option changes the picture, otherwise the first in the list.':
    '動画コーデック。copy は元の映像をそのまま保持します。指定しない場合：形式がそのコーデックに対応し、映像を変えるオプションがなければ copy、それ以外はリストの最初のもの。',
  'Frames per second, evenly spaced. Left out: as in the source.':
    '1 秒あたりのフレーム数（等間隔）。指定しない場合：元と同じ。',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25.':
    '1 秒あたりのフレーム数（等間隔）。指定しない場合：元と同じ（最大 25）。',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25. GIF counts hundredths of seconds, so rates that do not divide 100 come out uneven.':
    '1 秒あたりのフレーム数（等間隔）。指定しない場合：元と同じ（最大 25）。GIF は 100 分の 1 秒単位のため、100 を割り切れないレートは不均等になります。',
  'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.':
    '音声の再生速度。音の高さは変わりません。2 は 2 倍速、0.5 は半分の速さです。',
  'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.':
    '1 より大きいと速く、小さいと遅く再生します。音の高さは変わりません。',
  'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.':
    'burn は既定の字幕（なければ最初の字幕）を映像に描き込み、none は字幕を取り除きます。指定しない場合：none。元に字幕があれば警告されます。',
  'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.':
    'keep は字幕をプレーヤーで消せるトラックとして保存し、burn は既定の字幕（なければ最初の字幕）を映像に描き込み、none は取り除きます。指定しない場合：keep。',
  'Turns pages clockwise. Each item names the pages and the angle.':
    'ページを時計回りに回転します。各項目でページと角度を指定します。',
  'Turns the picture clockwise, in degrees.': '画像を時計回りに回転します（度）。',
  'Codec inside the file.': 'ファイル内のコーデック。',
  'Codec inside the file: amr_nb is telephone quality (8 kHz), amr_wb is wideband (16 kHz).':
    'ファイル内のコーデック。amr_nb は電話の音質（8 kHz）、amr_wb は広帯域（16 kHz）です。',
  'Codec inside the file: uncompressed samples, or lossless compression.':
    'ファイル内のコーデック。非圧縮のサンプル、または可逆圧縮。',
  'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.':
    'ファイル内のコーデック。形式が対応していれば、copy は元の音声をそのまま保持します。',
  'Audio codec. copy keeps the sound of the source unchanged, none removes it. Left out: copy if the target supports the codec and no option changes the sound, otherwise the first in the list.':
    '音声コーデック。copy は元の音声をそのまま保持し、none は取り除きます。指定しない場合：形式がそのコーデックに対応し、音声を変えるオプションがなければ copy、それ以外はリストの最初のもの。',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space.':
    '結果のビットレート（kbit/s）。高いほど音質が良く、容量が増えます。',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Usable with audio_codec aac only.':
    '結果のビットレート（kbit/s）。高いほど音質が良く、容量が増えます。audio_codec aac でのみ使えます。',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Not together with audio_vbr.':
    '結果のビットレート（kbit/s）。高いほど音質が良く、容量が増えます。audio_vbr とは併用できません。',
  'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.':
    '音声のビットレート（kbit/s）。非可逆コーデック用です。指定しない場合：チャンネルあたり 64、モノラルは 80。',
  'Start of the part to keep, as HH:MM:SS from the beginning.':
    '残す部分の開始位置。先頭からの HH:MM:SS で指定します。',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.':
    '残す部分の開始位置。HH:MM:SS または HH:MM:SS.mmm で指定します。指定しない場合：先頭。',
  'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.':
    '残す部分の終了位置。先頭からの HH:MM:SS で指定します。start より後でなければなりません。',
  'End of the part to keep. Must be after start.': '残す部分の終了位置。start より後でなければなりません。',
  'Brings the loudness to a target level, chosen by the other normalize options.':
    '音の大きさを目標のレベルに合わせます。レベルはほかの normalize オプションで選びます。',
  'Stretches brightness over the full range, which strengthens the contrast.':
    '明るさを全範囲に広げ、コントラストを強めます。',
  'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one. By default all pages of documents and TIFF pictures, and the first of other files.':
    '画像にするページ（1 ページにつき 1 枚）。first、all、または 1-3,5 のような指定。書籍では、表紙があれば first は表紙です。既定では、文書と TIFF 画像はすべてのページ、その他のファイルは最初のページです。',
  'Paper size to which every page is fitted. Not together with a custom page size.':
    '各ページを合わせる用紙サイズ。カスタムのページサイズとは併用できません。',
  'Portrait (upright) or landscape (wide) pages.': 'ページの向き：縦（portrait）または横（landscape）。',
  'Joins all inputs, in their order, into one PDF.': 'すべての入力を順番どおりに 1 つの PDF にまとめます。',
  'Joins all inputs, in their order, into one sound. Each becomes a chapter, in formats that have these.':
    'すべての入力を順番どおりに 1 つの音声にまとめます。チャプターを持てる形式では、それぞれが 1 つのチャプターになります。',
  'Puts all inputs, in their order, and all their pages into one file. Without it each page becomes a separate file, and each input is converted separately.':
    'すべての入力を順番どおりに、全ページとも 1 つのファイルにまとめます。指定しないと、各ページが別々のファイルになり、各入力は個別に変換されます。',
  'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.':
    'すべての入力を順番どおりに 1 つの動画にします。動画は最初のものの形式で続けてつなぎ、画像はそれぞれ数秒ずつ表示します。音声ファイルは動画の音声に、字幕ファイル（srt、vtt、ass）は字幕になります。',
  'Where to split the document: page numbers or ranges separated by commas; all for one document per page; blank for one per stretch between blank pages, which are left out; bookmarks for one per top-level bookmark, named after it (bookmarks:2 for two levels); text:WORDS for a new one at each page with these words; barcode for a new one at each page with a barcode or QR code, named after it (barcode:CONTENT for one that says exactly this; separator sheets that say PATCHT are left out); size:5MB for documents of at most that size. Pages before the first bookmark, text or code become a document too.':
    '文書を分割する位置。カンマ区切りのページ番号または範囲。all は 1 ページごと、blank は白紙のページで区切り（白紙は除きます）、bookmarks は最上位のしおりごとに 1 つの文書とし、しおりの名前を付けます（bookmarks:2 は 2 階層）。text:語句 はその語句があるページごとに新しい文書を始め、barcode はバーコードまたは QR コードがあるページごとに新しい文書を始めてその内容を名前に付け（barcode:内容 は内容が完全に一致するコードのみ。内容が PATCHT の仕切り紙は除きます）、size:5MB は各文書をその大きさ以内にします。最初のしおり、語句、コードより前のページも 1 つの文書になります。',
  'Recognises text in images and scans of the source (OCR).': '元の画像やスキャンの文字を認識します（OCR）。',
  'Languages of the text to recognise: codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Languages and scripts cannot be mixed.':
    '認識する文字の言語。eng や deu などのコード、または script-Latin などの文字体系名を、空白なしのカンマ区切りで指定します。言語と文字体系は混在できません。',
  'Makes the result PDF/A (ISO 19005), for archives: part 1, 2 or 3 with all fonts embedded. Level b keeps how it looks, u also its text, a also its tags, which office documents and web pages bring along. Part 1 does not allow transparency; only part 3 keeps attached files. A document that cannot conform is refused. Not together with passwords, restrictions or color cmyk. true means 2b.':
    '結果を保存用の PDF/A（ISO 19005）にします。パート 1、2、3 で、すべてのフォントを埋め込みます。レベル b は見た目を、u は文字も、a はオフィス文書や Web ページにあるタグも保持します。パート 1 では透明を使えず、添付ファイルを保持するのはパート 3 だけです。適合できない文書は拒否されます。パスワード、制限、color cmyk とは併用できません。true は 2b を意味します。',
  'How small the file becomes: low is faster than medium, high takes several times as long.':
    'ファイルをどれだけ小さくするか。low は medium より速く、high は数倍の時間がかかります。',
  'How small the file becomes: low loses hardly anything, medium loses what is hard to see or hear, high loses more.':
    'ファイルをどれだけ小さくするか。low はほとんど劣化せず、medium は見聞きしにくい部分を失い、high はさらに失います。',
  'Encrypts the archive with this password. Left out or empty: no encryption.':
    'アーカイブをこのパスワードで暗号化します。指定しない場合や空の場合：暗号化しません。',
  'Password needed to open the result. Adds one or replaces the old one.':
    '結果を開くためのパスワード。追加するか、古いものを置き換えます。',
  'Password that lifts the restrictions of the result. Adds one or replaces the old one.':
    '結果の制限を解除するパスワード。追加するか、古いものを置き換えます。',
  'Title of the book. Left out: that of the source.': '書籍のタイトル。指定しない場合：元のタイトル。',
  'Author of the book. Left out: that of the source.': '書籍の著者。指定しない場合：元の著者。',
  'Device that the book is made for, with its screen and features.':
    '書籍の対象となる機器。その画面と機能に合わせます。',
  'Version of the drawing format: AC1009 is release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.':
    '図面形式のバージョン。AC1009 はリリース 12、AC1012 は 13、AC1014 は 14、AC1015 は 2000、AC1018 は 2004、AC1021 は 2007、AC1024 は 2010、AC1027 は 2013、AC1032 は 2018 です。',
  'Version of the PDF format that the result conforms to.': '結果が準拠する PDF 形式のバージョン。',
  'Version of the EPUB format. Left out: that of the source if it is an EPUB, else 3.':
    'EPUB 形式のバージョン。省略時：元が EPUB ならそのバージョン、それ以外は 3。',
  'For DWG and DXF: model, the name of a layout, or all: the model and each layout with content, each as a page or picture. Left out: the model, or if it is empty the first layout with content.':
    'DWG と DXF 用。model、レイアウトの名前、または all（モデルと、内容のあるすべてのレイアウトを、それぞれ 1 ページまたは 1 枚の画像に）。指定しない場合：モデル。空であれば内容のある最初のレイアウト。',
  'Language and country of the voice that reads a text source aloud.': 'テキストを読み上げる声の言語と国。',
  'Language and country spoken in an audio source, whose speech becomes text. pt-FB is Portuguese of Brazil.':
    '録音で話されている言語と国。音声は文字になります。pt-FB はブラジルのポルトガル語です。',
  'Maximum number of characters in a chunk. Only a single table row, code block or HTML block can be longer.':
    'チャンクの最大文字数。表の行、コードブロック、HTML ブロックが単独で超える場合だけ長くなります。',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures.':
    '画像の扱い: none は除きます。files はテキストと、リンクされた画像のフォルダーを zip にまとめます。',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures; inline embeds them in the text as data: addresses.':
    '画像の扱い。none は取り除き、files はテキストと画像フォルダーの zip を作り、inline は data: アドレスとしてテキストに埋め込みます。',
  'Shared secret: makes the keyed variant (HMAC) of the digest. Left out: the plain digest.':
    '共有の秘密鍵。鍵付きのハッシュ（HMAC）を計算します。指定しない場合：通常のハッシュ。',
  'Cost: the work doubles with each step. Left out: 10. The minimum is 4; lower values use 4.':
    'コスト。1 段階ごとに計算量が 2 倍になります。指定しない場合：10。最小は 4 で、それより小さい値は 4 になります。',
  'Passes over each block: 3, 4 or 5. Left out: 3.': '各ブロックの処理回数：3、4、5。指定しない場合：3。',
  'Passes over each block: 3 or 4. Left out: 3.': '各ブロックの処理回数：3 または 4。指定しない場合：3。',
  'Base name of the result, without extension. Left out or empty: the name of the input.':
    '結果のファイル名（拡張子なし）。指定しない場合や空の場合：入力の名前。',
  'What to do with several output files: false packs them into one file, true offers each as a separate download.':
    '出力ファイルが複数ある場合。false は 1 つのファイルにまとめ、true は個別にダウンロードできるようにします。',
  'With allow_multiple_outputs: if there are more files than this, they are packed into one file.':
    'allow_multiple_outputs と併用します。ファイル数がこれを超えると、1 つのファイルにまとめます。',
  'Converts nothing. The result is a plan as JSON: how it would be done, what the options would do, what would be lost, and how long it would take.':
    '何も変換しません。結果は JSON の計画です：どのように行うか、オプションの効果、失われるもの、かかる時間。',
  'Whether each output has a receipt: what was read and written, by which programs and options, what was counted on both sides, and what is lost. Counting takes time.':
    '各結果に記録を付けるかどうか。何を読み書きしたか、使ったプログラムとオプション、双方で数えたもの、失われたものを示します。数えるには時間がかかります。',
  'What must not be lost, or the conversion fails: content is anything of the content, any also metadata and the effect of options. With none, or left out, there are warnings.':
    '失われてはならないもの。失われると変換は失敗します。content は内容すべて、any はメタデータとオプションの効果も含みます。none または未指定では警告だけになります。',
  'Name of a predefined set of options. Options given with it override those of the preset.':
    '定義済みのオプション一式の名前。一緒に指定したオプションが優先されます。',
  'Password required to download the result. Printable ASCII characters.':
    '結果のダウンロードに必要なパスワード。印字可能な ASCII 文字。',
};

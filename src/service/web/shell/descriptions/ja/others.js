/** Descriptions of further options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Whether encrypt_password also encrypts the names in the archive. Without it anyone who has the file can list them.':
    'encrypt_password でアーカイブ内の名前も暗号化するかどうか。暗号化しないと、ファイルを持つ人なら誰でも名前の一覧を見られます。',
  'Splits the archive into volumes of this size, each a separate output: bytes, 65536 at least, or a number with KB, MB (thousands) or KiB, MiB (1024). At most 999 volumes are made.':
    'アーカイブをこのサイズのファイルに分割し、それぞれを別々に出力します。バイト数（65536 以上）、または KB、MB（1000 単位）、KiB、MiB（1024 単位）を付けた数値。分割は最大 999 個です。',
  'Encoding of names in the input archive if the archive does not state it. Left out: the most likely one, with a warning if it is not UTF-8.':
    '入力のアーカイブに文字コードが書かれていない場合の、ファイル名の文字コード。指定しない場合：最も可能性の高いもの。UTF-8 でなければ警告されます。',
  'Sample rate of the result in Hz. Left out: that of the source, where the format has it.':
    '結果のサンプルレート（Hz）。指定しない場合：形式が対応していれば元と同じ。',
  'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.':
    'チャンネル数。ステレオ（2）またはモノラル（1）。指定しない場合：形式が対応していれば元と同じ。',
  'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.':
    '測定するもの。ebu は聞こえる音の大きさ（EBU R128）、rms は平均レベル、peak は最大のサンプルです。',
  'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.':
    '目標のレベル（dB）。normalize_type が rms または peak のときに使います。ebu では無効です。',
  'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.':
    '目標のラウドネス（LUFS）。normalize_type が ebu でなければ無効です。',
  'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.':
    '目標のラウドネスレンジ（LU）。静かな部分と大きな部分の差です。normalize_type が ebu でなければ無効です。',
  'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.':
    '許容するトゥルーピークの上限（dBTP）。normalize_type が ebu でなければ無効です。',
  'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.':
    '動画の複数の言語など、ファイルに音声トラックが複数ある場合に使うトラック。既定の 1 は最初のトラックです。',
  'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.':
    '先頭と末尾の無音を取り除きます。silence_threshold を 0.05 秒以上下回り続ける部分が対象です。',
  'Removes all silence, also within the audio, that lasts at least this many seconds.':
    '途中も含め、この秒数以上続く無音をすべて取り除きます。',
  'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.':
    'trim_silence と remove_silence で無音とみなすレベル（最大レベルを基準とした dB）。これを下回り続ける部分が無音です。指定しない場合：-50。',
  'Volume of the result in percent of that of the source: 50 is half the amplitude, 200 twice. Peaks that would become too high are limited.':
    '結果の音量（元の音量に対するパーセント）。50 は振幅が半分、200 は 2 倍です。大きくなりすぎるピークは抑えられます。',
  'Seconds over which the sound fades in at the start.': '最初に音声がフェードインする秒数。',
  'Seconds over which the sound fades out at the end.': '最後に音声がフェードアウトする秒数。',
  'Title of the result, instead of that of the source; empty: none.':
    '結果のタイトル。元のものの代わりに使います。空の場合：なし。',
  'Artist of the result, instead of that of the source; empty: none.':
    '結果のアーティスト。元のものの代わりに使います。空の場合：なし。',
  'Album of the result, instead of that of the source; empty: none.':
    '結果のアルバム。元のものの代わりに使います。空の場合：なし。',
  'Artist of the whole album, instead of that of the source; empty: none.':
    'アルバム全体のアーティスト。元のものの代わりに使います。空の場合：なし。',
  'Genre of the result, instead of that of the source; empty: none.':
    '結果のジャンル。元のものの代わりに使います。空の場合：なし。',
  'Year or date of the result, instead of that of the source; empty: none.':
    '結果の年または日付。元のものの代わりに使います。空の場合：なし。',
  'Track number, optionally with the total, instead of that of the source; empty: none.':
    'トラック番号。総数も付けられます。元のものの代わりに使います。空の場合：なし。',
  'Comment of the result, instead of that of the source; empty: none.':
    '結果のコメント。元のものの代わりに使います。空の場合：なし。',
  'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.':
    '元の画像の代わりに、2 番目の入力（JPEG、PNG、GIF、WebP、BMP の画像）をカバー画像として使います。画像を保存できない aac、ac3、amr、au、caf、eac3、mmf、wav では拒否されます。',
  'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.':
    '読み上げる声。既定の standard は espeak-ng、または運用者のコマンドです。neural は運用者が音声モデルのフォルダーにインストールした声で、その言語の声がなければ拒否されます。',
  'Leaves out the cover picture of the source.': '元のカバー画像を取り除きます。',
  'Bits of each sample. Left out: those of the source, where the format has them.':
    '各サンプルのビット数。指定しない場合：形式が対応していれば元と同じ。',
  'Average kbit/s of a variable bitrate. Not together with audio_bitrate.':
    '可変ビットレートの平均（kbit/s）。audio_bitrate とは併用できません。',
  'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.':
    'ステレオ 2 チャンネルでの可変ビットレートの平均（kbit/s）。コーデック vorbis のみ。audio_bitrate とは併用できません。',
  'How a sample is stored: s signed, u unsigned, f floating point, then its bits, then le (little endian) or be (big endian).':
    'サンプルの保存形式。s は符号付き、u は符号なし、f は浮動小数点で、その後にビット数、最後に le（リトルエンディアン）または be（ビッグエンディアン）が続きます。',
  'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.':
    'png は背景が透明な画像、svg は図形、json は audiowaveform と同じ形式のピーク値です。',
  'Width in pixels, which is also the maximum number of peak pairs.':
    '幅（ピクセル）。ピーク値の組の最大数にもなります。',
  'Height in pixels. No effect on json.': '高さ（ピクセル）。json には影響しません。',
  'Salt that is mixed into the password, which is the content of the input.':
    'パスワード（入力の内容）に混ぜるソルト。',
  'Pages or frames to convert of a file that has several, one picture each: first, all, or a selection such as 1-3,5. Left out: all.':
    '複数のページやフレームがあるファイルで、変換するもの（それぞれ 1 枚の画像に）。first、all、または 1-3,5 のような指定。指定しない場合：すべて。',
  'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.':
    '幅と高さの単位。ピクセル、元の大きさに対するパーセント、または dpi に基づくインチ、センチメートル、ミリメートル。',
  'Shape of the result as width:height. width and height are ignored with it.':
    '結果の縦横比（幅:高さ）。指定すると width と height は無効です。',
  'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.':
    '新しいサイズの縦横比が違う場合の扱い。画像を引き伸ばすか、比率を保って残りを埋めるか、比率を保ってはみ出す部分を切り取ります。',
  'DPI written into the result; also used to convert physical units of width and height to pixels.':
    '結果に書き込む DPI。幅と高さを長さの単位からピクセルに換算するときにも使います。',
  'Pixels to cut off at the top. Not together with a crop area.':
    '上から切り取るピクセル数。範囲の指定とは併用できません。',
  'Pixels to cut off at the bottom. Not together with a crop area.':
    '下から切り取るピクセル数。範囲の指定とは併用できません。',
  'Pixels to cut off at the left. Not together with a crop area.':
    '左から切り取るピクセル数。範囲の指定とは併用できません。',
  'Pixels to cut off at the right. Not together with a crop area.':
    '右から切り取るピクセル数。範囲の指定とは併用できません。',
  'Pixels from the left edge to the area to keep. Not together with cropping by sides.':
    '左端から残す範囲までのピクセル数。上下左右の切り取りとは併用できません。',
  'Pixels from the upper edge to the area to keep. Not together with cropping by sides.':
    '上端から残す範囲までのピクセル数。上下左右の切り取りとは併用できません。',
  'Width of the area to keep, in pixels. Not together with cropping by sides.':
    '残す範囲の幅（ピクセル）。上下左右の切り取りとは併用できません。',
  'Height of the area to keep, in pixels. Not together with cropping by sides.':
    '残す範囲の高さ（ピクセル）。上下左右の切り取りとは併用できません。',
  'Mirrors the picture: left and right, top and bottom, or both. After rotate.':
    '画像を左右、上下、またはその両方に反転します。rotate の後に行います。',
  'Background color, as # and six hex digits: shown where the picture is transparent, and in the corners of a rotated picture. Left out: transparency is kept if the target supports it, otherwise the background is white.':
    '背景色。# と 6 桁の 16 進数で指定します。画像の透明な部分と、回転した画像の四隅に使います。指定しない場合：形式が対応していれば透明のまま残し、それ以外は白い背景になります。',
  'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.':
    '結果の色。元のまま（colored）、グレースケール、白と黒の 2 色、反転、セピア、または 1900 年や 1980 年の写真風。',
  'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.':
    'これより明るいピクセルを白に、その他を黒にします。0 では画像の平均を使います。',
  'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.':
    '1 つの色を透明にします。# と小文字の 6 桁の 16 進数で指定します。auto_create は背景を自動で見つけます。',
  'Reduces noise.': 'ノイズを減らします。',
  'Sharpens edges.': '輪郭をくっきりさせます。',
  'Smooths the edges of drawn shapes and letters.': '描かれた図形や文字の輪郭を滑らかにします。',
  'Removes isolated pixels (speckles).': '孤立したピクセル（斑点）を取り除きます。',
  'Equalizes the histogram, so that all brightness levels are used evenly.':
    'ヒストグラムを均一にし、すべての明るさが均等に使われるようにします。',
  'Straightens a picture that was scanned at an angle.': '斜めにスキャンされた画像をまっすぐにします。',
  'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.':
    '白黒の画像に色を付けます。あらゆる画像用、または風景と人物用のモデルを使います。',
  'Resolution at which the model adds color: lower is more vivid, higher is more detailed.':
    'モデルが色を付ける解像度。低いほど鮮やかに、高いほど細かくなります。',
  'Enlarges the picture so many times, with details that a model adds.':
    'モデルが細部を補いながら、画像をこの倍率に拡大します。',
  'Text to write across the picture from the lower left to the upper right, so that the picture shows through. A line break starts a new line.':
    '画像の左下から右上に入れる文字。下の画像は透けて見えます。改行もそのまま反映されます。',
  'For DWG and DXF: paper size, in the orientation of the drawing. Left out: a sheet with the proportions of the drawing, as large as fits into A3; for a layout named by cad_layout, the paper of that layout.':
    'DWG と DXF 用。用紙サイズ（向きは図面に合わせます）。指定しない場合：図面と同じ比率で、A3 に収まる最大の用紙。cad_layout でレイアウトを指定したときは、そのレイアウトの用紙。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The level of Deflate. Pixels stay the same.':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。Deflate のレベルです。ピクセルは変わりません。',
  'Keeps every pixel exactly as it is, in a larger file. Not together with quality.':
    'すべてのピクセルをそのまま保持します。ファイルは大きくなります。quality とは併用できません。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libaom.':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。libaom の effort に当たります。',
  'Which metadata of the input to keep: none, author and copyright, or all Exif, XMP and IPTC data that the target supports, including the location. The picture is turned upright and its metadata say so; DPI is always kept.':
    '入力のどのメタデータを残すか。残さない、作者と著作権、または形式が対応するすべての Exif、XMP、IPTC データ（位置情報を含む）。画像は正しい向きに回転され、メタデータもそれに合わせます。DPI は常に残ります。',
  'Colors and profile of the result: sRGB without a profile, sRGB with its profile, or the colors and the profile of the input, where that is RGB.':
    '結果の色とプロファイル。プロファイルなしの sRGB、プロファイル付きの sRGB、または入力の色とプロファイル（入力が RGB の場合）。',
  'Lets max_file_size also reduce the dimensions of the picture; quality then goes down to 40 only. Frames of an animation keep their size.':
    'max_file_size で画像の寸法も小さくできるようにします。その場合、品質は 40 までしか下げません。アニメーションのフレームの寸法は変わりません。',
  'Keeps all frames of an animation in one animated file. Without it each frame becomes a separate picture.':
    'アニメーションのすべてのフレームを 1 つのアニメーションファイルに残します。指定しないと、各フレームが別々の画像になります。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. It decides how many palettes are tried.':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。試すパレットの数が変わります。',
  'Shows a coarse picture before the whole file has loaded: an interlaced GIF.':
    'ファイル全体を読み込む前に粗い画像を表示します（インターレース GIF）。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The presets of x265, from ultrafast to veryslow.':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。x265 のプリセット ultrafast から veryslow に当たります。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. From 7 on it is progressive, and a fifth smaller at the same quality (mozjpeg).':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。7 以上ではプログレッシブになり、同じ品質で 5 分の 1 ほど小さくなります（mozjpeg）。',
  'Shows a coarse picture before the whole file has loaded: a progressive JPEG, which is often smaller too.':
    'ファイル全体を読み込む前に粗い画像を表示します（プログレッシブ JPEG）。サイズも小さくなることがよくあります。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libjxl.':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。libjxl の effort に当たります。',
  'Shows a coarse picture before the whole file has loaded: an interlaced PNG, which is larger.':
    'ファイル全体を読み込む前に粗い画像を表示します（インターレース PNG）。サイズは大きくなります。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The method of libwebp, from 0 to 6.':
    'ファイルを小さくするためにエンコーダーがかける手間。1 が最も速く、9 が最も小さく最も遅くなります。libwebp の method（0～6）に当たります。',
  'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.':
    '入力の MD5 と SHA-256 を計算するかどうか。ファイル全体を読み込みます。',
  'Also counts what is in documents, web pages and books: tables, pictures, links, comments, notes, formulas, hidden sheets and slides, and more.':
    '文書、ウェブページ、書籍に含まれるものも数えます：表、画像、リンク、コメント、注、数式、非表示のシートやスライドなど。',
  'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.':
    'PDF、オフィス文書、ウェブページ、書籍の文字数、単語数、行数も数えます。そのためにテキストに変換します。プレーンテキストは常に数えます。',
  'Makes a flat document, one member for each tag of the file as ExifTool shows it, and names them so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), and so on. With output_mode alone: snake_lowercase. With neither, the document has sections.':
    '平らな構造の文書を作ります。ExifTool が示すファイルのタグごとに項目が 1 つあり、名前の形は original（MIMEType）、capital_first（Mime Type）、snake_lowercase（mime_type）、lowercase_nospaces（mimetype）などです。output_mode だけを指定した場合：snake_lowercase。どちらも指定しない場合、文書はセクションに分かれます。',
  'Makes a flat document, as keys_format does, with the value of each tag (basic), or with an object of its value, its name in snake_lowercase (key_formatted), and whether metadata/metadata can set it (editable; expert). With keys_format alone: basic.':
    'keys_format と同じく平らな構造の文書を作ります。basic では各タグの値を、expert では値、snake_lowercase の形の名前（key_formatted）、metadata/metadata で設定できるかどうか（editable）をまとめたオブジェクトを書きます。keys_format だけを指定した場合：basic。',
  'Kind of file that is expected; document stands for all other kinds, too. A file of another kind is read as what it is, with a warning.':
    '想定するファイルの種類。document はその他のすべての種類も表します。種類が違うファイルは実際の種類として読み込み、警告します。',
  'What is measured: structural similarity or correlation (ssim and ncc, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash). With allow_multiple_outputs, a JSON file of the figures is delivered beside the picture.':
    '測定するもの。構造の類似度または相関（ssim と ncc、1 で一致）、信号対雑音比（psnr、単位は dB）、異なるピクセルの数（ae）、0～1 で表した差の平均、二乗、最大（mae、mse、rmse、pae）、または知覚ハッシュの距離（phash）。allow_multiple_outputs を指定すると、画像のほかに数値の JSON ファイルも出力します。',
  'Difference of color in percent up to which pixels count as equal, in the picture and in different_pixels.':
    'ピクセルを同じとみなす色の差の上限（パーセント）。画像と different_pixels に適用されます。',
  'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, violet, white or yellow.':
    '異なるピクセルの色。# と 6 桁の 16 進数、または black、blue、cyan、gray、green、magenta、orange、red、violet、white、yellow。',
  'What is measured of each frame: structural similarity (ssim, 1 is alike), or signal to noise in dB (psnr).':
    '各フレームで測定するもの。構造の類似度（ssim、1 で一致）、または信号対雑音比（psnr、単位は dB）。',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, and level b (it looks the same in future), u (its text can be read too) or a (it is tagged too).':
    'PDF/A（ISO 19005）のプロファイル。パート 1、2、3 と、レベル b（将来も同じ見た目）、u（文字も読み取れる）、a（タグもある）。',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, level a, b or u; or pdfua1: PDF/UA-1 (ISO 14289-1), for people who need assistive programs.':
    'PDF/A（ISO 19005）のプロファイル。パート 1、2、3、レベル a、b、u。または pdfua1：支援ソフトを必要とする人のための PDF/UA-1（ISO 14289）。',
  'Whether pages keep their appearance, so that a document that cannot conform is refused. This is always the case here.':
    'ページの見た目を保つかどうか。保つ場合、適合できない文書は拒否されます。ここでは常に見た目を保ちます。',
  'Splits the video into parts of so many seconds; the last may be shorter.':
    '動画をこの秒数ごとに分割します。最後は短くなることがあります。',
  'Splits the video into so many parts of equal length.': '動画をこの数に等分します。',
  'The parts to keep, each as a file. Instead of length and number_of_parts.':
    '残す区間。それぞれが 1 つのファイルになります。length と number_of_parts の代わりに使います。',
  'Where the part of the video starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.':
    '動画の区間の開始位置。HH:MM:SS または HH:MM:SS.mmm で指定します。指定しない場合：先頭。',
  'Where the part of the video ends. Has to be after start_video. Left out: at the end.':
    '動画の区間の終了位置。start_video より後でなければなりません。指定しない場合：末尾。',
  'Which streams are extracted, each into a file of its own.': '抽出するストリーム。それぞれを別のファイルにします。',
  'Format of the result. mkv holds all streams as they are; others may need some of them encoded again.':
    '結果の形式。mkv はすべてのストリームをそのまま収められます。ほかの形式では、一部を再エンコードすることがあります。',
  'Keeps the sound of the video next to that of the audio inputs, which otherwise replace it.':
    '動画の音声を、入力した音声と並べて残します。指定しないと、入力した音声に置き換わります。',
  'Changes the volume of the sound of single inputs.': '入力ごとに音声の音量を変えます。',
  'What players show of the streams of single inputs.': '入力ごとのストリームについてプレーヤーが表示する情報。',
  'Format of the result; by default that of the picture.': '結果の形式。既定では画像と同じ形式です。',
  'Format of the picture.': '画像の形式。',
  'DPI written into the picture. Without width and height, also what pages and drawings are drawn at, in full size.':
    '画像に書き込む DPI。幅と高さを指定しない場合、ページや図面もこの DPI で原寸で描画します。',
  'Makes a picture that browsers show coarsely before all of it has arrived: an interlaced PNG or GIF, a progressive JPEG. Both values do the same.':
    '全体が届く前にブラウザーが粗く表示できる画像を作ります（インターレースの PNG や GIF、プログレッシブ JPEG）。どちらの値も効果は同じです。',
  'Format of the pictures.': '画像の形式。',
  'How many frames of each time_unit are taken, at even distances; no frame twice.':
    'time_unit あたりに取り出すフレーム数（等間隔）。同じフレームは 2 度取り出しません。',
  'The unit of images_per_time_unit.': 'images_per_time_unit の単位。',
  'Takes only frames that the video stores whole, at most images_per_time_unit of them.':
    '動画に丸ごと保存されているフレームだけを、最大で images_per_time_unit の数まで取り出します。',
  'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.':
    'merge を指定し、入力に音声ファイルがある場合：動画の音声を置き換えるか、動画の音声に混ぜます。指定しない場合：replace。',
  'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.':
    'merge を指定し、入力が画像の場合：1 枚を表示する長さ。指定しない場合：音声の入力の長さを等分し、音声がなければ 3。',
  "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.":
    'quality の代わりに使う、エンコーダー独自の固定品質の値（CRF）。小さいほど高品質です。h264 と h265 は 0～51、vp8、vp9、av1 は 0～63 です。',
  'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.':
    'quality の代わりに使う、映像の平均ビットレート（kbit/s）。コーデックが対応していれば 2 パスでエンコードします。',
  'How long the encoder searches: fast makes larger files, small takes several times as long.':
    'エンコーダーが探索にかける時間。fast はファイルが大きくなり、small は数倍の時間がかかります。',
  'Number of channels of the sound. Left out: those of the source, where the codec has them.':
    '音声のチャンネル数。指定しない場合：コーデックが対応していれば元と同じ。',
  'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.':
    '音声のサンプルレート（Hz）。指定しない場合：コーデックが対応していれば元と同じ。',
  'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.':
    'ハイダイナミックレンジ（HDR）の扱い。そのまま残すか（h265、av1、vp9、prores）、標準のレンジに変換します。指定しない場合：コーデックが対応していれば keep。',
  'Removes title, location, date, chapters and other metadata.':
    'タイトル、位置情報、日付、チャプターなどのメタデータを削除します。',
  'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.':
    '短い辺の最大ピクセル数（1080p などの数値）。これより大きい映像は縦横比を保って縮小し、その他はそのままです。width または height を指定すると使われません。',
  'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.':
    'インターレースのフレーム（テレビ放送など）をプログレッシブに変換します。auto は、映像をエンコードし、かつ元がインターレースと記されている場合に変換します。コピーした映像はインターレースのままです。',
  'Reduces the noise of the picture, which also makes the file smaller.':
    '映像のノイズを減らします。ファイルも小さくなります。',
  'How often it plays; 0: forever.': '再生する回数。0 は無限に繰り返します。',
  'Number of colours; fewer make the file smaller.': '色の数。少ないほどファイルが小さくなります。',
  'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.':
    '動画の 1 場面をカバー画像にします。カバー画像はプレーヤーやフォルダーに表示されます。その時刻を HH:MM:SS または HH:MM:SS.mmm で、start と同じ数え方で指定します。動画にあるカバー画像は置き換えられます。',
  'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.':
    '2 つの入力のうち 2 番目の画像を、動画のカバー画像にします。動画にあるカバー画像は置き換えられます。merge を指定した場合：入力の中の 1 枚の画像を使います。',
  'Writes the digests of all inputs into one list, each with the name of its file, as sha256sum does; target verify reads it. Without it each digest has a file of its own.':
    'すべての入力のハッシュ値を、sha256sum と同じ形式で、ファイル名とともに 1 つの一覧に書きます。変換先 verify がこれを読みます。指定しないと、ハッシュ値ごとに別々のファイルになります。',
  'Ignores files of the list that are not among the inputs, as sha256sum --ignore-missing does.':
    '一覧にあるが入力にないファイルを、sha256sum --ignore-missing と同じように無視します。',
};

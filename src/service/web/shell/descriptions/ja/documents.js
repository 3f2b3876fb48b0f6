/** Descriptions of options of documents and books, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'How many characters from the end of a chunk the next one may repeat, in whole sentences or list items. Chunks that begin with a heading or a page repeat nothing.':
    'チャンクの末尾から次のチャンクで繰り返してよい文字数。文や箇条書きの項目を単位に繰り返します。見出しやページの先頭から始まるチャンクでは繰り返しません。',
  'Filter over the picture before recognition: gray turns it to shades of grey, which may find more text.':
    '認識の前に画像にかけるフィルター。gray はグレースケールにします。より多くの文字が見つかることがあります。',
  'Settings of the filter named by ocr_filter.': 'ocr_filter で選んだフィルターの設定。',
  'Pages of a PDF to convert, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-. Left out: all.':
    '変換する PDF のページ（この順番）。番号、first、last、even、odd、または 2-4、5- のような範囲。指定しない場合：すべて。',
  'What becomes of the tracked changes of a text: accept makes what a reader of the final text sees; reject makes the text as it was before them; show keeps them as changes where the target can (doc, docx, odt, rtf), and elsewhere shows deleted and inserted text together. A warning says how many there are.':
    'テキスト文書の変更履歴の扱い。accept は変更をすべて反映した最終版に、reject は変更前の文章にします。show は、対応する形式（doc、docx、odt、rtf）では変更履歴のまま残し、その他の形式では削除した文字と挿入した文字を両方表示します。変更の件数は警告で示されます。',
  'What becomes of hidden sheets, rows and columns of a spreadsheet and of hidden slides: exclude leaves them out, or keeps them hidden where the target can hide (spreadsheets of spreadsheets, presentations of presentations); include shows them like all others. With exclude a warning says what is hidden.':
    '表計算の非表示のシート・行・列と、非表示のスライドの扱い。exclude は取り除きます。ただし、非表示にできる形式への変換（表計算から表計算、プレゼンテーションからプレゼンテーション）では非表示のまま残します。include はほかと同じように表示します。exclude では、何が非表示かが警告で示されます。',
  'For DWG and DXF: names of the layers to draw, separated by commas; * stands for any characters. They are drawn even if they are off, frozen or not plotted, and no others. Left out: the layers that the drawing plots.':
    'DWG と DXF 用。描画する画層の名前をカンマ区切りで指定します。* は任意の文字列を表します。オフ、フリーズ、印刷しない設定でも描画し、ほかの画層は描画しません。指定しない場合：図面で印刷される画層。',
  'For DWG and DXF: names of layers not to draw, separated by commas; * stands for any characters.':
    'DWG と DXF 用。描画しない画層の名前をカンマ区切りで指定します。* は任意の文字列を表します。',
  'PDF sources only: turns the pages into images before recognition, so that text hidden in the file is not used.':
    '元が PDF の場合のみ。認識の前にページを画像にし、ファイル内の見えないテキストが使われないようにします。',
  'Writes a comment <!-- page 3 --> where each page begins. For inputs with fixed pages: PDF, PostScript, slides, drawings, and scanned pages. A paragraph that continues on the next page stays whole, with the comment after it.':
    '各ページの始まりにコメント <!-- page 3 --> を書き込みます。ページが固定された入力用です（PDF、PostScript、スライド、図面、スキャンしたページ）。次のページに続く段落は分割せず、コメントをその後に置きます。',
  'text keeps only the recognised words, layout also keeps their positions on the page.':
    'text は認識した文字だけを、layout はページ上の位置も残します。',
  'Quality of the images in percent; 100 is best.': '画像の品質（パーセント）。100 が最高です。',
  'DPI of images.': '画像の DPI。',
  'Turns each page whose text cannot be selected into one image of this DPI.':
    'テキストを選択できないページを、この DPI の 1 枚の画像にします。',
  'basic packs the file tighter without loss, strong also lowers the quality of images.':
    'basic は劣化なしでファイルを小さくし、strong は画像の品質も下げます。',
  'Color model of the whole document.': '文書全体のカラーモデル。',
  'Converts only the images to shades of grey.': '画像だけをグレースケールに変換します。',
  'Straightens pages that were scanned at an angle.': '斜めにスキャンされたページをまっすぐにします。',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    '残りを読み込む前にブラウザーが最初のページを表示できるよう、ファイルの並びを整えます。',
  'Whether readers of a protected result may print it.': '保護された結果を読む人に印刷を許可するかどうか。',
  'Whether readers of a protected result may copy text and images.':
    '保護された結果を読む人に、テキストと画像のコピーを許可するかどうか。',
  'Whether readers of a protected result may change it.': '保護された結果を読む人に変更を許可するかどうか。',
  'Width of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the height too.':
    'ページの幅。単位は custom_page_size_unit に従います。インチでは小数点以下 4 桁が最適です。高さの指定も必要です。',
  'Height of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the width too.':
    'ページの高さ。単位は custom_page_size_unit に従います。インチでは小数点以下 4 桁が最適です。幅の指定も必要です。',
  'Unit of the custom page size: millimetres (default) or inches.':
    'カスタムのページサイズの単位。ミリメートル（既定）またはインチ。',
  'Unit of the borders: millimetres, centimetres, inches or points (1/72 inch).':
    '余白の単位。ミリメートル、センチメートル、インチ、またはポイント（1/72 インチ）。',
  'Space added at the top of each page, in border_unit.': '各ページの上に加える余白（単位は border_unit）。',
  'Space added at the bottom of each page, in border_unit.': '各ページの下に加える余白（単位は border_unit）。',
  'Space added at the left of each page, in border_unit.': '各ページの左に加える余白（単位は border_unit）。',
  'Space added at the right of each page, in border_unit.': '各ページの右に加える余白（単位は border_unit）。',
  'Pages of the result in their order, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Pages not named are dropped; a range from high to low (8-5, last-first) runs backwards.':
    '結果のページを順番どおりにカンマ区切りで指定します。番号、first、last、even、odd、または 5-8、5-、first-3 のような範囲。指定のないページは除かれます。大きい番号から小さい番号への範囲（8-5、last-first）は逆順になります。',
  'Makes one PDF of each page.': 'ページごとに 1 つの PDF を作ります。',
  'Cuts each page into this many parts side by side.': '各ページを横方向にこの数に分割します。',
  'Cuts each page into this many parts one above the other.': '各ページを縦方向にこの数に分割します。',
  'Crops each page to one of the boxes that printers use: media is the whole sheet; bleed, trim and art are smaller. Pages without that box stay as they are. Content outside the box is hidden, not removed.':
    '各ページを、印刷所で使われる枠の 1 つに合わせて切り抜きます。media は用紙全体で、bleed、trim、art はそれより小さい枠です。その枠のないページはそのままです。枠の外の内容は隠れるだけで、削除されません。',
  'Cuts this much off the top of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '表示された状態の各ページの上端から、この長さを切り取ります。単位は crop_unit に従います。切り取った部分は隠れるだけで、ファイルからは削除されません。',
  'Cuts this much off the bottom of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '表示された状態の各ページの下端から、この長さを切り取ります。単位は crop_unit に従います。切り取った部分は隠れるだけで、ファイルからは削除されません。',
  'Cuts this much off the left of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '表示された状態の各ページの左端から、この長さを切り取ります。単位は crop_unit に従います。切り取った部分は隠れるだけで、ファイルからは削除されません。',
  'Cuts this much off the right of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '表示された状態の各ページの右端から、この長さを切り取ります。単位は crop_unit に従います。切り取った部分は隠れるだけで、ファイルからは削除されません。',
  'Width of the area to keep, in crop_unit, which begins at crop_left; cut at the edge of the page. Instead of crop_right.':
    '残す範囲の幅。単位は crop_unit に従います。範囲は crop_left の位置から始まり、ページの端で切れます。crop_right の代わりに使います。',
  'Height of the area to keep, in crop_unit, which begins at crop_top; cut at the edge of the page. Instead of crop_bottom.':
    '残す範囲の高さ。単位は crop_unit に従います。範囲は crop_top の位置から始まり、ページの端で切れます。crop_bottom の代わりに使います。',
  'Unit of the other crop options: millimetres (default), centimetres, inches or points (1/72 inch).':
    'ほかの切り抜きオプションの単位。ミリメートル（既定）、センチメートル、インチ、またはポイント（1/72 インチ）。',
  'Lays the first page of the second input, or stamp_text, over each page of the first input.':
    '2 番目の入力の最初のページ、または stamp_text を、最初の入力の各ページの上に重ねます。',
  'Lays the first page of the second input, or stamp_text, under each page of the first input.':
    '2 番目の入力の最初のページ、または stamp_text を、最初の入力の各ページの下に敷きます。',
  'Text to place on the pages instead of a second input: over them, or under them with watermark. Any script that the installed fonts support; a line break starts a new line. Placed 10 mm from the edges, and scaled down if it does not fit.':
    '2 番目の入力の代わりにページに入れる文字。ページの上に重ね、watermark を指定すると下に敷きます。インストール済みのフォントが対応する文字なら何でも使え、改行もそのまま反映されます。端から 10 mm の位置に置き、収まらない場合は縮小します。',
  'Font size of stamp_text in points. Left out: 48.': 'stamp_text の文字サイズ（ポイント）。指定しない場合：48。',
  'Colour of stamp_text as #rrggbb. Left out: black.': 'stamp_text の色（#rrggbb）。指定しない場合：黒。',
  'With stamp, watermark or stamp_text: its position on each page, at its own size or as large as fits. A picture is placed without a page around it. Left out: the first page of the second input is centred, and a picture becomes a page with the picture at its top.':
    'stamp、watermark、stamp_text と併用します。各ページでの位置。元の大きさか、収まる最大の大きさで置きます。画像は、画像だけを置きます。指定しない場合：2 番目の入力の最初のページを中央に置き、画像は上端に画像を置いた 1 ページとして扱います。',
  'Opacity of the stamp, watermark or stamp_text in percent; 100, the default, hides what is below.':
    'スタンプ、透かし、stamp_text の不透明度（パーセント）。既定の 100 では、下にあるものが見えなくなります。',
  'Size of the stamp, watermark or stamp_text in percent of its own. Scaled down if it does not fit the page.':
    'スタンプ、透かし、stamp_text の大きさ（元の大きさに対するパーセント）。ページに収まらない場合は縮小します。',
  'Degrees by which the stamp, watermark or stamp_text is turned clockwise; -45 makes a text rise from the lower left.':
    'スタンプ、透かし、stamp_text を時計回りに回転する角度（度）。-45 では文字が左下から右上に向かいます。',
  'Pages that get the stamp, watermark or stamp_text, as they are before rearrange: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Left out: all.':
    'スタンプ、透かし、stamp_text を入れるページ。rearrange より前のページで数えます。番号、first、last、even、odd、または 5-8、5-、first-3 のような範囲。指定しない場合：すべて。',
  'Writes a number on each page of the result: this text, in which {page} is the number of the page and {pages} that of the last one. They are written before the document is split.':
    '結果の各ページに番号を入れます。ここに書いた文字が入り、{page} はそのページの番号、{pages} は最後のページの番号になります。番号は文書を分割する前に入ります。',
  'Number of the first page of the document. Left out: 1. With 0 and page_numbers_pages 2-, the second page is number 1.':
    '文書の最初のページの番号。指定しない場合：1。0 にして page_numbers_pages を 2- にすると、2 ページ目が 1 になります。',
  'Where the number is placed, 10 mm from the edges of the page. Left out: bottom.':
    '番号の位置。ページの端から 10 mm のところに入れます。指定しない場合：下。',
  'Pages that get a number: numbers, first, last, even, odd, or ranges such as 2-, 5-8. Left out: all.':
    '番号を入れるページ。番号、first、last、even、odd、または 2-、5-8 のような範囲。指定しない場合：すべて。',
  'Font size of the page numbers in points. Left out: 10.': 'ページ番号の文字サイズ（ポイント）。指定しない場合：10。',
  'Makes form fields, comments and other annotations, or all of them, part of the page content, so that they can no longer be filled in or opened. Links stay links.':
    'フォームの入力欄、コメントなどの注釈、またはそのすべてをページの内容に統合し、入力したり開いたりできないようにします。リンクはリンクのままです。',
  'Removes all scripts: of the document, its pages, fields, links and bookmarks.':
    '文書、ページ、入力欄、リンク、しおりのスクリプトをすべて削除します。',
  'Removes all attached files, those of pages and comments too.':
    'ページやコメントのものも含め、すべての添付ファイルを削除します。',
  'Removes comments, marks, stamps of reviewers, sound and films. Links and form fields stay; what flatten made part of the pages too.':
    'コメント、マーク、校閲者のスタンプ、音声、動画を削除します。リンクとフォームの入力欄、flatten でページに統合したものは残ります。',
  'Removes the links on the pages; their text stays.': 'ページ上のリンクを削除します。文字は残ります。',
  'Removes the bookmarks, after split has used them.': 'しおりを削除します（split がしおりを使った後）。',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'タイトル、著者、日付、使用ソフトのほか、写真の撮影場所など、文書とそのページ、画像、コメントのすべてのメタデータを削除します。patch で新しい情報を書き込めます。pdf_a を指定すると、PDF/A に必要なものは残ります。',
  'Places this many pages on each page of the result.': '結果の 1 ページにこの数のページを並べます。',
  'With pages_per_sheet: draws a frame around each of the pages.':
    'pages_per_sheet と併用します。並べた各ページに枠を描きます。',
  'Removes a kind of content from all pages.': 'すべてのページから、選んだ種類の内容を削除します。',
  'Free-form object of further settings.': '自由な形式で書くその他の設定（オブジェクト）。',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html).':
    'HTML と Markdown を読み込むプログラム。libreoffice はテキスト文書に変換し、chromium はブラウザーと同じようにスタイルとスクリプトを使って表示します。chromium は、ページとそのファイルをまとめた zip（index.html）も読み込めます。',
  'With engine chromium: whether the page may load resources from public web addresses. Otherwise it can load only its own files.':
    'engine が chromium のとき：ページが公開されたウェブアドレスからリソースを読み込んでよいかどうか。許可しない場合、読み込めるのはページ自身のファイルだけです。',
  'Width of the browser window in CSS pixels.': 'ブラウザーのウィンドウの幅（CSS ピクセル）。',
  'Height of the browser window in CSS pixels.': 'ブラウザーのウィンドウの高さ（CSS ピクセル）。',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'CSS ピクセルあたりのデバイスピクセル数。2 は高解像度の画面に当たります。',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    '暗い配色を好む閲覧者と同じように、ページに暗い配色を要求するかどうか。',
  'Whether to run the scripts of the page.': 'ページのスクリプトを実行するかどうか。',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'ページの読み込みを待つ秒数。過ぎるとその時点のページを取り込み、警告します。ほかの待機もそこで終わります。',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    '何を待つか。load はページとすべてのリソースの読み込みを待ち、network_idle はさらに、通信が 0.5 秒間なくなるまで待ちます。どちらの場合も、その後ページの動きが止まってから取り込みます。フォントがそろい、進行中の通信がなく、変化のないフレームが 2 つ描画された時点です。',
  'CSS selector of an element to wait for until it is visible. If it never is, the conversion fails.':
    '表示されるまで待つ要素の CSS セレクター。表示されない場合、変換は失敗します。',
  'Additional milliseconds to wait at the end, for what a page does by a timer.':
    '最後にさらに待つミリ秒数。ページがタイマーで行う処理のためのものです。',
  'Margin at the top of each page in millimetres.': '各ページの上の余白（ミリメートル）。',
  'Margin at the bottom of each page in millimetres.': '各ページの下の余白（ミリメートル）。',
  'Margin at the left of each page in millimetres.': '各ページの左の余白（ミリメートル）。',
  'Margin at the right of each page in millimetres.': '各ページの右の余白（ミリメートル）。',
  'Scale of the page: 0.5 is half the size.': 'ページの倍率。0.5 は半分の大きさです。',
  'HTML at the top of each page, in its margin (margin_top). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    '各ページの上の余白（margin_top）に入れる HTML。クラス pageNumber、totalPages、title、url、date の要素には、それぞれの内容が入ります。ページのスタイルは引き継がれず、文字サイズを指定しないと小さすぎて読めません。',
  'HTML at the bottom of each page, in its margin (margin_bottom). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    '各ページの下の余白（margin_bottom）に入れる HTML。クラス pageNumber、totalPages、title、url、date の要素には、それぞれの内容が入ります。ページのスタイルは引き継がれず、文字サイズを指定しないと小さすぎて読めません。',
  'Pages to print, separated by commas: numbers and ranges. Left out: all.':
    '印刷するページ。番号と範囲をカンマ区切りで指定します。指定しない場合：すべて。',
  'Whether to print background colors and pictures.': '背景の色と画像を印刷するかどうか。',
  'Whether a paper size set by the page itself (@page) takes precedence.':
    'ページ自体が定める用紙サイズ（@page）を優先するかどうか。',
  'Which styles of the page to use: those for print or those for screens.':
    'ページのどのスタイルを使うか：印刷用または画面用。',
  'For DWG and DXF: length on paper to length in the drawing, such as 1:50, or fit, which fills the paper. Left out: fit for the model, 1:1 for a layout, whose paper is its own.':
    'DWG と DXF 用。紙の上の長さと図面上の長さの比（例：1:50）、または用紙いっぱいにする fit。指定しない場合：モデルは fit、独自の用紙を持つレイアウトは 1:1。',
  'For DWG and DXF: factor for line weights; 0 draws all lines as thin as is visible. Left out: 1, the weights of the drawing.':
    'DWG と DXF 用。線の太さの倍率。0 ではすべての線を、見える範囲で最も細く描きます。指定しない場合：1（図面どおりの太さ）。',
  'For DWG and DXF: draws everything in one color: black, or white on a dark background.':
    'DWG と DXF 用。すべてを 1 色で描きます。黒、暗い背景では白です。',
  'For DWG and DXF: color of the paper, as # and six hex digits. On a dark one, black lines become white. Left out: white.':
    'DWG と DXF 用。用紙の色。# と 6 桁の 16 進数で指定します。暗い色では黒い線が白になります。指定しない場合：白。',
  'Layout of the text on the page: from one character or line to columns or scattered words. osd detects orientation and script.':
    'ページ上の文字の配置。1 文字や 1 行から、段組みや散らばった単語まで選べます。osd は向きと文字体系を検出します。',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first. Not with language_stt.':
    '動画から取り出す字幕トラック。1 が最初のトラックです。指定しない場合：既定のトラック、なければ最初のもの。language_stt とは併用できません。',
  'Recognition engine tuned to how the source was made.': '元の文書の作られ方に合わせた認識エンジン。',
  'Settings of the engine named by ocr_engine.': 'ocr_engine で選んだエンジンの設定。',
  'How the text of fixed pages is written: reading writes columns one after the other, lines as on the page, and one line per table row; layout keeps each word in its position with spaces. For PDF, PostScript, slides, drawings, and pages whose text is recognised with ocr_mode layout.':
    '固定されたページのテキストの書き方。reading は段を順に続けて書き、行はページどおり、表は 1 行ずつ書きます。layout は空白を使って各単語をその位置に保ちます。PDF、PostScript、スライド、図面、および ocr_mode を layout にして文字を認識したページ用です。',
  'Writes the time of every word into each subtitle, so that players can show words as they are spoken. If the speech model gives no word times, they are estimated, with a warning.':
    '各字幕に単語ごとの時刻を書き込み、話された順にプレーヤーが単語を表示できるようにします。音声認識モデルが単語の時刻を出さない場合は推定し、警告します。',
  'Series that the book belongs to. Left out: that of the source.':
    '書籍が属するシリーズ。指定しない場合：元のシリーズ。',
  'Position of the book in its series. Left out: 1.': 'シリーズ内での番号。指定しない場合：1。',
  'Language of the book as a BCP 47 tag. Left out: that of the source.':
    '書籍の言語（BCP 47 のタグ）。指定しない場合：元の言語。',
  'Publisher of the book. Left out: that of the source.': '書籍の出版社。指定しない場合：元の出版社。',
  'Subjects of the book, separated by commas. Left out: those of the source.':
    '書籍の主題（カンマ区切り）。指定しない場合：元の主題。',
  'What the book is about. Left out: what the source says.': '書籍の内容の説明。指定しない場合：元の説明。',
  'Identifiers of the book as scheme:value, separated by commas. Those of other schemes stay.':
    '書籍の識別子。scheme:value の形でカンマ区切りで指定します。ほかの種類の識別子はそのまま残ります。',
  'Uses the second input, a JPEG, PNG or GIF picture, as the cover of the book.':
    '2 番目の入力（JPEG、PNG、GIF の画像）を書籍の表紙として使います。',
  'Empty border around the text in centimetres.': '本文の周りの余白（センチメートル）。',
  'Character encoding of the source. Left out: what the source says, or a guess.':
    '元の文字コード。指定しない場合：元に書かれたもの、または推測したもの。',
  'Writes the text in ASCII: other letters are replaced by the closest ASCII ones.':
    'テキストを ASCII で書きます。その他の文字は最も近い ASCII 文字に置き換えます。',
  'Looks for chapters, broken lines and the like in a source without structure, and repairs them.':
    '構造のない元の文章から章や途切れた行などを探し、修復します。',
  'Size of the body text in points; all other sizes scale in proportion.':
    '本文の文字サイズ（ポイント）。ほかのサイズもこれに比例して変わります。',
  'What formulas (MathML) become: text in one line such as (a+1)/b, or a picture each (in EPUB, HTML and docx), with that text as its description. Left out: they stay in EPUB 3 and kepub, are drawn in a PDF, and become text elsewhere; those of docx become text everywhere.':
    '数式（MathML）の扱い。(a+1)/b のような 1 行のテキストにするか、それぞれを画像にし（EPUB、HTML、docx の場合）、そのテキストを説明として付けます。指定しない場合：EPUB 3 と kepub ではそのまま残し、PDF では描画し、その他ではテキストにします。docx の数式は常にテキストになります。',
  'Embeds a sans-serif or serif font in the book, so that every device shows the same.':
    'どの機器でも同じ表示になるよう、サンセリフまたはセリフのフォントを書籍に埋め込みます。',
  'Paper of the pages.': 'ページの用紙。',
  'Margin of this side in points (1/72 inch). It replaces border; with 0, border applies to this side. Left out: 72, or border if that is set.':
    'この辺の余白（ポイント、1/72 インチ）。border の代わりに使われ、0 ではこの辺に border が適用されます。指定しない場合：72。border を指定していればその値。',
  'Size of text that has none of its own, in pixels.': 'サイズの指定がない文字の大きさ（ピクセル）。',
  'Adds a printed table of contents at the end.': '印刷用の目次を末尾に加えます。',
  'Leaves out the cover picture.': '表紙の画像を取り除きます。',
  'Character encoding of the source, by any usual name. Left out: what the source says, or a guess.':
    '元の文字コード。一般的な名前ならどれでも使えます。指定しない場合：元に書かれたもの、または推測したもの。',
};

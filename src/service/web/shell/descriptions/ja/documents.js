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
  'Turns the pages of scans upright, as tesseract sees their text, and pages with text of their own by its direction. A warning names the pages that were turned, and those with too little text to tell.':
    'スキャンしたページを、tesseract が検出した文字の向きに合わせて正しい向きに回転します。文字データのあるページは、その方向に合わせます。回転したページと、文字が少なく判断できないページは警告に示します。',
  'Straightens pages that were scanned at an angle.': '斜めにスキャンされたページをまっすぐにします。',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    '残りを読み込む前にブラウザーが最初のページを表示できるよう、ファイルの並びを整えます。',
  'Whether readers of a protected result may print it.': '保護された結果を読む人に印刷を許可するかどうか。',
  'Whether readers of a protected result may copy text and images.':
    '保護された結果を読む人に、テキストと画像のコピーを許可するかどうか。',
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
  'Repeats the stamp, watermark or stamp_text over the whole page, so that it cannot be cropped away. Not together with alignment.':
    'スタンプ、透かし、stamp_text をページ全体に繰り返し、切り取れないようにします。alignment とは併用できません。',
  'Several texts on the pages, each an item with the same settings as stamp_text has: text, where (over or under the pages), size, color, alignment, opacity, scale, angle, pages, tiled. They are placed in this order.':
    'ページに入れる複数の文字列。それぞれに stamp_text と同じ設定があります：text、where（over はページの上、under は下）、size、color、alignment、opacity、scale、angle、pages、tiled。この順に配置します。',
  'Lays the pages of the second input over those of the first, or under them, page by page: the first on the first, the second on the second. Each is centred, at its own size or as large as fits.':
    '2 番目の入力のページを、最初の入力のページの上または下に 1 ページずつ重ねます。1 ページ目は 1 ページ目に、2 ページ目は 2 ページ目に重なります。それぞれ中央に、元の大きさか、収まる大きさで置きます。',
  'With overlay: what further pages of the first input get, if the second has fewer: nothing (default), its last page, or all of its pages again.':
    'overlay と併用します。2 番目の入力のページが少ないとき、最初の入力の残りのページに何を重ねるか：何も重ねない（既定）、最後のページ、またはすべてのページをもう一度。',
  'Removes what each item names: a text, a pattern, a regular expression, an area, a form field, or what redaction annotations mark. It is removed from pages, pictures, recognised text, comments, bookmarks and all other parts, with black boxes in its place; attached files, scripts, signatures and metadata are removed too. Then other programs and text recognition search the result: if something is still found, the conversion fails.':
    '各項目が指すもの(テキスト、パターン、正規表現、領域、フォーム欄、または墨消し注釈が示す箇所)を削除します。ページ、画像、認識されたテキスト、コメント、しおりなどすべての部分から削除し、黒い四角に置き換えます。添付ファイル、スクリプト、署名、メタデータも削除します。その後、別のプログラムと文字認識で結果を検索し、まだ見つかる場合は変換が失敗します。',
  'Signs the result, once for each item, with a private key and its certificate (PAdES B-B; with timestamp B-T). Signatures are added to the bytes of the file, so earlier ones stay valid if nothing else is asked for. With x, y, width and height it is seen on a page.':
    '結果に、項目ごとに 1 回、秘密鍵と証明書で署名します（PAdES B-B、timestamp があれば B-T）。署名はファイルの末尾に追加されるため、ほかに何も指定しなければ以前の署名も有効なままです。x、y、width、height を指定するとページ上に表示されます。',
  'What to do if signatures of the document would not be valid in the result, because it is a new file: say so in a warning (default), refuse, or attach the signed document to the result.':
    '結果が新しいファイルになるため文書の署名が無効になる場合の動作：警告で知らせる（既定）、拒否する、署名済みの文書を結果に添付する。',
  'File names of the inputs with certificates (PEM or DER) that are trusted. Left out: none, so that signers are named, but not trusted.':
    '信頼する証明書（PEM または DER）を含む入力のファイル名。省略すると何も信頼せず、署名者の名前だけを示します。',
  'Removes the links on the pages; their text stays.': 'ページ上のリンクを削除します。文字は残ります。',
  'Removes the pages on which nothing is seen, and names them in a warning. Specks of up to 2 mm, the grain of scanned paper and what shines through it are nothing; so are links and invisible text. Pages with form fields stay. Stamps, rearrange and other options count the pages that are left.':
    '何も見えないページを削除し、警告でそのページを示します。2 mm までの汚れ、スキャンした紙のざらつき、裏写りは無視し、リンクと見えないテキストも無視します。フォームの項目があるページは残ります。スタンプ、rearrange などのオプションは、残ったページで数えます。',
  'Removes the bookmarks, after split has used them.': 'しおりを削除します（split がしおりを使った後）。',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'タイトル、著者、日付、使用ソフトのほか、写真の撮影場所など、文書とそのページ、画像、コメントのすべてのメタデータを削除します。patch で新しい情報を書き込めます。pdf_a を指定すると、PDF/A に必要なものは残ります。',
  'Places this many pages on each page of the result.': '結果の 1 ページにこの数のページを並べます。',
  'What to do with the files attached to a mail: list names them below its text; embed also attaches them to the PDF; append also adds what can become pages as pages, and names the rest in a warning. Of a PDF with attached files, append adds their pages too, each with a bookmark; of a portfolio they are all there is.':
    'メールの添付ファイルの扱い: list は本文の下に名前を示します。embed はさらに PDF に添付します。append はさらにページにできるものをページとして追加し、残りを警告で示します。添付ファイルのある PDF では、append はそのページもしおり付きで追加します。ポートフォリオの結果は添付ファイルだけになります。',
  'With pages_per_sheet or booklet: draws a frame around each of the pages.':
    'pages_per_sheet または booklet と併用します。並べた各ページに枠を描きます。',
  'Places two pages side by side on wide sheets, in the order of a booklet: print them on both sides, turned at the short edge, then stack, fold and staple them. Empty pages fill up the last sheet. page_numbers counts the pages, split the sides of the sheets.':
    '冊子の順序で、横長の用紙に 2 ページずつ並べます。短辺とじの両面印刷をして、重ねて折り、ホチキスで留めます。最後の用紙の余りは空白ページになります。page_numbers はページを、split は用紙の面を数えます。',
  'With booklet: side at which it is bound; right for scripts that run from right to left. By default left.':
    'booklet と併用します。綴じる側。右から左に書く文字では right を選びます。既定は left です。',
  'Removes a kind of content from all pages.': 'すべてのページから、選んだ種類の内容を削除します。',
  'Free-form object of further settings.': '自由な形式で書くその他の設定（オブジェクト）。',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html); latex typesets LaTeX, other markup and Markdown by TeX, if that is installed. Left out: chromium for Markdown, without scripts and if it is installed, otherwise libreoffice.':
    'HTML と Markdown を読み込むプログラム。libreoffice はテキスト文書に変換し、chromium はブラウザーと同じようにスタイルとスクリプトを使って表示します。chromium は、ページとそのファイルをまとめた zip（index.html）も読み込めます。latex は LaTeX、その他のマークアップ、Markdown を TeX で組版します（インストールされている場合）。省略時は、Markdown には（インストールされていれば）スクリプトなしの chromium、それ以外には libreoffice を使います。',
  'Look of a page made of Markdown or other markup: plain is like the page of a Markdown host; article has serif letters and page numbers; report has a title page if the text names its title (front matter), colored headings and tables, and page numbers. Left out: plain for Markdown, article for other markup.':
    'Markdown やその他のマークアップから作るページの見た目。plain は Markdown を公開するサイトのページのような見た目、article はセリフ体とページ番号、report は本文がタイトルを示す場合（front matter）の表紙、色付きの見出しと表、ページ番号です。省略時は、Markdown は plain、その他のマークアップは article です。',
  'Style sheet for a page made of Markdown, and for pdf also of other markup, after that of style. It loads nothing; for html only plain rules are kept, without @media and the like.':
    'Markdown（pdf ではその他のマークアップも）から作るページのスタイルシート。style のスタイルの後に適用されます。何も読み込みません。html では @media などを除く単純な規則だけが残ります。',
  'Width of the browser window in CSS pixels.': 'ブラウザーのウィンドウの幅（CSS ピクセル）。',
  'Height of the browser window in CSS pixels.': 'ブラウザーのウィンドウの高さ（CSS ピクセル）。',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'CSS ピクセルあたりのデバイスピクセル数。2 は高解像度の画面に当たります。',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    '暗い配色を好む閲覧者と同じように、ページに暗い配色を要求するかどうか。',
  'Whether to run the scripts of the page.': 'ページのスクリプトを実行するかどうか。',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'ページの読み込みを待つ秒数。過ぎるとその時点のページを取り込み、警告します。ほかの待機もそこで終わります。',
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
  'Subtitles that are pictures (Blu-ray, DVD, DVB) only: languages to read them in, codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Left out: the language that the track states.':
    '画像の字幕（Blu-ray、DVD、DVB）のみ：読み取る言語。eng や deu などのコード、または script-Latin などの文字体系名を、空白なしのカンマ区切りで指定します。指定しない場合：トラックに記された言語。',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first; text before pictures. Not with language_stt.':
    '動画から取り出す字幕トラック。1 が最初のトラックです。指定しない場合：既定のトラック、なければ最初のもの（画像より文字を優先）。language_stt とは併用できません。',
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
  'Media features that the style sheets of the page are to see, such as prefers-reduced-motion or prefers-contrast. prefers-color-scheme takes precedence over dark_mode. Features that Chromium does not emulate keep their value.':
    'ページのスタイルシートに伝えるメディア特性（例：prefers-reduced-motion、prefers-contrast）。prefers-color-scheme は dark_mode より優先されます。Chromium がエミュレートしない特性の値は変わりません。',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second, network_almost_idle until there have been at most two. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    '何を待つか。load はページとすべてのリソースの読み込みを待ちます。network_idle はさらに通信が 0.5 秒間なくなるまで、network_almost_idle は通信が 0.5 秒間 2 件以下になるまで待ちます。いずれの場合も、その後ページの動きが止まってから取り込みます。フォントがそろい、進行中の通信がなく、変化のないフレームが 2 つ描画された時点です。',
  'JavaScript expression to wait for until its value, or that of the promise it returns, counts as true. It is evaluated in the page ten times a second. If it never is true, or ends with an error, the conversion fails.':
    '値、または返された Promise の値が真になるまで待つ JavaScript の式。ページ内で 1 秒に 10 回評価します。真にならない場合やエラーで終わった場合、変換は失敗します。',
  'Whether to make the paper as high as the page, so that it is not cut into several; and wider if the page is wider than the paper. Breaks that the page itself forces (break-after) remain, each with its own page.':
    '用紙の高さをページに合わせ、複数に分かれないようにするかどうか。ページが用紙より広い場合は、用紙の幅も広げます。ページ自身が指定する改ページ（break-after）は残り、それぞれ別のページになります。',
  'Whether the PDF says what is a heading, a list or a table, for screen readers.':
    'どれが見出し、箇条書き、表なのかを、スクリーンリーダーのために PDF に記すかどうか。',
  'Whether the headings of the page become bookmarks of the PDF. They need tagged.':
    'ページの見出しを PDF のしおりにするかどうか。tagged が必要です。',
  'User agent that the browser sends. Left out: that of Chromium.':
    'ブラウザーが送るユーザーエージェント。指定しない場合：Chromium のもの。',
  'Cookies that the browser has at the start. Without domain: for the host of the address alone, or of an uploaded page, which only its scripts see.':
    'ブラウザーが最初から持つ Cookie。domain がない場合は、アドレスのホストだけに使われます。アップロードしたページでは、そのページのスクリプトだけが読めます。',
  'Further headers of requests: an object of name: value. They go to the origin of the address, not to others; those of an uploaded page, which has none, to every address. A value can also be {value, scope}: the header then goes to the addresses that the regular expression scope matches, and to no others. They do not follow a redirect.':
    '要求に加えるヘッダー。name: value のオブジェクトで指定します。アドレスのオリジンだけに送られ、ほかには送られません。オリジンのないアップロードしたページでは、すべてのアドレスに送られます。値は {value, scope} とも書けます。その場合ヘッダーは、正規表現 scope に一致するアドレスだけに送られます。リダイレクト先には送られません。',
  'HTTP statuses of the resources of the page, such as its pictures and style sheets, with which the conversion fails. 499 stands for 400 to 499, 599 for 500 to 599, and so on.':
    '画像やスタイルシートなど、ページのリソースがこの HTTP ステータスを返すと変換を失敗とします。499 は 400～499、599 は 500～599 を表し、ほかも同様です。',
  'Hosts, with those below them, whose resources fail_on_resource_status leaves out of account.':
    'fail_on_resource_status でリソースを対象外とするホスト。その下位のホストも含みます。',
  'Whether the conversion fails if a resource of the page cannot be loaded: its server cannot be reached, its address is refused, or the file did not come with the page.':
    'ページのリソースを読み込めないときに、変換を失敗とするかどうか。サーバーに接続できない、アドレスが拒否された、ファイルがページに付属していない、といった場合です。',
  'Whether the conversion fails if a script of the page ends with an error that nothing catches.':
    'ページのスクリプトが、処理されないエラーで終わったときに、変換を失敗とするかどうか。',
  'Whether readers of a protected result may change it. false also means the three below, unless they are true.':
    '保護された結果を読む人に変更を許可するかどうか。false にすると、下の 3 つも true でない限り禁止されます。',
  'Whether readers of a protected result may add comments. Left out: as allow_modification.':
    '保護された結果を読む人にコメントの追加を許可するかどうか。指定しない場合：allow_modification と同じ。',
  'Whether readers of a protected result may fill in forms. Left out: as allow_modification. Who may add comments may do it too, so deny both.':
    '保護された結果を読む人にフォームへの入力を許可するかどうか。指定しない場合：allow_modification と同じ。コメントを追加できる人は入力もできるため、禁止するときは両方を禁止してください。',
  'Whether readers of a protected result may add, remove and turn pages. Left out: as allow_modification.':
    '保護された結果を読む人にページの追加、削除、回転を許可するかどうか。指定しない場合：allow_modification と同じ。',
  'Bookmarks (outline) of the result, before it is split. They replace those of the document, or of an input that filename names.':
    '分割する前の結果のしおり（アウトライン）。文書のしおり、または filename で指定した入力のしおりを置き換えます。',
  'Values of form fields by field name: a text; true or false for a check box; an export value or label for radio buttons, choices and lists, or a list of several where the field allows it. operation/form-fields lists the fields. With fill_from, these go into every PDF.':
    'フォームの入力欄の値を名前ごとに指定します。テキスト、チェックボックスには true または false、ラジオボタン・選択欄・リストには書き出し値またはラベル（欄が許す場合は複数のリスト）。入力欄の一覧は operation/form-fields で得られます。fill_from と併用すると、これらの値はすべての PDF に入ります。',
  'File name of the input with the values of form fields: JSON, FDF, XFDF, or CSV with field names in its first row. Each row of a CSV, and each object of a JSON list, makes a PDF; merge joins them.':
    'フォームの入力欄の値を持つ入力のファイル名: JSON、FDF、XFDF、または最初の行に入力欄の名前がある CSV。CSV の各行と JSON リストの各オブジェクトから PDF を 1 つずつ作成し、merge でまとめます。',
  'Inputs to attach to the result, by their file names; they are not converted. Each is also an associated file of the document.':
    '結果に添付する入力をファイル名で指定します。これらは変換されません。いずれも文書の関連ファイルになります。',
  'Makes the result PDF/UA-1 (ISO 14289), for people who need assistive programs: with the tags that LibreOffice and browsers write (engine chromium for web pages), titles, and descriptions of links. All rules that can be checked without drawing pages are checked; a warning names what is missing, such as descriptions of pictures, and the result does not claim to be PDF/UA. A PDF without tags cannot be made PDF/UA.':
    '結果を、支援ソフトを必要とする人のための PDF/UA-1（ISO 14289）にします。LibreOffice やブラウザー（Web ページは engine chromium）が書くタグ、タイトル、リンクの説明を付けます。ページを描かずに確認できる規則はすべて確認し、画像の説明など足りないものは警告で示します。その場合、結果は PDF/UA と名乗りません。タグのない PDF を PDF/UA にすることはできません。',
  'Makes an electronic invoice (Factur-X, ZUGFeRD) of this profile: the embedded file factur-x.xml is the invoice as XML. Needs pdf_a 3b. Rules of EN 16931 that the XML breaks are named in a warning.':
    'このプロファイルの電子請求書（Factur-X、ZUGFeRD）を作ります。埋め込んだファイル factur-x.xml が XML の請求書になります。pdf_a 3b が必要です。XML が守っていない EN 16931 の規則は警告で示します。',
  'With factur_x: kind of the document. Left out: invoice.':
    'factur_x と併用します。文書の種類。指定しない場合：請求書。',
  'With factur_x: version of the XML format that is stated. Left out: 1.0.':
    'factur_x と併用します。記載する XML 形式のバージョン。指定しない場合：1.0。',
  'Pages of the document that are written, in their order: numbers and ranges such as 1-3, 5, 8-.':
    '書き出す文書のページ（この順番）。番号と 1-3、5、8- のような範囲で指定します。',
  'Writes each sheet of a spreadsheet on one page of its size. Not with fit_width.':
    '表計算の各シートを、その大きさの 1 ページに書き出します。fit_width とは併用できません。',
  'Makes wide sheets of a spreadsheet smaller, so that all their columns are on one page.':
    '表計算の幅の広いシートを縮小し、すべての列を 1 ページに収めます。',
  'Whether form fields can be filled in the PDF. Left out: they can.':
    'PDF でフォームに入力できるようにするかどうか。指定しない場合：入力できます。',
  'Form fields may have the same name, and then have the same value.':
    'フォームの入力欄に同じ名前を使えます。その場合、値も同じになります。',
  'Whether headings, slides or sheets become bookmarks. Left out: they do.':
    '見出し、スライド、シートをしおりにするかどうか。指定しない場合：しおりにします。',
  'Bookmarks of a text become places that other documents can link to.':
    'テキスト文書のブックマークを、ほかの文書からリンクできる場所にします。',
  'Writes placeholder fields of a text as they are shown in the editor, not as empty fields.':
    'テキスト文書のプレースホルダーを、空欄ではなく編集画面での表示どおりに書き出します。',
  'Comments become comments of the PDF.': 'コメントを PDF の注釈にします。',
  'Adds a page with the notes after the slides for each slide of a presentation.':
    'プレゼンテーションのスライドの後に、各スライドのノートのページを加えます。',
  'Writes only the pages with notes of a presentation, not its slides.':
    'プレゼンテーションのスライドを除き、ノートのページだけを書き出します。',
  'Links to other OpenDocument files lead to PDFs of the same names instead.':
    'ほかの OpenDocument ファイルへのリンクを、同じ名前の PDF へのリンクに変えます。',
  'Stores pictures of the document without loss. Otherwise they become JPEG.':
    '文書の画像を劣化なしで保存します。指定しないと JPEG になります。',
  'Quality of the JPEG pictures that LibreOffice writes, in percent. Left out: 90. Not with lossless_images.':
    'LibreOffice が書き出す JPEG 画像の品質（パーセント）。指定しない場合：90。lossless_images とは併用できません。',
  'Maximum DPI of the pictures that LibreOffice writes; finer ones become smaller.':
    'LibreOffice が書き出す画像の最大 DPI。これより細かい画像は縮小されます。',
  'What a viewer shows at first: the pages alone, or bookmarks or thumbnails beside them.':
    'ビューアーが最初に表示するもの。ページだけか、その横にしおりまたはサムネイルも表示します。',
  'Page that a viewer shows at first.': 'ビューアーが最初に表示するページ。',
  'Size in which a viewer shows the pages at first; zoom is that of the option zoom.':
    'ビューアーが最初にページを表示する大きさ。zoom はオプション zoom の倍率です。',
  'With magnification zoom: size in percent.': 'magnification が zoom のとき：倍率（パーセント）。',
  'How a viewer arranges the pages: one at a time, in one column, or in two columns.':
    'ビューアーでのページの並べ方。1 ページずつ、1 列、または 2 列。',
  'The window of the viewer gets the size of the first page.':
    'ビューアーのウィンドウを最初のページの大きさに合わせます。',
  'The window of the viewer is in the middle of the screen.': 'ビューアーのウィンドウを画面の中央に置きます。',
  'A viewer shows the document on the full screen.': 'ビューアーが文書を全画面で表示します。',
  'Whether the title bar shows the title instead of the file name. Left out: it does.':
    'タイトルバーにファイル名ではなくタイトルを表示するかどうか。指定しない場合：タイトルを表示します。',
  'The viewer hides its menus.': 'ビューアーのメニューを隠します。',
  'The viewer hides its tools.': 'ビューアーのツールを隠します。',
  'The viewer hides its other controls, such as scroll bars.':
    'スクロールバーなど、ビューアーのその他の操作部品を隠します。',
  'Whether slide transitions become effects of the PDF. Left out: they do.':
    'スライドの切り替え効果を PDF の効果として残すかどうか。指定しない場合：残します。',
  'Levels of bookmarks that are open at first; -1 means all.': '最初に開いておくしおりの階層数。-1 はすべて。',
  'Text that LibreOffice writes across each page, upright and transparent. stamp_text also suits other inputs.':
    'LibreOffice が各ページに大きく重ねる、縦向きの半透明の文字。stamp_text はほかの入力にも使えます。',
  'Text that LibreOffice repeats all over each page. Not with native_watermark_text.':
    'LibreOffice が各ページの全面に繰り返し入れる文字。native_watermark_text とは併用できません。',
  'Colour of native_watermark_text as #rrggbb. Left out: #7fff7f.':
    'native_watermark_text の色（#rrggbb）。指定しない場合：#7fff7f。',
  'Font size of native_watermark_text in points. Left out: as large as fits.':
    'native_watermark_text の文字サイズ（ポイント）。指定しない場合：収まる最大の大きさ。',
  'Degrees by which native_watermark_text is turned, against the clock.':
    'native_watermark_text を反時計回りに回転する角度（度）。',
  'Font of native_watermark_text. Left out: Helvetica.':
    'native_watermark_text のフォント。指定しない場合：Helvetica。',
  'Makes the tables of contents and other indexes of a text again. Left out: they are as they were saved.':
    '文書の目次や索引を作り直します。省略時は保存されたままです。',
  'Whether empty pages are left out that a text has only to begin a chapter on a right page. Left out: they are.':
    '章を右ページから始めるためだけの空白ページを省くかどうか。省略時は省きます。',
  'Puts the document, as OpenDocument, into the PDF, so that LibreOffice can edit it. Other work on the PDF removes it again.':
    '文書を OpenDocument として PDF に入れ、LibreOffice で編集できるようにします。PDF への他の処理を行うと取り除かれます。',
  'Whether an uploaded page may load resources from public web addresses. Otherwise it can load only its own files.':
    'アップロードしたページが公開されたウェブのアドレスから読み込めるかどうか。そうでなければ自分のファイルだけを読み込みます。',
  'What to extract: attachments are files that are attached to a PDF or a mail, or embedded in an office document; media is sound and film.':
    '取り出すもの。attachments は PDF やメールに添付されたファイルと、オフィス文書に埋め込まれたファイル、media は音声と動画です。',
  'What shows the differences: marks is a PDF of the pages of the first that differ; side_by_side a PDF with both pages next to each other, marked in the second; text a web page with the words that were added and removed, wherever they stand.':
    '違いの表示方法。marks は 1 つ目の PDF のうち異なるページの PDF、side_by_side は両方のページを並べて 2 つ目に印を付けた PDF、text は位置に関係なく追加・削除された語を示すウェブページです。',
};

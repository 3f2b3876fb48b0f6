/** Descriptions of options of documents and books, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'How many characters from the end of a chunk the next one may repeat, in whole sentences or list items. Chunks that begin with a heading or a page repeat nothing.':
    '下一个分块最多可重复上一个分块末尾的多少个字符，以完整的句子或列表项为单位。以标题或新页开头的分块不重复任何内容。',
  'Filter over the picture before recognition: gray turns it to shades of grey, which may find more text.':
    '识别前对图片使用的滤镜：gray 将其转为灰度，可能会识别出更多文字。',
  'Settings of the filter named by ocr_filter.': 'ocr_filter 所选滤镜的设置。',
  'Pages of a PDF to convert, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-. Left out: all.':
    '要转换的 PDF 页面，按此顺序：页码、first、last、even、odd，或如 2-4, 5- 的范围。不设置：所有页面。',
  'What becomes of the tracked changes of a text: accept makes what a reader of the final text sees; reject makes the text as it was before them; show keeps them as changes where the target can (doc, docx, odt, rtf), and elsewhere shows deleted and inserted text together. A warning says how many there are.':
    '如何处理文本中的修订：accept 得到最终文本；reject 得到修订之前的文本；show 在格式支持时（doc、docx、odt、rtf）保留修订，其他格式则同时显示删除和插入的文字。会有警告说明修订的数量。',
  'What becomes of hidden sheets, rows and columns of a spreadsheet and of hidden slides: exclude leaves them out, or keeps them hidden where the target can hide (spreadsheets of spreadsheets, presentations of presentations); include shows them like all others. With exclude a warning says what is hidden.':
    '如何处理表格中隐藏的工作表、行和列以及隐藏的幻灯片：exclude 去掉它们，如果目标格式能够隐藏（表格转表格、演示文稿转演示文稿），则保持隐藏；include 将它们与其他内容一样显示。使用 exclude 时，会有警告说明隐藏了什么。',
  'For DWG and DXF: names of the layers to draw, separated by commas; * stands for any characters. They are drawn even if they are off, frozen or not plotted, and no others. Left out: the layers that the drawing plots.':
    '用于 DWG 和 DXF：要绘制的图层名称，以逗号分隔；* 代表任意字符。即使这些图层已关闭、冻结或不打印也会绘制，其他图层则不绘制。不设置：图纸中可打印的图层。',
  'For DWG and DXF: names of layers not to draw, separated by commas; * stands for any characters.':
    '用于 DWG 和 DXF：不绘制的图层名称，以逗号分隔；* 代表任意字符。',
  'PDF sources only: turns the pages into images before recognition, so that text hidden in the file is not used.':
    '仅用于 PDF 源文件：识别前将页面转为图片，从而不使用文件中隐藏的文字。',
  'Writes a comment <!-- page 3 --> where each page begins. For inputs with fixed pages: PDF, PostScript, slides, drawings, and scanned pages. A paragraph that continues on the next page stays whole, with the comment after it.':
    '在每页开始处写入注释 <!-- page 3 -->。用于有固定页面的输入：PDF、PostScript、幻灯片、图纸和扫描页。跨页的段落保持完整，注释写在其后。',
  'text keeps only the recognised words, layout also keeps their positions on the page.':
    'text 只保留识别出的文字，layout 还保留文字在页面上的位置。',
  'Quality of the images in percent; 100 is best.': '图片质量（百分比）；100 最好。',
  'DPI of images.': '图片的 DPI。',
  'Turns each page whose text cannot be selected into one image of this DPI.':
    '将文字无法选中的每一页转为一张此 DPI 的图片。',
  'basic packs the file tighter without loss, strong also lowers the quality of images.':
    'basic 无损地压缩文件，strong 还会降低图片质量。',
  'Color model of the whole document.': '整个文档的颜色模式。',
  'Converts only the images to shades of grey.': '只将图片转为灰度。',
  'Turns the pages of scans upright, as tesseract sees their text, and pages with text of their own by its direction. A warning names the pages that were turned, and those with too little text to tell.':
    '根据 tesseract 识别的文字方向把扫描页面转正；带有文字的页面按文字方向转正。警告会列出已旋转的页面，以及文字太少而无法判断的页面。',
  'Straightens pages that were scanned at an angle.': '校正扫描时歪斜的页面。',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    '调整文件内的顺序，使浏览器在其余部分加载完之前就能显示第一页。',
  'Whether readers of a protected result may print it.': '结果受保护时，读者是否可以打印。',
  'Whether readers of a protected result may copy text and images.': '结果受保护时，读者是否可以复制文字和图片。',
  'Width of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the height too.':
    '页面宽度，单位由 custom_page_size_unit 决定；使用英寸时最好写四位小数。必须同时设置高度。',
  'Height of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the width too.':
    '页面高度，单位由 custom_page_size_unit 决定；使用英寸时最好写四位小数。必须同时设置宽度。',
  'Unit of the custom page size: millimetres (default) or inches.': '自定义页面大小的单位：毫米（默认）或英寸。',
  'Unit of the borders: millimetres, centimetres, inches or points (1/72 inch).':
    '留白的单位：毫米、厘米、英寸或点（1/72 英寸）。',
  'Space added at the top of each page, in border_unit.': '每页上方增加的空白，单位由 border_unit 决定。',
  'Space added at the bottom of each page, in border_unit.': '每页下方增加的空白，单位由 border_unit 决定。',
  'Space added at the left of each page, in border_unit.': '每页左侧增加的空白，单位由 border_unit 决定。',
  'Space added at the right of each page, in border_unit.': '每页右侧增加的空白，单位由 border_unit 决定。',
  'Pages of the result in their order, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Pages not named are dropped; a range from high to low (8-5, last-first) runs backwards.':
    '结果中的页面及其顺序，以逗号分隔：页码、first、last、even、odd，或如 5-8, 5-, first-3 的范围。未列出的页面会被去掉；从大到小的范围（8-5, last-first）为倒序。',
  'Makes one PDF of each page.': '每页生成一个 PDF。',
  'Cuts each page into this many parts side by side.': '将每页左右切成这么多份。',
  'Cuts each page into this many parts one above the other.': '将每页上下切成这么多份。',
  'Crops each page to one of the boxes that printers use: media is the whole sheet; bleed, trim and art are smaller. Pages without that box stay as they are. Content outside the box is hidden, not removed.':
    '将每页裁剪到印刷所用的某个页面框：media 是整张纸；bleed、trim 和 art 更小。没有该页面框的页面保持不变。框外的内容只是隐藏，并未删除。',
  'Cuts this much off the top of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '从每页显示时的上边裁去这么多，单位由 crop_unit 决定。裁去的内容只是隐藏，并未从文件中删除。',
  'Cuts this much off the bottom of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '从每页显示时的下边裁去这么多，单位由 crop_unit 决定。裁去的内容只是隐藏，并未从文件中删除。',
  'Cuts this much off the left of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '从每页显示时的左边裁去这么多，单位由 crop_unit 决定。裁去的内容只是隐藏，并未从文件中删除。',
  'Cuts this much off the right of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    '从每页显示时的右边裁去这么多，单位由 crop_unit 决定。裁去的内容只是隐藏，并未从文件中删除。',
  'Width of the area to keep, in crop_unit, which begins at crop_left; cut at the edge of the page. Instead of crop_right.':
    '要保留区域的宽度，单位由 crop_unit 决定，从 crop_left 处算起；到页面边缘为止。用来代替 crop_right。',
  'Height of the area to keep, in crop_unit, which begins at crop_top; cut at the edge of the page. Instead of crop_bottom.':
    '要保留区域的高度，单位由 crop_unit 决定，从 crop_top 处算起；到页面边缘为止。用来代替 crop_bottom。',
  'Unit of the other crop options: millimetres (default), centimetres, inches or points (1/72 inch).':
    '其他裁剪选项的单位：毫米（默认）、厘米、英寸或点（1/72 英寸）。',
  'Lays the first page of the second input, or stamp_text, over each page of the first input.':
    '将第二个输入的第一页或 stamp_text 放在第一个输入每一页的上层。',
  'Lays the first page of the second input, or stamp_text, under each page of the first input.':
    '将第二个输入的第一页或 stamp_text 放在第一个输入每一页的下层。',
  'Text to place on the pages instead of a second input: over them, or under them with watermark. Any script that the installed fonts support; a line break starts a new line. Placed 10 mm from the edges, and scaled down if it does not fit.':
    '代替第二个输入放在页面上的文字：位于上层，使用 watermark 时位于下层。可以使用已安装字体支持的任何文字；换行符另起一行。距页边 10 mm，放不下时会缩小。',
  'Font size of stamp_text in points. Left out: 48.': 'stamp_text 的字号（点）。不设置：48。',
  'Colour of stamp_text as #rrggbb. Left out: black.': 'stamp_text 的颜色，格式为 #rrggbb。不设置：黑色。',
  'With stamp, watermark or stamp_text: its position on each page, at its own size or as large as fits. A picture is placed without a page around it. Left out: the first page of the second input is centred, and a picture becomes a page with the picture at its top.':
    '与 stamp、watermark 或 stamp_text 同用：其在每页上的位置，以原大小放置，放不下时缩小到刚好放下。图片直接放置，周围不带页面。不设置：第二个输入的第一页居中，图片则成为一页，图片位于页面上方。',
  'Opacity of the stamp, watermark or stamp_text in percent; 100, the default, hides what is below.':
    '印章、水印或 stamp_text 的不透明度（百分比）；默认为 100，完全遮住下面的内容。',
  'Size of the stamp, watermark or stamp_text in percent of its own. Scaled down if it does not fit the page.':
    '印章、水印或 stamp_text 的大小，为其原大小的百分比。页面放不下时会缩小。',
  'Degrees by which the stamp, watermark or stamp_text is turned clockwise; -45 makes a text rise from the lower left.':
    '印章、水印或 stamp_text 顺时针旋转的度数；-45 使文字从左下向右上倾斜。',
  'Pages that get the stamp, watermark or stamp_text, as they are before rearrange: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Left out: all.':
    '要加印章、水印或 stamp_text 的页面，按 rearrange 之前的页码：页码、first、last、even、odd，或如 5-8, 5-, first-3 的范围。不设置：所有页面。',
  'Writes a number on each page of the result: this text, in which {page} is the number of the page and {pages} that of the last one. They are written before the document is split.':
    '在结果的每一页写上页码：所写内容为此文字，其中 {page} 是该页的页码，{pages} 是最后一页的页码。页码在拆分文档之前写入。',
  'Number of the first page of the document. Left out: 1. With 0 and page_numbers_pages 2-, the second page is number 1.':
    '文档第一页的页码。不设置：1。设为 0 且 page_numbers_pages 为 2- 时，第二页的页码为 1。',
  'Where the number is placed, 10 mm from the edges of the page. Left out: bottom.':
    '页码的位置，距页边 10 mm。不设置：bottom。',
  'Pages that get a number: numbers, first, last, even, odd, or ranges such as 2-, 5-8. Left out: all.':
    '要加页码的页面：页码、first、last、even、odd，或如 2-, 5-8 的范围。不设置：所有页面。',
  'Font size of the page numbers in points. Left out: 10.': '页码的字号（点）。不设置：10。',
  'Makes form fields, comments and other annotations, or all of them, part of the page content, so that they can no longer be filled in or opened. Links stay links.':
    '将表单字段、批注和其他注释，或所有这些并入页面内容，使其无法再填写或打开。链接仍是链接。',
  'Removes all scripts: of the document, its pages, fields, links and bookmarks.':
    '删除所有脚本：文档及其页面、字段、链接和书签中的脚本。',
  'Removes all attached files, those of pages and comments too.': '删除所有附件，包括页面和批注中的附件。',
  'Removes comments, marks, stamps of reviewers, sound and films. Links and form fields stay; what flatten made part of the pages too.':
    '删除批注、标记、审阅者的图章、声音和影片。链接和表单字段会保留；由 flatten 并入页面的内容也会保留。',
  'Repeats the stamp, watermark or stamp_text over the whole page, so that it cannot be cropped away. Not together with alignment.':
    '在整页上重复印章、水印或 stamp_text，使其无法被裁掉。不能与 alignment 同用。',
  'Several texts on the pages, each an item with the same settings as stamp_text has: text, where (over or under the pages), size, color, alignment, opacity, scale, angle, pages, tiled. They are placed in this order.':
    '页面上的多段文字，每一项都有与 stamp_text 相同的设置：text、where（over 或 under：页面上方或下方）、size、color、alignment、opacity、scale、angle、pages、tiled。按此顺序放置。',
  'Lays the pages of the second input over those of the first, or under them, page by page: the first on the first, the second on the second. Each is centred, at its own size or as large as fits.':
    '将第二个输入的页面逐页叠放在第一个输入的页面上方或下方：第一页对第一页，第二页对第二页。每页居中，保持原大小或缩小到适合。',
  'With overlay: what further pages of the first input get, if the second has fewer: nothing (default), its last page, or all of its pages again.':
    '与 overlay 同用：第二个输入页数较少时，第一个输入的其余页面叠放什么：不叠放（默认）、其最后一页，或重新叠放所有页面。',
  'Removes what each item names: a text, a pattern, a regular expression, an area, a form field, or what redaction annotations mark. It is removed from pages, pictures, recognised text, comments, bookmarks and all other parts, with black boxes in its place; attached files, scripts, signatures and metadata are removed too. Then other programs and text recognition search the result: if something is still found, the conversion fails.':
    '删除每一项所指的内容:文本、模式、正则表达式、区域、表单字段,或涂黑注释所标记的内容。这些内容会从页面、图片、识别出的文本、批注、书签及所有其他部分中删除,并以黑框代替;附件、脚本、签名和元数据也会删除。之后由其他程序和文字识别搜索结果:如果仍能找到,转换就会失败。',
  'Signs the result, once for each item, with a private key and its certificate (PAdES B-B; with timestamp B-T). Signatures are added to the bytes of the file, so earlier ones stay valid if nothing else is asked for. With x, y, width and height it is seen on a page.':
    '用私钥及其证书对结果签名，每个项目签名一次（PAdES B-B；有 timestamp 时为 B-T）。签名追加在文件末尾，因此若无其他要求，先前的签名仍然有效。给出 x、y、width 和 height 时，签名显示在页面上。',
  'What to do if signatures of the document would not be valid in the result, because it is a new file: say so in a warning (default), refuse, or attach the signed document to the result.':
    '如果由于结果是新文件而使文档的签名失效，应如何处理：发出警告（默认）、拒绝，或将已签名的文档附到结果中。',
  'File names of the inputs with certificates (PEM or DER) that are trusted. Left out: none, so that signers are named, but not trusted.':
    '含有受信任证书（PEM 或 DER）的输入文件名。省略时不信任任何证书，只列出签名者。',
  'Removes the links on the pages; their text stays.': '删除页面上的链接；链接的文字会保留。',
  'Removes the pages on which nothing is seen, and names them in a warning. Specks of up to 2 mm, the grain of scanned paper and what shines through it are nothing; so are links and invisible text. Pages with form fields stay. Stamps, rearrange and other options count the pages that are left.':
    '删除看不到任何内容的页面，并在警告中列出。不超过 2 毫米的斑点、扫描纸张的颗粒和透印不算内容，链接和不可见文本也不算。带有表单域的页面会保留。印章、rearrange 等选项按剩下的页面计数。',
  'Removes the bookmarks, after split has used them.': '在 split 使用过书签之后将其删除。',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    '删除标题、作者、日期、程序，以及文档及其页面、图片和批注的所有其他元数据，例如照片的拍摄地点。patch 可以写入新的元数据；使用 pdf_a 时，PDF/A 所需的元数据会保留。',
  'Places this many pages on each page of the result.': '在结果的每一页上放置这么多页。',
  'What to do with the files attached to a mail: list names them below its text; embed also attaches them to the PDF; append also adds what can become pages as pages, and names the rest in a warning. Of a PDF with attached files, append adds their pages too, each with a bookmark; of a portfolio they are all there is.':
    '如何处理邮件的附件：list 在正文下方列出名称；embed 另外将其附加到 PDF；append 另外把可以转换为页面的附件作为页面添加，其余的在警告中列出。对于带附件的 PDF，append 也会添加附件的页面，每个文件带一个书签；文件包（Portfolio）则只由附件组成。',
  'With pages_per_sheet or booklet: draws a frame around each of the pages.':
    '与 pages_per_sheet 或 booklet 同用：在每一页四周画边框。',
  'Places two pages side by side on wide sheets, in the order of a booklet: print them on both sides, turned at the short edge, then stack, fold and staple them. Empty pages fill up the last sheet. page_numbers counts the pages, split the sides of the sheets.':
    '按小册子的顺序在横向纸张上并排放置两页：双面打印（沿短边翻转），然后叠放、对折并装订。最后一张纸用空白页补足。page_numbers 按页计数，split 按纸面计数。',
  'With booklet: side at which it is bound; right for scripts that run from right to left. By default left.':
    '与 booklet 同用：装订的一侧；从右向左书写的文字用 right。默认为 left。',
  'Removes a kind of content from all pages.': '从所有页面删除某一类内容。',
  'Free-form object of further settings.': '自由格式的对象，包含更多设置。',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html); latex typesets LaTeX, other markup and Markdown by TeX, if that is installed. Left out: chromium for Markdown, without scripts and if it is installed, otherwise libreoffice.':
    '读取 HTML 和 Markdown 的程序：libreoffice 将其转为文本文档；chromium 像浏览器一样呈现，包括样式和脚本，还可以读取包含网页及其文件的 zip（index.html）；latex 用 TeX 排版 LaTeX、其他标记语言和 Markdown（须已安装 TeX）。省略时：Markdown 使用 chromium（不运行脚本，且须已安装），其他使用 libreoffice。',
  'Look of a page made of Markdown or other markup: plain is like the page of a Markdown host; article has serif letters and page numbers; report has a title page if the text names its title (front matter), colored headings and tables, and page numbers. Left out: plain for Markdown, article for other markup.':
    '由 Markdown 或其他标记语言生成的页面的外观：plain 类似 Markdown 网站的页面；article 使用衬线字体和页码；report 在文本注明标题（front matter）时有标题页，并有彩色标题和表格以及页码。省略时：Markdown 为 plain，其他标记语言为 article。',
  'Style sheet for a page made of Markdown, and for pdf also of other markup, after that of style. It loads nothing; for html only plain rules are kept, without @media and the like.':
    '用于由 Markdown（输出 pdf 时也包括其他标记语言）生成的页面的样式表，在 style 的样式之后应用。它不加载任何内容；对于 html 只保留简单规则，不含 @media 等。',
  'Width of the browser window in CSS pixels.': '浏览器窗口的宽度（CSS 像素）。',
  'Height of the browser window in CSS pixels.': '浏览器窗口的高度（CSS 像素）。',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.': '每个 CSS 像素对应的设备像素数：2 为高分辨率屏幕。',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    '是否请求网页使用深色，如同偏好深色的读者那样。',
  'Whether to run the scripts of the page.': '是否运行网页的脚本。',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    '网页加载最多可用的秒数。超时后按当时的样子截取网页，并给出警告；其他等待也随之结束。',
  'CSS selector of an element to wait for until it is visible. If it never is, the conversion fails.':
    '元素的 CSS 选择器，会一直等到该元素可见。如果始终不可见，转换失败。',
  'Additional milliseconds to wait at the end, for what a page does by a timer.':
    '最后再等待的毫秒数，用于网页中由定时器触发的内容。',
  'Margin at the top of each page in millimetres.': '每页的上边距（毫米）。',
  'Margin at the bottom of each page in millimetres.': '每页的下边距（毫米）。',
  'Margin at the left of each page in millimetres.': '每页的左边距（毫米）。',
  'Margin at the right of each page in millimetres.': '每页的右边距（毫米）。',
  'Scale of the page: 0.5 is half the size.': '网页的缩放比例：0.5 为一半大小。',
  'HTML at the top of each page, in its margin (margin_top). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    '每页顶部边距（margin_top）中的 HTML。类名为 pageNumber、totalPages、title、url 和 date 的元素会填入相应文字。它不继承网页的样式；不设字号时，文字会小得无法阅读。',
  'HTML at the bottom of each page, in its margin (margin_bottom). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    '每页底部边距（margin_bottom）中的 HTML。类名为 pageNumber、totalPages、title、url 和 date 的元素会填入相应文字。它不继承网页的样式；不设字号时，文字会小得无法阅读。',
  'Pages to print, separated by commas: numbers and ranges. Left out: all.':
    '要打印的页面，以逗号分隔：页码和范围。不设置：所有页面。',
  'Whether to print background colors and pictures.': '是否打印背景颜色和背景图片。',
  'Whether a paper size set by the page itself (@page) takes precedence.':
    '是否优先使用网页自身设定的纸张大小（@page）。',
  'Which styles of the page to use: those for print or those for screens.': '使用网页的哪种样式：打印样式或屏幕样式。',
  'For DWG and DXF: length on paper to length in the drawing, such as 1:50, or fit, which fills the paper. Left out: fit for the model, 1:1 for a layout, whose paper is its own.':
    '用于 DWG 和 DXF：纸上长度与图中长度之比，例如 1:50，或 fit，即充满纸张。不设置：模型为 fit；布局有自己的纸张，为 1:1。',
  'For DWG and DXF: factor for line weights; 0 draws all lines as thin as is visible. Left out: 1, the weights of the drawing.':
    '用于 DWG 和 DXF：线宽的倍数；0 将所有线条画得尽可能细而仍可见。不设置：1，即图纸中的线宽。',
  'For DWG and DXF: draws everything in one color: black, or white on a dark background.':
    '用于 DWG 和 DXF：所有内容用一种颜色绘制：黑色，深色背景上为白色。',
  'For DWG and DXF: color of the paper, as # and six hex digits. On a dark one, black lines become white. Left out: white.':
    '用于 DWG 和 DXF：纸张颜色，格式为 # 加六位十六进制数字。纸张为深色时，黑色线条变为白色。不设置：白色。',
  'Layout of the text on the page: from one character or line to columns or scattered words. osd detects orientation and script.':
    '页面上文字的版面：从单个字符或单行到多栏或零散的词。osd 会检测文字的方向和种类。',
  'Subtitles that are pictures (Blu-ray, DVD, DVB) only: languages to read them in, codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Left out: the language that the track states.':
    '仅用于图像字幕（蓝光、DVD、DVB）：识别所用的语言，如 eng 或 deu 的代码，或如 script-Latin 的文字名称，以逗号分隔，不加空格。不设置：字幕轨标明的语言。',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first; text before pictures. Not with language_stt.':
    '要提取的视频字幕轨，1 为第一条。不设置：默认字幕轨，没有则为第一条；文字优先于图像。不能与 language_stt 同用。',
  'Recognition engine tuned to how the source was made.': '与源文件制作方式相适应的识别引擎。',
  'Settings of the engine named by ocr_engine.': 'ocr_engine 所选引擎的设置。',
  'How the text of fixed pages is written: reading writes columns one after the other, lines as on the page, and one line per table row; layout keeps each word in its position with spaces. For PDF, PostScript, slides, drawings, and pages whose text is recognised with ocr_mode layout.':
    '如何写出固定页面的文字：reading 依次写出各栏，分行与页面相同，表格每行写成一行；layout 用空格使每个词保持在原位置。用于 PDF、PostScript、幻灯片、图纸，以及用 ocr_mode layout 识别文字的页面。',
  'Writes the time of every word into each subtitle, so that players can show words as they are spoken. If the speech model gives no word times, they are estimated, with a warning.':
    '在每条字幕中写入每个词的时间，使播放器能随语音逐词显示。如果语音模型不提供词的时间，则进行估算并给出警告。',
  'Series that the book belongs to. Left out: that of the source.': '书籍所属的丛书。不设置：与源文件相同。',
  'Position of the book in its series. Left out: 1.': '书籍在丛书中的序号。不设置：1。',
  'Language of the book as a BCP 47 tag. Left out: that of the source.':
    '书籍的语言，格式为 BCP 47 标签。不设置：与源文件相同。',
  'Publisher of the book. Left out: that of the source.': '书籍的出版社。不设置：与源文件相同。',
  'Subjects of the book, separated by commas. Left out: those of the source.':
    '书籍的主题，以逗号分隔。不设置：与源文件相同。',
  'What the book is about. Left out: what the source says.': '书籍的内容简介。不设置：与源文件相同。',
  'Identifiers of the book as scheme:value, separated by commas. Those of other schemes stay.':
    '书籍的标识符，格式为 scheme:value，以逗号分隔。其他类型的标识符保持不变。',
  'Uses the second input, a JPEG, PNG or GIF picture, as the cover of the book.':
    '将第二个输入（JPEG、PNG 或 GIF 图片）用作书籍的封面。',
  'Empty border around the text in centimetres.': '文字四周的留白（厘米）。',
  'Character encoding of the source. Left out: what the source says, or a guess.':
    '源文件的字符编码。不设置：以源文件的说明为准，没有说明则推测。',
  'Writes the text in ASCII: other letters are replaced by the closest ASCII ones.':
    '用 ASCII 写出文字：其他字母替换为最接近的 ASCII 字母。',
  'Looks for chapters, broken lines and the like in a source without structure, and repairs them.':
    '在没有结构的源文件中查找章节、断行等问题并修复。',
  'Size of the body text in points; all other sizes scale in proportion.': '正文的字号（点）；其他字号按比例变化。',
  'What formulas (MathML) become: text in one line such as (a+1)/b, or a picture each (in EPUB, HTML and docx), with that text as its description. Left out: they stay in EPUB 3 and kepub, are drawn in a PDF, and become text elsewhere; those of docx become text everywhere.':
    '公式（MathML）转为什么：单行文字，例如 (a+1)/b；或各转为一张图片（用于 EPUB、HTML 和 docx），并以该文字作为图片说明。不设置：在 EPUB 3 和 kepub 中保留，在 PDF 中绘出，在其他格式中转为文字；docx 中的公式始终转为文字。',
  'Embeds a sans-serif or serif font in the book, so that every device shows the same.':
    '在书中嵌入无衬线或衬线字体，使所有设备的显示效果相同。',
  'Paper of the pages.': '页面的纸张。',
  'Margin of this side in points (1/72 inch). It replaces border; with 0, border applies to this side. Left out: 72, or border if that is set.':
    '这一侧的边距，单位为点（1/72 英寸）。它取代 border；设为 0 时，这一侧使用 border。不设置：72；如果设置了 border，则使用 border。',
  'Size of text that has none of its own, in pixels.': '没有自带字号的文字的字号（像素）。',
  'Adds a printed table of contents at the end.': '在末尾添加一份可打印的目录。',
  'Leaves out the cover picture.': '去掉封面图片。',
  'Character encoding of the source, by any usual name. Left out: what the source says, or a guess.':
    '源文件的字符编码，任何常用名称均可。不设置：以源文件的说明为准，没有说明则推测。',
  'Media features that the style sheets of the page are to see, such as prefers-reduced-motion or prefers-contrast. prefers-color-scheme takes precedence over dark_mode. Features that Chromium does not emulate keep their value.':
    '提供给网页样式表的媒体特性，例如 prefers-reduced-motion 或 prefers-contrast。prefers-color-scheme 优先于 dark_mode。Chromium 无法模拟的特性保持原值。',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second, network_almost_idle until there have been at most two. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    '等待什么：load 等待网页及其所有资源；network_idle 还会等到半秒内没有请求，network_almost_idle 则等到半秒内最多有两个请求。无论哪种，都在网页静止后才截取：字体已加载，没有进行中的请求，并且连续绘制的两帧没有变化。',
  'JavaScript expression to wait for until its value, or that of the promise it returns, counts as true. It is evaluated in the page ten times a second. If it never is true, or ends with an error, the conversion fails.':
    'JavaScript 表达式，会一直等到它的值或它返回的 promise 的值为真。该表达式每秒在网页中求值十次。如果始终不为真或出现错误，转换失败。',
  'Whether to make the paper as high as the page, so that it is not cut into several; and wider if the page is wider than the paper. Breaks that the page itself forces (break-after) remain, each with its own page.':
    '是否使纸张与网页一样高，避免网页被分成多页；网页比纸张宽时，纸张也会加宽。网页自身强制的分页（break-after）仍然有效，各成一页。',
  'Whether the PDF says what is a heading, a list or a table, for screen readers.':
    '是否在 PDF 中标明标题、列表和表格，供屏幕阅读器使用。',
  'Whether the headings of the page become bookmarks of the PDF. They need tagged.':
    '网页中的标题是否成为 PDF 的书签。需要启用 tagged。',
  'User agent that the browser sends. Left out: that of Chromium.':
    '浏览器发送的用户代理。不设置：Chromium 的用户代理。',
  'Cookies that the browser has at the start. Without domain: for the host of the address alone, or of an uploaded page, which only its scripts see.':
    '浏览器启动时已有的 Cookie。没有 domain 时：只用于该地址的主机；对于上传的网页则用于该网页，且只有其脚本能看到。',
  'Further headers of requests: an object of name: value. They go to the origin of the address, not to others; those of an uploaded page, which has none, to every address. A value can also be {value, scope}: the header then goes to the addresses that the regular expression scope matches, and to no others. They do not follow a redirect.':
    '附加的请求标头：形如 name: value 的对象。标头只发送到该地址的来源，不发送到其他来源；上传的网页没有来源，其标头发送到所有地址。值也可以是 {value, scope}：此时标头只发送到与正则表达式 scope 匹配的地址。重定向后不再发送。',
  'HTTP statuses of the resources of the page, such as its pictures and style sheets, with which the conversion fails. 499 stands for 400 to 499, 599 for 500 to 599, and so on.':
    '网页的资源（如图片和样式表）返回这些 HTTP 状态时，转换失败。499 代表 400 至 499，599 代表 500 至 599，以此类推。',
  'Hosts, with those below them, whose resources fail_on_resource_status leaves out of account.':
    'fail_on_resource_status 会忽略这些主机及其下级主机的资源。',
  'Whether the conversion fails if a resource of the page cannot be loaded: its server cannot be reached, its address is refused, or the file did not come with the page.':
    '网页的资源无法加载时，转换是否失败：无法连接服务器、地址被拒绝，或文件没有随网页一起提供。',
  'Whether the conversion fails if a script of the page ends with an error that nothing catches.':
    '网页的脚本出现未捕获的错误时，转换是否失败。',
  'Whether readers of a protected result may change it. false also means the three below, unless they are true.':
    '结果受保护时，读者是否可以更改。设为 false 时，下面三项也为 false，除非它们设为 true。',
  'Whether readers of a protected result may add comments. Left out: as allow_modification.':
    '结果受保护时，读者是否可以添加批注。不设置：与 allow_modification 相同。',
  'Whether readers of a protected result may fill in forms. Left out: as allow_modification. Who may add comments may do it too, so deny both.':
    '结果受保护时，读者是否可以填写表单。不设置：与 allow_modification 相同。可以添加批注的人也可以填写表单，因此要禁止就应同时禁止两者。',
  'Whether readers of a protected result may add, remove and turn pages. Left out: as allow_modification.':
    '结果受保护时，读者是否可以添加、删除和旋转页面。不设置：与 allow_modification 相同。',
  'Bookmarks (outline) of the result, before it is split. They replace those of the document, or of an input that filename names.':
    '结果在拆分之前的书签（大纲）。它们取代文档的书签，或取代 filename 所指输入的书签。',
  'Values of form fields by field name: a text; true or false for a check box; an export value or label for radio buttons, choices and lists, or a list of several where the field allows it. operation/form-fields lists the fields. With fill_from, these go into every PDF.':
    '按字段名称给出表单字段的值：文本；复选框用 true 或 false；单选按钮、下拉框和列表用导出值或标签，字段允许时可用多个值的列表。operation/form-fields 列出字段。与 fill_from 一起使用时，这些值写入每个 PDF。',
  'File name of the input with the values of form fields: JSON, FDF, XFDF, or CSV with field names in its first row. Each row of a CSV, and each object of a JSON list, makes a PDF; merge joins them.':
    '含有表单字段值的输入的文件名：JSON、FDF、XFDF，或第一行为字段名称的 CSV。CSV 的每一行和 JSON 列表的每个对象生成一个 PDF；merge 将它们合并。',
  'Inputs to attach to the result, by their file names; they are not converted. Each is also an associated file of the document.':
    '要附加到结果中的输入，以文件名指定；它们不会被转换。每个输入也是文档的关联文件。',
  'Makes the result PDF/UA-1 (ISO 14289), for people who need assistive programs: with the tags that LibreOffice and browsers write (engine chromium for web pages), titles, and descriptions of links. All rules that can be checked without drawing pages are checked; a warning names what is missing, such as descriptions of pictures, and the result does not claim to be PDF/UA. A PDF without tags cannot be made PDF/UA.':
    '将结果制作为 PDF/UA-1（ISO 14289），供需要辅助软件的人使用：带有 LibreOffice 和浏览器写入的标签（网页用 engine chromium）、标题和链接说明。所有无需绘制页面即可检查的规则都会检查；缺少的内容（例如图片说明）会在警告中列出，此时结果不会声明为 PDF/UA。没有标签的 PDF 无法制作为 PDF/UA。',
  'Makes an electronic invoice (Factur-X, ZUGFeRD) of this profile: the embedded file factur-x.xml is the invoice as XML. Needs pdf_a 3b. Rules of EN 16931 that the XML breaks are named in a warning.':
    '制作此规格的电子发票（Factur-X、ZUGFeRD）：嵌入的文件 factur-x.xml 是 XML 形式的发票。需要 pdf_a 3b。XML 违反的 EN 16931 规则会在警告中列出。',
  'With factur_x: kind of the document. Left out: invoice.': '与 factur_x 同用：文档的类型。不设置：invoice。',
  'With factur_x: version of the XML format that is stated. Left out: 1.0.':
    '与 factur_x 同用：标明的 XML 格式版本。不设置：1.0。',
  'Pages of the document that are written, in their order: numbers and ranges such as 1-3, 5, 8-.':
    '要写出的文档页面，按其顺序：页码和范围，例如 1-3, 5, 8-。',
  'Writes each sheet of a spreadsheet on one page of its size. Not with fit_width.':
    '将表格的每个工作表写在与其大小相同的一页上。不能与 fit_width 同用。',
  'Makes wide sheets of a spreadsheet smaller, so that all their columns are on one page.':
    '缩小表格中较宽的工作表，使其所有列都在一页上。',
  'Whether form fields can be filled in the PDF. Left out: they can.': '是否可以在 PDF 中填写表单字段。不设置：可以。',
  'Form fields may have the same name, and then have the same value.': '表单字段可以同名，同名字段的值也相同。',
  'Whether headings, slides or sheets become bookmarks. Left out: they do.':
    '标题、幻灯片或工作表是否成为书签。不设置：是。',
  'Bookmarks of a text become places that other documents can link to.': '文本的书签成为其他文档可以链接到的位置。',
  'Writes placeholder fields of a text as they are shown in the editor, not as empty fields.':
    '将文本的占位符字段写成编辑器中显示的样子，而不是空字段。',
  'Comments become comments of the PDF.': '批注成为 PDF 的批注。',
  'Adds a page with the notes after the slides for each slide of a presentation.':
    '在演示文稿的幻灯片之后，为每张幻灯片添加一页备注。',
  'Writes only the pages with notes of a presentation, not its slides.': '只写出演示文稿的备注页，不包含幻灯片。',
  'Links to other OpenDocument files lead to PDFs of the same names instead.':
    '指向其他 OpenDocument 文件的链接改为指向同名的 PDF。',
  'Stores pictures of the document without loss. Otherwise they become JPEG.':
    '以无损方式存储文档中的图片。否则图片转为 JPEG。',
  'Quality of the JPEG pictures that LibreOffice writes, in percent. Left out: 90. Not with lossless_images.':
    'LibreOffice 写入的 JPEG 图片的质量（百分比）。不设置：90。不能与 lossless_images 同用。',
  'Maximum DPI of the pictures that LibreOffice writes; finer ones become smaller.':
    'LibreOffice 写入的图片的最高 DPI；更精细的图片会缩小。',
  'What a viewer shows at first: the pages alone, or bookmarks or thumbnails beside them.':
    '阅读器打开时显示的内容：只有页面，或在旁边显示书签或缩略图。',
  'Page that a viewer shows at first.': '阅读器打开时显示的页面。',
  'Size in which a viewer shows the pages at first; zoom is that of the option zoom.':
    '阅读器打开时显示页面的大小；zoom 表示使用选项 zoom 的大小。',
  'With magnification zoom: size in percent.': '与 magnification zoom 同用：大小（百分比）。',
  'How a viewer arranges the pages: one at a time, in one column, or in two columns.':
    '阅读器如何排列页面：一次一页、单列或双列。',
  'The window of the viewer gets the size of the first page.': '阅读器窗口的大小与第一页相同。',
  'The window of the viewer is in the middle of the screen.': '阅读器窗口位于屏幕中央。',
  'A viewer shows the document on the full screen.': '阅读器全屏显示文档。',
  'Whether the title bar shows the title instead of the file name. Left out: it does.':
    '标题栏是否显示标题而不是文件名。不设置：显示标题。',
  'The viewer hides its menus.': '阅读器隐藏菜单。',
  'The viewer hides its tools.': '阅读器隐藏工具栏。',
  'The viewer hides its other controls, such as scroll bars.': '阅读器隐藏其他控件，例如滚动条。',
  'Whether slide transitions become effects of the PDF. Left out: they do.':
    '幻灯片切换是否成为 PDF 的效果。不设置：是。',
  'Levels of bookmarks that are open at first; -1 means all.': '打开时展开的书签级数；-1 表示全部。',
  'Text that LibreOffice writes across each page, upright and transparent. stamp_text also suits other inputs.':
    'LibreOffice 横贯每页写入的文字，直立且透明。stamp_text 也适用于其他输入。',
  'Text that LibreOffice repeats all over each page. Not with native_watermark_text.':
    'LibreOffice 在每页上重复铺满的文字。不能与 native_watermark_text 同用。',
  'Colour of native_watermark_text as #rrggbb. Left out: #7fff7f.':
    'native_watermark_text 的颜色，格式为 #rrggbb。不设置：#7fff7f。',
  'Font size of native_watermark_text in points. Left out: as large as fits.':
    'native_watermark_text 的字号（点）。不设置：页面能容纳的最大字号。',
  'Degrees by which native_watermark_text is turned, against the clock.': 'native_watermark_text 逆时针旋转的度数。',
  'Font of native_watermark_text. Left out: Helvetica.': 'native_watermark_text 的字体。不设置：Helvetica。',
  'Makes the tables of contents and other indexes of a text again. Left out: they are as they were saved.':
    '重新生成文本的目录和其他索引。省略时保持保存时的样子。',
  'Whether empty pages are left out that a text has only to begin a chapter on a right page. Left out: they are.':
    '是否省略仅为让章节从右页开始而有的空白页。省略时为是。',
  'Puts the document, as OpenDocument, into the PDF, so that LibreOffice can edit it. Other work on the PDF removes it again.':
    '把文档以 OpenDocument 形式放入 PDF，使 LibreOffice 可以编辑。对该 PDF 的其他处理会将其移除。',
  'Whether an uploaded page may load resources from public web addresses. Otherwise it can load only its own files.':
    '上传的网页是否可以从公共网址加载资源。否则只能加载自己的文件。',
  'What to extract: attachments are files that are attached to a PDF or a mail, or embedded in an office document; media is sound and film.':
    '提取的内容：attachments 是附在 PDF 或邮件中、或嵌入办公文档中的文件；media 是音频和视频。',
  'What shows the differences: marks is a PDF of the pages of the first that differ; side_by_side a PDF with both pages next to each other, marked in the second; text a web page with the words that were added and removed, wherever they stand.':
    '差异的显示方式：marks 是第一个文件中有差异的页面组成的 PDF；side_by_side 是两页并排、在第二页上标记的 PDF；text 是列出增加和删除的词的网页，不论其位置。',
};

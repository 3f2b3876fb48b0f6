/** Descriptions of options of documents and books, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'How many characters from the end of a chunk the next one may repeat, in whole sentences or list items. Chunks that begin with a heading or a page repeat nothing.':
    'Cuántos caracteres del final de un fragmento puede repetir el siguiente, en frases o elementos de lista completos. Los fragmentos que empiezan con un encabezado o una página no repiten nada.',
  'Filter over the picture before recognition: gray turns it to shades of grey, which may find more text.':
    'Filtro que se aplica a la imagen antes del reconocimiento: gray la pasa a tonos de gris, con lo que a veces se encuentra más texto.',
  'Settings of the filter named by ocr_filter.': 'Ajustes del filtro indicado en ocr_filter.',
  'Pages of a PDF to convert, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-. Left out: all.':
    'Páginas del PDF que se convierten, en este orden: números, first, last, even, odd o intervalos como 2-4, 5-. Sin valor: todas.',
  'What becomes of the tracked changes of a text: accept makes what a reader of the final text sees; reject makes the text as it was before them; show keeps them as changes where the target can (doc, docx, odt, rtf), and elsewhere shows deleted and inserted text together. A warning says how many there are.':
    'Qué pasa con los cambios controlados de un texto: accept lo deja como lo ve quien lee la versión final; reject, como estaba antes de los cambios; show los conserva como cambios si el formato lo permite (doc, docx, odt, rtf) y, si no, muestra juntos el texto borrado y el añadido. Un aviso indica cuántos hay.',
  'What becomes of hidden sheets, rows and columns of a spreadsheet and of hidden slides: exclude leaves them out, or keeps them hidden where the target can hide (spreadsheets of spreadsheets, presentations of presentations); include shows them like all others. With exclude a warning says what is hidden.':
    'Qué pasa con las hojas, filas y columnas ocultas de una hoja de cálculo y con las diapositivas ocultas: exclude las omite, o las deja ocultas si el formato lo permite (de hoja de cálculo a hoja de cálculo, de presentación a presentación); include las muestra como las demás. Con exclude, un aviso indica qué está oculto.',
  'For DWG and DXF: names of the layers to draw, separated by commas; * stands for any characters. They are drawn even if they are off, frozen or not plotted, and no others. Left out: the layers that the drawing plots.':
    'Para DWG y DXF: nombres de las capas que se dibujan, separados por comas; * representa cualquier texto. Se dibujan aunque estén desactivadas, congeladas o no se impriman, y no se dibuja ninguna otra. Sin valor: las capas que se imprimen según el plano.',
  'For DWG and DXF: names of layers not to draw, separated by commas; * stands for any characters.':
    'Para DWG y DXF: nombres de las capas que no se dibujan, separados por comas; * representa cualquier texto.',
  'PDF sources only: turns the pages into images before recognition, so that text hidden in the file is not used.':
    'Solo si el original es un PDF: convierte las páginas en imágenes antes del reconocimiento, para que no se use texto oculto en el archivo.',
  'Writes a comment <!-- page 3 --> where each page begins. For inputs with fixed pages: PDF, PostScript, slides, drawings, and scanned pages. A paragraph that continues on the next page stays whole, with the comment after it.':
    'Escribe un comentario <!-- page 3 --> donde empieza cada página. Para entradas con páginas fijas: PDF, PostScript, diapositivas, planos y páginas escaneadas. Un párrafo que continúa en la página siguiente queda entero, con el comentario detrás.',
  'text keeps only the recognised words, layout also keeps their positions on the page.':
    'text conserva solo las palabras reconocidas, layout conserva también su posición en la página.',
  'Quality of the images in percent; 100 is best.': 'Calidad de las imágenes en porcentaje; 100 es la mejor.',
  'DPI of images.': 'DPI de las imágenes.',
  'Turns each page whose text cannot be selected into one image of this DPI.':
    'Convierte cada página cuyo texto no se puede seleccionar en una sola imagen con estos DPI.',
  'basic packs the file tighter without loss, strong also lowers the quality of images.':
    'basic compacta más el archivo sin pérdidas, strong reduce además la calidad de las imágenes.',
  'Color model of the whole document.': 'Modelo de color de todo el documento.',
  'Converts only the images to shades of grey.': 'Pasa solo las imágenes a tonos de gris.',
  'Turns the pages of scans upright, as tesseract sees their text, and pages with text of their own by its direction. A warning names the pages that were turned, and those with too little text to tell.':
    'Gira las páginas escaneadas hasta que tesseract ve derecho su texto, y las páginas con texto propio según su dirección. Un aviso nombra las páginas giradas y las que tienen muy poco texto para saberlo.',
  'Straightens pages that were scanned at an angle.': 'Endereza las páginas que se escanearon torcidas.',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    'Ordena el archivo para que un navegador pueda mostrar la primera página antes de cargar el resto.',
  'Whether readers of a protected result may print it.': 'Indica si se puede imprimir un resultado protegido.',
  'Whether readers of a protected result may copy text and images.':
    'Indica si se pueden copiar texto e imágenes de un resultado protegido.',
  'Width of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the height too.':
    'Anchura de las páginas en la unidad indicada en custom_page_size_unit; para pulgadas conviene usar cuatro decimales. Requiere también la altura.',
  'Height of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the width too.':
    'Altura de las páginas en la unidad indicada en custom_page_size_unit; para pulgadas conviene usar cuatro decimales. Requiere también la anchura.',
  'Unit of the custom page size: millimetres (default) or inches.':
    'Unidad del tamaño de página propio: milímetros (predeterminado) o pulgadas.',
  'Unit of the borders: millimetres, centimetres, inches or points (1/72 inch).':
    'Unidad de los bordes: milímetros, centímetros, pulgadas o puntos (1/72 de pulgada).',
  'Space added at the top of each page, in border_unit.':
    'Espacio que se añade en la parte superior de cada página, en la unidad indicada en border_unit.',
  'Space added at the bottom of each page, in border_unit.':
    'Espacio que se añade en la parte inferior de cada página, en la unidad indicada en border_unit.',
  'Space added at the left of each page, in border_unit.':
    'Espacio que se añade a la izquierda de cada página, en la unidad indicada en border_unit.',
  'Space added at the right of each page, in border_unit.':
    'Espacio que se añade a la derecha de cada página, en la unidad indicada en border_unit.',
  'Pages of the result in their order, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Pages not named are dropped; a range from high to low (8-5, last-first) runs backwards.':
    'Páginas del resultado en su orden, separadas por comas: números, first, last, even, odd o intervalos como 5-8, 5-, first-3. Las páginas que no se indican se quitan; un intervalo de mayor a menor (8-5, last-first) va hacia atrás.',
  'Makes one PDF of each page.': 'Hace un PDF de cada página.',
  'Cuts each page into this many parts side by side.':
    'Número de partes, una al lado de otra, en que se corta cada página.',
  'Cuts each page into this many parts one above the other.':
    'Número de partes, una encima de otra, en que se corta cada página.',
  'Crops each page to one of the boxes that printers use: media is the whole sheet; bleed, trim and art are smaller. Pages without that box stay as they are. Content outside the box is hidden, not removed.':
    'Recorta cada página según una de las áreas que usan las imprentas: media es la hoja entera; bleed, trim y art son más pequeñas. Las páginas que no tienen esa área se quedan como están. El contenido de fuera se oculta, pero no se elimina.',
  'Cuts this much off the top of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Cuánto se recorta de la parte superior de cada página tal como se ve, en la unidad indicada en crop_unit. Lo recortado se oculta, pero no se elimina del archivo.',
  'Cuts this much off the bottom of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Cuánto se recorta de la parte inferior de cada página tal como se ve, en la unidad indicada en crop_unit. Lo recortado se oculta, pero no se elimina del archivo.',
  'Cuts this much off the left of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Cuánto se recorta del lado izquierdo de cada página tal como se ve, en la unidad indicada en crop_unit. Lo recortado se oculta, pero no se elimina del archivo.',
  'Cuts this much off the right of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Cuánto se recorta del lado derecho de cada página tal como se ve, en la unidad indicada en crop_unit. Lo recortado se oculta, pero no se elimina del archivo.',
  'Width of the area to keep, in crop_unit, which begins at crop_left; cut at the edge of the page. Instead of crop_right.':
    'Anchura del área que se conserva, en la unidad indicada en crop_unit; el área empieza en crop_left y se corta en el borde de la página. En lugar de crop_right.',
  'Height of the area to keep, in crop_unit, which begins at crop_top; cut at the edge of the page. Instead of crop_bottom.':
    'Altura del área que se conserva, en la unidad indicada en crop_unit; el área empieza en crop_top y se corta en el borde de la página. En lugar de crop_bottom.',
  'Unit of the other crop options: millimetres (default), centimetres, inches or points (1/72 inch).':
    'Unidad de las demás opciones de recorte: milímetros (predeterminado), centímetros, pulgadas o puntos (1/72 de pulgada).',
  'Lays the first page of the second input, or stamp_text, over each page of the first input.':
    'Pone la primera página de la segunda entrada, o stamp_text, encima de cada página de la primera entrada.',
  'Lays the first page of the second input, or stamp_text, under each page of the first input.':
    'Pone la primera página de la segunda entrada, o stamp_text, debajo de cada página de la primera entrada.',
  'Text to place on the pages instead of a second input: over them, or under them with watermark. Any script that the installed fonts support; a line break starts a new line. Placed 10 mm from the edges, and scaled down if it does not fit.':
    'Texto que se pone en las páginas en lugar de una segunda entrada: encima de ellas o, con “Marca de agua”, debajo. Vale cualquier escritura que admitan las fuentes instaladas; un salto de línea empieza una línea nueva. Queda a 10 mm de los bordes y se reduce si no cabe.',
  'Font size of stamp_text in points. Left out: 48.': 'Tamaño de letra de stamp_text en puntos. Sin valor: 48.',
  'Colour of stamp_text as #rrggbb. Left out: black.': 'Color de stamp_text como #rrggbb. Sin valor: negro.',
  'With stamp, watermark or stamp_text: its position on each page, at its own size or as large as fits. A picture is placed without a page around it. Left out: the first page of the second input is centred, and a picture becomes a page with the picture at its top.':
    'Posición del sello, de la marca de agua o de stamp_text en cada página, a su propio tamaño o lo más grande que quepa. Una imagen se pone sin página alrededor. Sin valor: la primera página de la segunda entrada queda centrada, y una imagen pasa a ser una página con la imagen arriba.',
  'Opacity of the stamp, watermark or stamp_text in percent; 100, the default, hides what is below.':
    'Opacidad del sello, de la marca de agua o de stamp_text en porcentaje; 100, el valor predeterminado, tapa lo que hay debajo.',
  'Size of the stamp, watermark or stamp_text in percent of its own. Scaled down if it does not fit the page.':
    'Tamaño del sello, de la marca de agua o de stamp_text, en porcentaje del suyo propio. Se reduce si no cabe en la página.',
  'Degrees by which the stamp, watermark or stamp_text is turned clockwise; -45 makes a text rise from the lower left.':
    'Grados que se gira el sello, la marca de agua o stamp_text en el sentido de las agujas del reloj; con -45, un texto sube desde abajo a la izquierda.',
  'Pages that get the stamp, watermark or stamp_text, as they are before rearrange: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Left out: all.':
    'Páginas que llevan el sello, la marca de agua o stamp_text, contadas antes de ordenarlas: números, first, last, even, odd o intervalos como 5-8, 5-, first-3. Sin valor: todas.',
  'Writes a number on each page of the result: this text, in which {page} is the number of the page and {pages} that of the last one. They are written before the document is split.':
    'Escribe un número en cada página del resultado: este texto, en el que {page} es el número de la página y {pages} el de la última. Se escriben antes de dividir el documento.',
  'Number of the first page of the document. Left out: 1. With 0 and page_numbers_pages 2-, the second page is number 1.':
    'Número de la primera página del documento. Sin valor: 1. Con 0 y 2- en page_numbers_pages, la segunda página lleva el número 1.',
  'Where the number is placed, 10 mm from the edges of the page. Left out: bottom.':
    'Dónde se pone el número, a 10 mm de los bordes de la página. Sin valor: bottom.',
  'Pages that get a number: numbers, first, last, even, odd, or ranges such as 2-, 5-8. Left out: all.':
    'Páginas que llevan número: números, first, last, even, odd o intervalos como 2-, 5-8. Sin valor: todas.',
  'Font size of the page numbers in points. Left out: 10.':
    'Tamaño de letra de los números de página en puntos. Sin valor: 10.',
  'Makes form fields, comments and other annotations, or all of them, part of the page content, so that they can no longer be filled in or opened. Links stay links.':
    'Integra en el contenido de la página los campos de formulario, los comentarios y otras anotaciones, o todo ello, de modo que ya no se puedan rellenar ni abrir. Los enlaces siguen siendo enlaces.',
  'Removes all scripts: of the document, its pages, fields, links and bookmarks.':
    'Quita todos los scripts: los del documento, sus páginas, campos, enlaces y marcadores.',
  'Removes all attached files, those of pages and comments too.':
    'Quita todos los archivos adjuntos, también los de páginas y comentarios.',
  'Removes comments, marks, stamps of reviewers, sound and films. Links and form fields stay; what flatten made part of the pages too.':
    'Quita comentarios, marcas, sellos de revisores, sonido y vídeos. Se conservan los enlaces y los campos de formulario, y también lo que “Integrar en la página” haya hecho parte de las páginas.',
  'Repeats the stamp, watermark or stamp_text over the whole page, so that it cannot be cropped away. Not together with alignment.':
    'Repite el sello, la marca de agua o stamp_text por toda la página, de modo que no se pueda recortar. No se combina con alignment.',
  'Several texts on the pages, each an item with the same settings as stamp_text has: text, where (over or under the pages), size, color, alignment, opacity, scale, angle, pages, tiled. They are placed in this order.':
    'Varios textos en las páginas, cada uno con los mismos ajustes que stamp_text: text, where (over o under: sobre o bajo las páginas), size, color, alignment, opacity, scale, angle, pages, tiled. Se colocan en este orden.',
  'Lays the pages of the second input over those of the first, or under them, page by page: the first on the first, the second on the second. Each is centred, at its own size or as large as fits.':
    'Coloca las páginas de la segunda entrada sobre las de la primera, o debajo, página por página: la primera en la primera, la segunda en la segunda. Cada una va centrada, a su tamaño o tan grande como quepa.',
  'With overlay: what further pages of the first input get, if the second has fewer: nothing (default), its last page, or all of its pages again.':
    'Con overlay: qué reciben las demás páginas de la primera entrada si la segunda tiene menos: nada (por defecto), su última página o todas sus páginas de nuevo.',
  'Removes what each item names: a text, a pattern, a regular expression, an area, a form field, or what redaction annotations mark. It is removed from pages, pictures, recognised text, comments, bookmarks and all other parts, with black boxes in its place; attached files, scripts, signatures and metadata are removed too. Then other programs and text recognition search the result: if something is still found, the conversion fails.':
    'Quita lo que nombra cada elemento: un texto, un patrón, una expresión regular, una zona, un campo de formulario o lo que marcan las anotaciones de censura. Desaparece de páginas, imágenes, texto reconocido, comentarios, marcadores y todas las demás partes, y en su lugar quedan recuadros negros; también se quitan archivos adjuntos, scripts, firmas y metadatos. Después, otros programas y el reconocimiento de texto buscan en el resultado: si todavía se encuentra algo, la conversión falla.',
  'Signs the result, once for each item, with a private key and its certificate (PAdES B-B; with timestamp B-T). Signatures are added to the bytes of the file, so earlier ones stay valid if nothing else is asked for. With x, y, width and height it is seen on a page.':
    'Firma el resultado, una vez por cada elemento, con una clave privada y su certificado (PAdES B-B; con timestamp B-T). Las firmas se añaden al final del archivo, de modo que las anteriores siguen siendo válidas si no se pide nada más. Con x, y, width y height se ve en una página.',
  'What to do if signatures of the document would not be valid in the result, because it is a new file: say so in a warning (default), refuse, or attach the signed document to the result.':
    'Qué hacer si las firmas del documento dejaran de ser válidas en el resultado, porque es un archivo nuevo: avisar (por defecto), rechazar, o adjuntar el documento firmado al resultado.',
  'File names of the inputs with certificates (PEM or DER) that are trusted. Left out: none, so that signers are named, but not trusted.':
    'Nombres de los archivos de entrada con certificados de confianza (PEM o DER). Si se omite: ninguno; los firmantes se nombran, pero no se consideran de confianza.',
  'Removes the links on the pages; their text stays.': 'Quita los enlaces de las páginas; su texto se conserva.',
  'Removes the pages on which nothing is seen, and names them in a warning. Specks of up to 2 mm, the grain of scanned paper and what shines through it are nothing; so are links and invisible text. Pages with form fields stay. Stamps, rearrange and other options count the pages that are left.':
    'Quita las páginas en las que no se ve nada y las nombra en un aviso. No cuentan las motas de hasta 2 mm, el grano del papel escaneado ni lo que se transparenta, tampoco los enlaces ni el texto invisible. Las páginas con campos de formulario se quedan. Los sellos, rearrange y otras opciones cuentan las páginas que quedan.',
  'Removes the bookmarks, after split has used them.':
    'Quita los marcadores, una vez usados para dividir el documento.',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'Quita el título, el autor, las fechas, los programas y todos los demás metadatos del documento, de sus páginas, imágenes y comentarios, como el lugar donde se hizo una foto. “Otros ajustes” puede escribir unos nuevos; con pdf_a se conservan los que PDF/A necesita.',
  'Places this many pages on each page of the result.': 'Número de páginas que se ponen en cada página del resultado.',
  'What to do with the files attached to a mail: list names them below its text; embed also attaches them to the PDF; append also adds what can become pages as pages, and names the rest in a warning. Of a PDF with attached files, append adds their pages too, each with a bookmark; of a portfolio they are all there is.':
    'Qué se hace con los archivos adjuntos de un correo: list los nombra debajo de su texto; embed además los adjunta al PDF; append además añade como páginas lo que puede convertirse en páginas y nombra el resto en un aviso. De un PDF con archivos adjuntos, append añade también sus páginas, cada archivo con un marcador; una cartera consta solo de ellos.',
  'With pages_per_sheet or booklet: draws a frame around each of the pages.':
    'Con pages_per_sheet o booklet: dibuja un marco alrededor de cada una de las páginas.',
  'Places two pages side by side on wide sheets, in the order of a booklet: print them on both sides, turned at the short edge, then stack, fold and staple them. Empty pages fill up the last sheet. page_numbers counts the pages, split the sides of the sheets.':
    'Pone dos páginas una junto a otra en hojas apaisadas, en el orden de un folleto: se imprimen a doble cara, girando por el borde corto, y después se apilan, se doblan y se grapan. Las páginas vacías completan la última hoja. page_numbers cuenta las páginas; split, las caras de las hojas.',
  'With booklet: side at which it is bound; right for scripts that run from right to left. By default left.':
    'Con booklet: lado por el que se encuaderna; right para escrituras de derecha a izquierda. Por defecto, left.',
  'Removes a kind of content from all pages.': 'Quita un tipo de contenido de todas las páginas.',
  'Free-form object of further settings.': 'Objeto de forma libre con otros ajustes.',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html); latex typesets LaTeX, other markup and Markdown by TeX, if that is installed. Left out: chromium for Markdown, without scripts and if it is installed, otherwise libreoffice.':
    'Qué lee HTML y Markdown: libreoffice lo convierte en un documento de texto; chromium lo muestra como un navegador, con sus estilos y scripts, y lee también un zip con una página y sus archivos (index.html); latex compone LaTeX, otros lenguajes de marcado y Markdown con TeX, si está instalado. Si se omite: chromium para Markdown, sin scripts y si está instalado; si no, libreoffice.',
  'Look of a page made of Markdown or other markup: plain is like the page of a Markdown host; article has serif letters and page numbers; report has a title page if the text names its title (front matter), colored headings and tables, and page numbers. Left out: plain for Markdown, article for other markup.':
    'Aspecto de una página hecha de Markdown u otro lenguaje de marcado: plain es como la página de un sitio de Markdown; article tiene letra con serifa y números de página; report tiene portada si el texto indica su título (front matter), títulos y tablas en color y números de página. Si se omite: plain para Markdown, article para otros lenguajes.',
  'Style sheet for a page made of Markdown, and for pdf also of other markup, after that of style. It loads nothing; for html only plain rules are kept, without @media and the like.':
    'Hoja de estilo para una página hecha de Markdown, y para pdf también de otros lenguajes de marcado, después de la de style. No carga nada; para html solo se conservan reglas simples, sin @media ni similares.',
  'Width of the browser window in CSS pixels.': 'Anchura de la ventana del navegador en píxeles CSS.',
  'Height of the browser window in CSS pixels.': 'Altura de la ventana del navegador en píxeles CSS.',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'Píxeles de pantalla por cada píxel CSS: 2 equivale a una pantalla de alta resolución.',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    'Indica si se piden a la página colores oscuros, como hace quien los prefiere.',
  'Whether to run the scripts of the page.': 'Indica si se ejecutan los scripts de la página.',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'Segundos que puede tardar la página en cargarse. Después se captura tal como esté, con un aviso; las demás esperas terminan también entonces.',
  'CSS selector of an element to wait for until it is visible. If it never is, the conversion fails.':
    'Selector CSS de un elemento; se espera a que sea visible. Si no llega a serlo, la conversión falla.',
  'Additional milliseconds to wait at the end, for what a page does by a timer.':
    'Milisegundos que se esperan además al final, por lo que la página haga con un temporizador.',
  'Margin at the top of each page in millimetres.': 'Margen superior de cada página en milímetros.',
  'Margin at the bottom of each page in millimetres.': 'Margen inferior de cada página en milímetros.',
  'Margin at the left of each page in millimetres.': 'Margen izquierdo de cada página en milímetros.',
  'Margin at the right of each page in millimetres.': 'Margen derecho de cada página en milímetros.',
  'Scale of the page: 0.5 is half the size.': 'Escala de la página: 0.5 es la mitad del tamaño.',
  'HTML at the top of each page, in its margin (margin_top). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    'HTML en la parte superior de cada página, dentro de su margen (margin_top). Los elementos de las clases pageNumber, totalPages, title, url y date reciben ese texto. No hereda los estilos de la página y, sin un tamaño de letra, es demasiado pequeño para leerlo.',
  'HTML at the bottom of each page, in its margin (margin_bottom). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    'HTML en la parte inferior de cada página, dentro de su margen (margin_bottom). Los elementos de las clases pageNumber, totalPages, title, url y date reciben ese texto. No hereda los estilos de la página y, sin un tamaño de letra, es demasiado pequeño para leerlo.',
  'Pages to print, separated by commas: numbers and ranges. Left out: all.':
    'Páginas que se imprimen, separadas por comas: números e intervalos. Sin valor: todas.',
  'Whether to print background colors and pictures.': 'Indica si se imprimen los colores y las imágenes de fondo.',
  'Whether a paper size set by the page itself (@page) takes precedence.':
    'Indica si prevalece el tamaño de papel que fija la propia página (@page).',
  'Which styles of the page to use: those for print or those for screens.':
    'Qué estilos de la página se usan: los de impresión o los de pantalla.',
  'For DWG and DXF: length on paper to length in the drawing, such as 1:50, or fit, which fills the paper. Left out: fit for the model, 1:1 for a layout, whose paper is its own.':
    'Para DWG y DXF: relación entre la longitud en el papel y la del plano, como 1:50, o fit, que llena el papel. Sin valor: fit para el modelo y 1:1 para una presentación, que tiene su propio papel.',
  'For DWG and DXF: factor for line weights; 0 draws all lines as thin as is visible. Left out: 1, the weights of the drawing.':
    'Para DWG y DXF: factor del grosor de las líneas; 0 las dibuja todas tan finas como se puedan ver. Sin valor: 1, los grosores del plano.',
  'For DWG and DXF: draws everything in one color: black, or white on a dark background.':
    'Para DWG y DXF: dibuja todo en un solo color: negro, o blanco sobre un fondo oscuro.',
  'For DWG and DXF: color of the paper, as # and six hex digits. On a dark one, black lines become white. Left out: white.':
    'Para DWG y DXF: color del papel, como # y seis cifras hexadecimales. Si es oscuro, las líneas negras pasan a ser blancas. Sin valor: blanco.',
  'Layout of the text on the page: from one character or line to columns or scattered words. osd detects orientation and script.':
    'Disposición del texto en la página: desde un solo carácter o línea hasta columnas o palabras dispersas. osd detecta la orientación y la escritura.',
  'Subtitles that are pictures (Blu-ray, DVD, DVB) only: languages to read them in, codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Left out: the language that the track states.':
    'Solo para subtítulos que son imágenes (Blu-ray, DVD, DVB): idiomas en que se leen, códigos como eng o deu, o escrituras como script-Latin, separados por comas sin espacios. Sin valor: el idioma que indica la pista.',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first; text before pictures. Not with language_stt.':
    'Pista de subtítulos del vídeo que se extrae; 1 es la primera. Sin valor: la pista predeterminada o, si no la hay, la primera; el texto antes que las imágenes. No se combina con language_stt.',
  'Recognition engine tuned to how the source was made.':
    'Motor de reconocimiento adaptado a la forma en que se hizo el original.',
  'Settings of the engine named by ocr_engine.': 'Ajustes del motor indicado en ocr_engine.',
  'How the text of fixed pages is written: reading writes columns one after the other, lines as on the page, and one line per table row; layout keeps each word in its position with spaces. For PDF, PostScript, slides, drawings, and pages whose text is recognised with ocr_mode layout.':
    'Cómo se escribe el texto de páginas fijas: reading escribe las columnas una tras otra, las líneas como en la página y una línea por fila de tabla; layout mantiene cada palabra en su posición con espacios. Para PDF, PostScript, diapositivas, planos y páginas cuyo texto se reconoce con layout en ocr_mode.',
  'Writes the time of every word into each subtitle, so that players can show words as they are spoken. If the speech model gives no word times, they are estimated, with a warning.':
    'Escribe en cada subtítulo el tiempo de cada palabra, para que los reproductores puedan mostrar las palabras según se pronuncian. Si el modelo de voz no da esos tiempos, se calculan de forma aproximada, con un aviso.',
  'Series that the book belongs to. Left out: that of the source.':
    'Serie a la que pertenece el libro. Sin valor: la del original.',
  'Position of the book in its series. Left out: 1.': 'Posición del libro en su serie. Sin valor: 1.',
  'Language of the book as a BCP 47 tag. Left out: that of the source.':
    'Idioma del libro como etiqueta BCP 47. Sin valor: el del original.',
  'Publisher of the book. Left out: that of the source.': 'Editorial del libro. Sin valor: la del original.',
  'Subjects of the book, separated by commas. Left out: those of the source.':
    'Temas del libro, separados por comas. Sin valor: los del original.',
  'What the book is about. Left out: what the source says.':
    'De qué trata el libro. Sin valor: lo que diga el original.',
  'Identifiers of the book as scheme:value, separated by commas. Those of other schemes stay.':
    'Identificadores del libro como esquema:valor, separados por comas. Los de otros esquemas se conservan.',
  'Uses the second input, a JPEG, PNG or GIF picture, as the cover of the book.':
    'Usa la segunda entrada, una imagen JPEG, PNG o GIF, como portada del libro.',
  'Empty border around the text in centimetres.': 'Borde vacío alrededor del texto en centímetros.',
  'Character encoding of the source. Left out: what the source says, or a guess.':
    'Codificación de caracteres del original. Sin valor: la que indique el original o, si no, la más probable.',
  'Writes the text in ASCII: other letters are replaced by the closest ASCII ones.':
    'Escribe el texto en ASCII: las demás letras se sustituyen por las letras ASCII más parecidas.',
  'Looks for chapters, broken lines and the like in a source without structure, and repairs them.':
    'Busca capítulos, líneas cortadas y similares en un original sin estructura, y los repara.',
  'Size of the body text in points; all other sizes scale in proportion.':
    'Tamaño del texto principal en puntos; los demás tamaños cambian en proporción.',
  'What formulas (MathML) become: text in one line such as (a+1)/b, or a picture each (in EPUB, HTML and docx), with that text as its description. Left out: they stay in EPUB 3 and kepub, are drawn in a PDF, and become text elsewhere; those of docx become text everywhere.':
    'En qué se convierten las fórmulas (MathML): en texto de una línea como (a+1)/b, o cada una en una imagen (en EPUB, HTML y docx) con ese texto como descripción. Sin valor: se conservan en EPUB 3 y kepub, se dibujan en un PDF y en lo demás pasan a texto; las de docx pasan siempre a texto.',
  'Embeds a sans-serif or serif font in the book, so that every device shows the same.':
    'Incrusta en el libro una fuente sin remates (sans-serif) o con remates (serif), para que se vea igual en todos los dispositivos.',
  'Paper of the pages.': 'Papel de las páginas.',
  'Margin of this side in points (1/72 inch). It replaces border; with 0, border applies to this side. Left out: 72, or border if that is set.':
    'Margen de este lado en puntos (1/72 de pulgada). Sustituye a “Borde alrededor del texto”; con 0, en este lado se aplica ese borde. Sin valor: 72, o ese borde si está definido.',
  'Size of text that has none of its own, in pixels.': 'Tamaño en píxeles del texto que no tiene uno propio.',
  'Adds a printed table of contents at the end.': 'Añade al final un índice impreso.',
  'Leaves out the cover picture.': 'Quita la imagen de portada.',
  'Character encoding of the source, by any usual name. Left out: what the source says, or a guess.':
    'Codificación de caracteres del original, con cualquiera de sus nombres habituales. Sin valor: la que indique el original o, si no, la más probable.',
  'Media features that the style sheets of the page are to see, such as prefers-reduced-motion or prefers-contrast. prefers-color-scheme takes precedence over dark_mode. Features that Chromium does not emulate keep their value.':
    'Características de medios que deben ver las hojas de estilo de la página, como prefers-reduced-motion o prefers-contrast. prefers-color-scheme prevalece sobre dark_mode. Las características que Chromium no emula conservan su valor.',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second, network_almost_idle until there have been at most two. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    'A qué se espera: load es la página y todos sus recursos; network_idle espera además a que pase medio segundo sin peticiones, y network_almost_idle, con dos como máximo. En todos los casos, la página se captura cuando está quieta: sus fuentes están cargadas, no hay peticiones en curso y se han dibujado dos fotogramas sin cambios.',
  'JavaScript expression to wait for until its value, or that of the promise it returns, counts as true. It is evaluated in the page ten times a second. If it never is true, or ends with an error, the conversion fails.':
    'Expresión de JavaScript; se espera a que su valor, o el de la promesa que devuelve, cuente como verdadero. Se evalúa en la página diez veces por segundo. Si nunca es verdadera o termina con un error, la conversión falla.',
  'Whether to make the paper as high as the page, so that it is not cut into several; and wider if the page is wider than the paper. Breaks that the page itself forces (break-after) remain, each with its own page.':
    'Indica si el papel se hace tan alto como la página, para que no se corte en varias, y más ancho si la página es más ancha que el papel. Se mantienen los saltos que fuerza la propia página (break-after), cada uno con su página.',
  'Whether the PDF says what is a heading, a list or a table, for screen readers.':
    'Indica si el PDF señala qué es un encabezado, una lista o una tabla, para los lectores de pantalla.',
  'Whether the headings of the page become bookmarks of the PDF. They need tagged.':
    'Indica si los encabezados de la página pasan a ser marcadores del PDF. Requiere “Etiquetado para lectores de pantalla”.',
  'User agent that the browser sends. Left out: that of Chromium.':
    'Agente de usuario que envía el navegador. Sin valor: el de Chromium.',
  'Cookies that the browser has at the start. Without domain: for the host of the address alone, or of an uploaded page, which only its scripts see.':
    'Cookies que el navegador tiene al empezar. Sin domain: solo para el servidor de la dirección, o para el de una página subida, y entonces solo las ven sus scripts.',
  'Further headers of requests: an object of name: value. They go to the origin of the address, not to others; those of an uploaded page, which has none, to every address. A value can also be {value, scope}: the header then goes to the addresses that the regular expression scope matches, and to no others. They do not follow a redirect.':
    'Otras cabeceras de las peticiones: un objeto de nombre: valor. Se envían al origen de la dirección y a ningún otro; las de una página subida, que no tiene origen, a todas las direcciones. Un valor también puede ser {value, scope}: la cabecera se envía entonces a las direcciones que cumplen la expresión regular scope, y a ninguna más. No siguen las redirecciones.',
  'HTTP statuses of the resources of the page, such as its pictures and style sheets, with which the conversion fails. 499 stands for 400 to 499, 599 for 500 to 599, and so on.':
    'Estados HTTP de los recursos de la página, como sus imágenes y hojas de estilo, con los que la conversión falla. 499 equivale a los estados de 400 a 499, 599 a los de 500 a 599, etc.',
  'Hosts, with those below them, whose resources fail_on_resource_status leaves out of account.':
    'Servidores, con sus subdominios, cuyos recursos no se tienen en cuenta en fail_on_resource_status.',
  'Whether the conversion fails if a resource of the page cannot be loaded: its server cannot be reached, its address is refused, or the file did not come with the page.':
    'Indica si la conversión falla cuando no se puede cargar un recurso de la página: no se puede acceder a su servidor, su dirección se rechaza o el archivo no venía con la página.',
  'Whether the conversion fails if a script of the page ends with an error that nothing catches.':
    'Indica si la conversión falla cuando un script de la página termina con un error que nada captura.',
  'Whether readers of a protected result may change it. false also means the three below, unless they are true.':
    'Indica si se puede modificar un resultado protegido. false vale también para las tres opciones siguientes, salvo que sean true.',
  'Whether readers of a protected result may add comments. Left out: as allow_modification.':
    'Indica si se pueden añadir comentarios a un resultado protegido. Sin valor: como allow_modification.',
  'Whether readers of a protected result may fill in forms. Left out: as allow_modification. Who may add comments may do it too, so deny both.':
    'Indica si se pueden rellenar los formularios de un resultado protegido. Sin valor: como allow_modification. Quien puede añadir comentarios puede hacerlo también, así que conviene prohibir ambas cosas.',
  'Whether readers of a protected result may add, remove and turn pages. Left out: as allow_modification.':
    'Indica si se pueden añadir, quitar y girar páginas de un resultado protegido. Sin valor: como allow_modification.',
  'Bookmarks (outline) of the result, before it is split. They replace those of the document, or of an input that filename names.':
    'Marcadores (esquema) del resultado, antes de dividirlo. Sustituyen a los del documento, o a los de una entrada indicada en filename.',
  'Values of form fields by field name: a text; true or false for a check box; an export value or label for radio buttons, choices and lists, or a list of several where the field allows it. operation/form-fields lists the fields. With fill_from, these go into every PDF.':
    'Valores de los campos de formulario por nombre de campo: un texto; true o false para una casilla; un valor de exportación o una etiqueta para botones de opción, desplegables y listas, o una lista de varios donde el campo lo permita. operation/form-fields enumera los campos. Con fill_from, estos valores van en cada PDF.',
  'File name of the input with the values of form fields: JSON, FDF, XFDF, or CSV with field names in its first row. Each row of a CSV, and each object of a JSON list, makes a PDF; merge joins them.':
    'Nombre de archivo de la entrada con los valores de los campos de formulario: JSON, FDF, XFDF o CSV con los nombres de los campos en la primera fila. Cada fila de un CSV y cada objeto de una lista JSON produce un PDF; merge los une.',
  'Inputs to attach to the result, by their file names; they are not converted. Each is also an associated file of the document.':
    'Entradas que se adjuntan al resultado, por su nombre de archivo; no se convierten. Cada una es además un archivo asociado del documento.',
  'Makes the result PDF/UA-1 (ISO 14289), for people who need assistive programs: with the tags that LibreOffice and browsers write (engine chromium for web pages), titles, and descriptions of links. All rules that can be checked without drawing pages are checked; a warning names what is missing, such as descriptions of pictures, and the result does not claim to be PDF/UA. A PDF without tags cannot be made PDF/UA.':
    'Hace del resultado un PDF/UA-1 (ISO 14289), para personas que necesitan programas de ayuda: con las etiquetas que escriben LibreOffice y los navegadores (engine chromium para páginas web), títulos y descripciones de los enlaces. Se comprueban todas las reglas que se pueden comprobar sin dibujar las páginas; un aviso dice qué falta, como las descripciones de las imágenes, y entonces el resultado no se declara PDF/UA. Un PDF sin etiquetas no se puede convertir en PDF/UA.',
  'Makes an electronic invoice (Factur-X, ZUGFeRD) of this profile: the embedded file factur-x.xml is the invoice as XML. Needs pdf_a 3b. Rules of EN 16931 that the XML breaks are named in a warning.':
    'Hace una factura electrónica (Factur-X, ZUGFeRD) de este perfil: el archivo incrustado factur-x.xml es la factura en XML. Requiere 3b en pdf_a. Una advertencia nombra las reglas de EN 16931 que el XML incumple.',
  'With factur_x: kind of the document. Left out: invoice.': 'Con factur_x: tipo de documento. Sin valor: invoice.',
  'With factur_x: version of the XML format that is stated. Left out: 1.0.':
    'Con factur_x: versión del formato XML que se indica. Sin valor: 1.0.',
  'Pages of the document that are written, in their order: numbers and ranges such as 1-3, 5, 8-.':
    'Páginas del documento que se escriben, en su orden: números e intervalos como 1-3, 5, 8-.',
  'Writes each sheet of a spreadsheet on one page of its size. Not with fit_width.':
    'Escribe cada hoja de una hoja de cálculo en una página de su tamaño. No se combina con fit_width.',
  'Makes wide sheets of a spreadsheet smaller, so that all their columns are on one page.':
    'Reduce las hojas anchas de una hoja de cálculo para que todas sus columnas estén en una página.',
  'Whether form fields can be filled in the PDF. Left out: they can.':
    'Indica si los campos de formulario se pueden rellenar en el PDF. Sin valor: sí.',
  'Form fields may have the same name, and then have the same value.':
    'Los campos de formulario pueden tener el mismo nombre, y entonces tienen el mismo valor.',
  'Whether headings, slides or sheets become bookmarks. Left out: they do.':
    'Indica si los encabezados, las diapositivas o las hojas pasan a ser marcadores. Sin valor: sí.',
  'Bookmarks of a text become places that other documents can link to.':
    'Los marcadores de un texto pasan a ser lugares a los que otros documentos pueden enlazar.',
  'Writes placeholder fields of a text as they are shown in the editor, not as empty fields.':
    'Escribe los marcadores de posición de un texto como se ven en el editor, no como campos vacíos.',
  'Comments become comments of the PDF.': 'Los comentarios pasan a ser comentarios del PDF.',
  'Adds a page with the notes after the slides for each slide of a presentation.':
    'Añade, tras las diapositivas de una presentación, una página con las notas de cada una.',
  'Writes only the pages with notes of a presentation, not its slides.':
    'Escribe solo las páginas con notas de una presentación, no sus diapositivas.',
  'Links to other OpenDocument files lead to PDFs of the same names instead.':
    'Los enlaces a otros archivos OpenDocument llevan en su lugar a archivos PDF con los mismos nombres.',
  'Stores pictures of the document without loss. Otherwise they become JPEG.':
    'Guarda sin pérdidas las imágenes del documento. Si no, pasan a JPEG.',
  'Quality of the JPEG pictures that LibreOffice writes, in percent. Left out: 90. Not with lossless_images.':
    'Calidad de las imágenes JPEG que escribe LibreOffice, en porcentaje. Sin valor: 90. No se combina con lossless_images.',
  'Maximum DPI of the pictures that LibreOffice writes; finer ones become smaller.':
    'DPI máximos de las imágenes que escribe LibreOffice; las más finas se reducen.',
  'What a viewer shows at first: the pages alone, or bookmarks or thumbnails beside them.':
    'Qué muestra el visor al abrir: solo las páginas, o también los marcadores o las miniaturas al lado.',
  'Page that a viewer shows at first.': 'Página que el visor muestra al abrir.',
  'Size in which a viewer shows the pages at first; zoom is that of the option zoom.':
    'Tamaño con el que el visor muestra las páginas al abrir; zoom es el de la opción “Zoom”.',
  'With magnification zoom: size in percent.': 'Con zoom en “Ampliación”: tamaño en porcentaje.',
  'How a viewer arranges the pages: one at a time, in one column, or in two columns.':
    'Cómo dispone el visor las páginas: de una en una, en una columna o en dos columnas.',
  'The window of the viewer gets the size of the first page.':
    'La ventana del visor toma el tamaño de la primera página.',
  'The window of the viewer is in the middle of the screen.':
    'La ventana del visor se sitúa en el centro de la pantalla.',
  'A viewer shows the document on the full screen.': 'El visor muestra el documento a pantalla completa.',
  'Whether the title bar shows the title instead of the file name. Left out: it does.':
    'Indica si la barra de título muestra el título en lugar del nombre del archivo. Sin valor: sí.',
  'The viewer hides its menus.': 'El visor oculta sus menús.',
  'The viewer hides its tools.': 'El visor oculta sus herramientas.',
  'The viewer hides its other controls, such as scroll bars.':
    'El visor oculta sus demás controles, como las barras de desplazamiento.',
  'Whether slide transitions become effects of the PDF. Left out: they do.':
    'Indica si las transiciones entre diapositivas pasan a ser efectos del PDF. Sin valor: sí.',
  'Levels of bookmarks that are open at first; -1 means all.':
    'Niveles de marcadores que aparecen desplegados al abrir; -1 significa todos.',
  'Text that LibreOffice writes across each page, upright and transparent. stamp_text also suits other inputs.':
    'Texto que LibreOffice escribe a través de cada página, en vertical y transparente. stamp_text sirve también para otras entradas.',
  'Text that LibreOffice repeats all over each page. Not with native_watermark_text.':
    'Texto que LibreOffice repite por toda la superficie de cada página. No se combina con native_watermark_text.',
  'Colour of native_watermark_text as #rrggbb. Left out: #7fff7f.':
    'Color de native_watermark_text como #rrggbb. Sin valor: #7fff7f.',
  'Font size of native_watermark_text in points. Left out: as large as fits.':
    'Tamaño de letra de native_watermark_text en puntos. Sin valor: lo más grande que quepa.',
  'Degrees by which native_watermark_text is turned, against the clock.':
    'Grados que se gira native_watermark_text en sentido contrario a las agujas del reloj.',
  'Font of native_watermark_text. Left out: Helvetica.': 'Fuente de native_watermark_text. Sin valor: Helvetica.',
  'Makes the tables of contents and other indexes of a text again. Left out: they are as they were saved.':
    'Vuelve a crear los índices de un texto. Si se omite, quedan como se guardaron.',
  'Whether empty pages are left out that a text has only to begin a chapter on a right page. Left out: they are.':
    'Si se omiten las páginas vacías que un texto solo tiene para empezar un capítulo en página derecha. Si se omite: sí.',
  'Puts the document, as OpenDocument, into the PDF, so that LibreOffice can edit it. Other work on the PDF removes it again.':
    'Incluye el documento, como OpenDocument, en el PDF, para que LibreOffice pueda editarlo. Otros trabajos sobre el PDF lo quitan.',
  'Whether an uploaded page may load resources from public web addresses. Otherwise it can load only its own files.':
    'Si una página subida puede cargar recursos de direcciones web públicas. Si no, solo carga sus propios archivos.',
  'What to extract: attachments are files that are attached to a PDF or a mail, or embedded in an office document; media is sound and film.':
    'Qué se extrae: attachments son los archivos adjuntos a un PDF o a un correo, o incrustados en un documento de oficina; media es sonido y vídeo.',
  'What shows the differences: marks is a PDF of the pages of the first that differ; side_by_side a PDF with both pages next to each other, marked in the second; text a web page with the words that were added and removed, wherever they stand.':
    'Qué muestra las diferencias: marks es un PDF con las páginas del primero que difieren; side_by_side, un PDF con ambas páginas una al lado de otra, marcadas en la segunda; text, una página web con las palabras añadidas y eliminadas, estén donde estén.',
};

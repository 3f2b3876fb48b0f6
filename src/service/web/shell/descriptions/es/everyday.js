/** Descriptions of everyday options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Width of the result in the unit of resize_by. Ignored with aspect_ratio.':
    'Anchura del resultado en la unidad de resize_by. Sin efecto con aspect_ratio.',
  'Width in pixels. The height keeps the proportions; with both, the picture fits into them.':
    'Anchura en píxeles. La altura sigue las proporciones; con ambas, la imagen cabe en ellas.',
  'Width of the result in pixels. Alone: the height follows.':
    'Anchura del resultado en píxeles. Sola: la altura se deduce de ella.',
  'Height of the result in the unit of resize_by. Ignored with aspect_ratio.':
    'Altura del resultado en la unidad de resize_by. Sin efecto con aspect_ratio.',
  'Height in pixels. The width keeps the proportions; with both, the picture fits into them.':
    'Altura en píxeles. La anchura sigue las proporciones; con ambas, la imagen cabe en ellas.',
  'Height of the result in pixels. Alone: the width follows.':
    'Altura del resultado en píxeles. Sola: la anchura se deduce de ella.',
  'Preset for quality against size; minimum is the smallest. May override other quality options.':
    'Ajuste entre calidad y tamaño; minimum da el archivo más pequeño. Puede anular otras opciones de calidad.',
  'How close the result is to the source: 100 is best and largest. Each target has its own scale, so the same number looks different in another one. Not together with lossless.':
    'Fidelidad del resultado al original: 100 es lo mejor y lo más grande. Cada formato tiene su propia escala, por lo que el mismo número se ve distinto en otro. No se combina con lossless.',
  'Stores the picture as a JPEG of this quality; 100 is best and largest. Left out: every pixel is kept exactly as it is.':
    'Guarda la imagen como JPEG de esta calidad; 100 es lo mejor y lo más grande. Sin valor: cada píxel se conserva exactamente.',
  'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.':
    'Calidad de imagen, en la misma escala para todos los códecs: 90 apenas se distingue del original, 75 es buena, 50 muestra pérdidas. Sin valor: 75.',
  'Quality of the pictures: higher is better and larger.':
    'Calidad de las imágenes: cuanto más alta, mejor y más grande.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Quality is reduced to reach it, down to 10. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Tamaño máximo del archivo: bytes, o un número con KB, MB (miles) o KiB, MiB (1024). Para alcanzarlo se reduce la calidad, hasta 10. Un tamaño imposible se rechaza; el error indica el menor posible.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Only max_file_size_resize changes the picture to reach it. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Tamaño máximo del archivo: bytes, o un número con KB, MB (miles) o KiB, MiB (1024). Solo max_file_size_resize modifica la imagen para alcanzarlo. Un tamaño imposible se rechaza; el error indica el menor posible.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). The picture becomes a JPEG, of quality 90 at first, reduced down to 10 if needed. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Tamaño máximo del archivo: bytes, o un número con KB, MB (miles) o KiB, MiB (1024). La imagen pasa a JPEG, primero con calidad 90, reducida hasta 10 si hace falta. Un tamaño imposible se rechaza; el error indica el menor posible.',
  'Maximum size in KiB; the result comes as close to it as possible.':
    'Tamaño máximo en KiB; el resultado se acerca a él todo lo posible.',
  'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.':
    'Tamaño máximo del resultado, por ejemplo 16MB; las tasas de bits se eligen en consecuencia. Un aviso indica si no es posible.',
  'Video codec. copy keeps the picture of the source unchanged. Left out: copy if the target supports the codec and no option changes the picture, otherwise the first in the list.':
    'Códec de vídeo. copy deja la imagen del original sin cambios. Sin valor: copy si el formato admite el códec y ninguna opción cambia la imagen; si no, el primero de la lista.',
  'Frames per second, evenly spaced. Left out: as in the source.':
    'Fotogramas por segundo, a intervalos regulares. Sin valor: como el original.',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25.':
    'Fotogramas por segundo, a intervalos regulares. Sin valor: como el original, hasta 25.',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25. GIF counts hundredths of seconds, so rates that do not divide 100 come out uneven.':
    'Fotogramas por segundo, a intervalos regulares. Sin valor: como el original, hasta 25. GIF cuenta en centésimas de segundo, así que las tasas que no dividen 100 resultan irregulares.',
  'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.':
    'Velocidad del sonido, con el mismo tono: 2 es el doble de rápido, 0.5 la mitad.',
  'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.':
    'Reproduce más rápido (más de 1) o más lento (menos de 1); el sonido conserva su tono.',
  'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.':
    'burn dibuja la pista de subtítulos predeterminada (o la primera) en la imagen, none quita los subtítulos. Sin valor: none, con un aviso si el original tiene subtítulos.',
  'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.':
    'keep guarda los subtítulos como pistas que se pueden ocultar, burn dibuja la pista predeterminada (o la primera) en la imagen, none los quita. Sin valor: keep.',
  'Turns pages clockwise. Each item names the pages and the angle.':
    'Gira páginas en el sentido de las agujas del reloj. Cada elemento indica las páginas y el ángulo.',
  'Turns the picture clockwise, in degrees.': 'Gira la imagen en el sentido de las agujas del reloj, en grados.',
  'Codec inside the file.': 'Códec dentro del archivo.',
  'Codec inside the file: amr_nb is telephone quality (8 kHz), amr_wb is wideband (16 kHz).':
    'Códec dentro del archivo: amr_nb tiene calidad telefónica (8 kHz), amr_wb es de banda ancha (16 kHz).',
  'Codec inside the file: uncompressed samples, or lossless compression.':
    'Códec dentro del archivo: muestras sin comprimir o compresión sin pérdidas.',
  'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.':
    'Códec dentro del archivo. copy deja el audio del original sin cambios si el formato lo admite.',
  'Audio codec. copy keeps the sound of the source unchanged, none removes it. Left out: copy if the target supports the codec and no option changes the sound, otherwise the first in the list.':
    'Códec de audio. copy deja el sonido del original sin cambios, none lo quita. Sin valor: copy si el formato admite el códec y ninguna opción cambia el sonido; si no, el primero de la lista.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space.':
    'Tasa de bits del resultado en kbit/s: cuanto más alta, mejor suena y más ocupa.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Usable with audio_codec aac only.':
    'Tasa de bits del resultado en kbit/s: cuanto más alta, mejor suena y más ocupa. Solo con audio_codec aac.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Not together with audio_vbr.':
    'Tasa de bits del resultado en kbit/s: cuanto más alta, mejor suena y más ocupa. No se combina con audio_vbr.',
  'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.':
    'Tasa de bits del sonido en kbit/s, para códecs con pérdida. Sin valor: 64 por canal, 80 en mono.',
  'Start of the part to keep, as HH:MM:SS from the beginning.':
    'Comienzo de la parte que se conserva, como HH:MM:SS desde el principio.',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.':
    'Comienzo de la parte que se conserva, como HH:MM:SS o HH:MM:SS.mmm. Sin valor: el principio.',
  'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.':
    'Final de la parte que se conserva, como HH:MM:SS desde el principio. Debe ser posterior a start.',
  'End of the part to keep. Must be after start.': 'Final de la parte que se conserva. Debe ser posterior a start.',
  'Brings the loudness to a target level, chosen by the other normalize options.':
    'Lleva el volumen a un nivel fijado por las demás opciones normalize.',
  'Stretches brightness over the full range, which strengthens the contrast.':
    'Extiende el brillo a todo el rango, lo que refuerza el contraste.',
  'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one. By default all pages of documents and TIFF pictures, and the first of other files.':
    'Páginas que se muestran, una imagen por página: first, all o una selección como 1-3,5. En los libros, first es la cubierta si la hay. De forma predeterminada, todas las páginas de los documentos y las imágenes TIFF, y la primera de los demás archivos.',
  'Paper size to which every page is fitted. Not together with a custom page size.':
    'Tamaño de papel al que se ajusta cada página. No se combina con un tamaño personalizado.',
  'Portrait (upright) or landscape (wide) pages.': 'Páginas verticales (portrait) u horizontales (landscape).',
  'Joins all inputs, in their order, into one PDF.': 'Une todas las entradas, en su orden, en un PDF.',
  'Joins all inputs, in their order, into one sound. Each becomes a chapter, in formats that have these.':
    'Une todas las entradas, en su orden, en un solo sonido. Cada una es un capítulo, en los formatos que los tienen.',
  'Puts all inputs, in their order, and all their pages into one file. Without it each page becomes a separate file, and each input is converted separately.':
    'Pone todas las entradas, en su orden, y todas sus páginas en un archivo. Sin ella, cada página es un archivo y cada entrada se convierte por separado.',
  'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.':
    'Hace un vídeo con todas las entradas, en su orden: vídeos uno tras otro, en el formato del primero, o imágenes que se muestran unos segundos cada una. Un archivo de audio pasa a ser la banda sonora y los archivos de subtítulos (srt, vtt, ass), los subtítulos.',
  'Where to split the document: page numbers or ranges separated by commas; all for one document per page; blank for one per stretch between blank pages, which are left out; bookmarks for one per top-level bookmark, named after it (bookmarks:2 for two levels); text:WORDS for a new one at each page with these words; barcode for a new one at each page with a barcode or QR code, named after it (barcode:CONTENT for one that says exactly this; separator sheets that say PATCHT are left out); size:5MB for documents of at most that size. Pages before the first bookmark, text or code become a document too.':
    'Dónde dividir el documento: números de página o intervalos separados por comas; all para un documento por página; blank para uno por tramo entre páginas en blanco, que se omiten; bookmarks para uno por marcador de primer nivel, con su nombre (bookmarks:2 para dos niveles); text:PALABRAS para uno nuevo en cada página con esas palabras; barcode para uno nuevo en cada página con un código de barras o QR, con su nombre (barcode:CONTENIDO para el que dice exactamente eso; las hojas separadoras que dicen PATCHT se omiten); size:5MB para documentos de ese tamaño como máximo. Las páginas anteriores al primer marcador, texto o código forman otro documento.',
  'Recognises text in images and scans of the source (OCR).':
    'Reconoce el texto en imágenes y escaneos del original (OCR).',
  'Languages of the text to recognise: codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Languages and scripts cannot be mixed.':
    'Idiomas del texto: códigos como eng o deu, o escrituras como script-Latin, separados por comas sin espacios. Idiomas y escrituras no se pueden mezclar.',
  'Makes the result PDF/A (ISO 19005), for archives: part 1, 2 or 3 with all fonts embedded. Level b keeps how it looks, u also its text, a also its tags, which office documents and web pages bring along. Part 1 does not allow transparency; only part 3 keeps attached files. A document that cannot conform is refused. Not together with passwords, restrictions or color cmyk. true means 2b.':
    'Hace del resultado un PDF/A (ISO 19005) para archivo: parte 1, 2 o 3, con todas las fuentes incrustadas. El nivel b conserva el aspecto, u también el texto y a también las etiquetas, que traen los documentos de oficina y las páginas web. La parte 1 no admite transparencia; solo la parte 3 conserva los archivos adjuntos. Un documento que no pueda cumplirlo se rechaza. No se combina con contraseñas, restricciones ni color cmyk. true equivale a 2b.',
  'How small the file becomes: low is faster than medium, high takes several times as long.':
    'Cuánto se reduce el archivo: low es más rápido que medium, high tarda varias veces más.',
  'How small the file becomes: low loses hardly anything, medium loses what is hard to see or hear, high loses more.':
    'Cuánto se reduce el archivo: low no pierde casi nada, medium pierde lo que apenas se ve o se oye, high pierde más.',
  'Encrypts the archive with this password. Left out or empty: no encryption.':
    'Cifra el archivo comprimido con esta contraseña. Sin valor o vacía: sin cifrado.',
  'Password needed to open the result. Adds one or replaces the old one.':
    'Contraseña para abrir el resultado. Añade una o sustituye la anterior.',
  'Password that lifts the restrictions of the result. Adds one or replaces the old one.':
    'Contraseña que levanta las restricciones del resultado. Añade una o sustituye la anterior.',
  'Title of the book. Left out: that of the source.': 'Título del libro. Sin valor: el del original.',
  'Author of the book. Left out: that of the source.': 'Autor del libro. Sin valor: el del original.',
  'Device that the book is made for, with its screen and features.':
    'Dispositivo para el que se hace el libro, con su pantalla y sus funciones.',
  'Version of the drawing format: AC1009 is release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.':
    'Versión del formato de dibujo: AC1009 es la versión 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.',
  'Version of the PDF format that the result conforms to.': 'Versión del formato PDF que cumple el resultado.',
  'Version of the EPUB format. Left out: that of the source if it is an EPUB, else 3.':
    'Versión del formato EPUB. Si se omite: la del original si es un EPUB; si no, 3.',
  'For DWG and DXF: model, the name of a layout, or all: the model and each layout with content, each as a page or picture. Left out: the model, or if it is empty the first layout with content.':
    'Para DWG y DXF: model, el nombre de una presentación, o all: el modelo y cada presentación con contenido, cada uno como página o imagen. Sin valor: el modelo o, si está vacío, la primera presentación con contenido.',
  'Language and country of the voice that reads a text source aloud.':
    'Idioma y país de la voz que lee un texto en voz alta.',
  'Language and country spoken in an audio source, whose speech becomes text. pt-FB is Portuguese of Brazil.':
    'Idioma y país que se hablan en una grabación, cuya voz se convierte en texto. pt-FB es el portugués de Brasil.',
  'Maximum number of characters in a chunk. Only a single table row, code block or HTML block can be longer.':
    'Número máximo de caracteres de un fragmento. Solo una fila de tabla, un bloque de código o un bloque HTML puede ser más largo.',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures.':
    'Qué hacer con las imágenes: none las omite; files crea un zip con el texto y una carpeta de imágenes enlazadas.',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures; inline embeds them in the text as data: addresses.':
    'Qué hacer con las imágenes: none las omite; files crea un zip con el texto y una carpeta de imágenes enlazadas; inline las incrusta en el texto como direcciones data:.',
  'Shared secret: makes the keyed variant (HMAC) of the digest. Left out: the plain digest.':
    'Secreto compartido: calcula la suma con clave (HMAC). Sin valor: la suma simple.',
  'Cost: the work doubles with each step. Left out: 10. The minimum is 4; lower values use 4.':
    'Coste: cada paso duplica el trabajo. Sin valor: 10. El mínimo es 4; los valores menores dan 4.',
  'Passes over each block: 3, 4 or 5. Left out: 3.': 'Pasadas por cada bloque: 3, 4 o 5. Sin valor: 3.',
  'Passes over each block: 3 or 4. Left out: 3.': 'Pasadas por cada bloque: 3 o 4. Sin valor: 3.',
  'Base name of the result, without extension. Left out or empty: the name of the input.':
    'Nombre del resultado, sin extensión. Sin valor o vacío: el nombre de la entrada.',
  'What to do with several output files: false packs them into one file, true offers each as a separate download.':
    'Qué hacer con varios archivos de salida: false los empaqueta en uno, true ofrece cada uno como descarga aparte.',
  'With allow_multiple_outputs: if there are more files than this, they are packed into one file.':
    'Con allow_multiple_outputs: si hay más archivos que estos, se empaquetan en uno.',
  'Converts nothing. The result is a plan as JSON: how it would be done, what the options would do, what would be lost, and how long it would take.':
    'No convierte nada. El resultado es un plan en JSON: cómo se haría, qué harían las opciones, qué se perdería y cuánto tardaría.',
  'Whether each output has a receipt: what was read and written, by which programs and options, what was counted on both sides, and what is lost. Counting takes time.':
    'Si cada resultado tiene un recibo: qué se leyó y se escribió, con qué programas y opciones, qué se contó en ambos lados y qué se ha perdido. Contar lleva tiempo.',
  'What must not be lost, or the conversion fails: content is anything of the content, any also metadata and the effect of options. With none, or left out, there are warnings.':
    'Lo que no debe perderse; si no, la conversión falla: content es todo el contenido, any también los metadatos y el efecto de las opciones. Con none, o sin indicarlo, hay avisos.',
  'Name of a predefined set of options. Options given with it override those of the preset.':
    'Nombre de un conjunto de opciones predefinido. Las opciones que se indiquen además prevalecen.',
  'Password required to download the result. Printable ASCII characters.':
    'Contraseña necesaria para descargar el resultado. Caracteres ASCII imprimibles.',
};

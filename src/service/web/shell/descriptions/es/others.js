/** Descriptions of further options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Whether encrypt_password also encrypts the names in the archive. Without it anyone who has the file can list them.':
    'Indica si encrypt_password cifra también los nombres del archivo comprimido. Si no, cualquiera que tenga el archivo puede verlos.',
  'Splits the archive into volumes of this size, each a separate output: bytes, 65536 at least, or a number with KB, MB (thousands) or KiB, MiB (1024). At most 999 volumes are made.':
    'Divide el archivo comprimido en volúmenes de este tamaño, cada uno como resultado aparte: bytes, 65536 como mínimo, o un número con KB, MB (miles) o KiB, MiB (1024). Se crean como máximo 999 volúmenes.',
  'Encoding of names in the input archive if the archive does not state it. Left out: the most likely one, with a warning if it is not UTF-8.':
    'Codificación de los nombres del archivo comprimido de entrada, si este no la indica. Sin valor: la más probable, con un aviso si no es UTF-8.',
  'Sample rate of the result in Hz. Left out: that of the source, where the format has it.':
    'Frecuencia de muestreo del resultado en Hz. Sin valor: la del original, si el formato la admite.',
  'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.':
    'Número de canales: stereo (2) o mono (1). Sin valor: los del original, si el formato los admite.',
  'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.':
    'Qué se mide: ebu es la sonoridad percibida (EBU R128), rms el nivel medio, peak la muestra más alta.',
  'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.':
    'Nivel que se debe alcanzar en dB, con rms o peak en normalize_type. Sin efecto con ebu.',
  'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.':
    'Sonoridad que se debe alcanzar en LUFS. Solo tiene efecto con ebu en normalize_type.',
  'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.':
    'Rango de sonoridad que se debe alcanzar en LU: la distancia entre las partes suaves y las fuertes. Solo tiene efecto con ebu en normalize_type.',
  'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.':
    'Pico real máximo permitido en dBTP. Solo tiene efecto con ebu en normalize_type.',
  'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.':
    'Qué pista de audio se usa si el archivo tiene varias, como los idiomas de un vídeo: 1, el valor predeterminado, es la primera.',
  'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.':
    'Quita el silencio del principio y del final: el audio que queda por debajo de silence_threshold durante al menos 0.05 segundos.',
  'Removes all silence, also within the audio, that lasts at least this many seconds.':
    'Quita todo silencio, también en medio del audio, que dure al menos estos segundos.',
  'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.':
    'Nivel de silencio para trim_silence y remove_silence: el audio que queda por debajo, en dB respecto al nivel máximo. Sin valor: -50.',
  'Volume of the result in percent of that of the source: 50 is half the amplitude, 200 twice. Peaks that would become too high are limited.':
    'Volumen del resultado en porcentaje del original: 50 es la mitad de amplitud, 200 el doble. Los picos que quedarían demasiado altos se limitan.',
  'Seconds over which the sound fades in at the start.':
    'Segundos que tarda el sonido en aparecer gradualmente al principio.',
  'Seconds over which the sound fades out at the end.':
    'Segundos que tarda el sonido en desaparecer gradualmente al final.',
  'Title of the result, instead of that of the source; empty: none.':
    'Título del resultado, en lugar del que tiene el original; vacío: ninguno.',
  'Artist of the result, instead of that of the source; empty: none.':
    'Artista del resultado, en lugar del que tiene el original; vacío: ninguno.',
  'Album of the result, instead of that of the source; empty: none.':
    'Álbum del resultado, en lugar del que tiene el original; vacío: ninguno.',
  'Artist of the whole album, instead of that of the source; empty: none.':
    'Artista de todo el álbum, en lugar del que tiene el original; vacío: ninguno.',
  'Genre of the result, instead of that of the source; empty: none.':
    'Género del resultado, en lugar del que tiene el original; vacío: ninguno.',
  'Year or date of the result, instead of that of the source; empty: none.':
    'Año o fecha del resultado, en lugar de lo que tiene el original; vacío: ninguno.',
  'Track number, optionally with the total, instead of that of the source; empty: none.':
    'Número de pista, si se quiere con el total, en lugar del que tiene el original; vacío: ninguno.',
  'Comment of the result, instead of that of the source; empty: none.':
    'Comentario del resultado, en lugar del que tiene el original; vacío: ninguno.',
  'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.':
    'Usa la segunda entrada, una imagen JPEG, PNG, GIF, WebP o BMP, como portada en lugar de las imágenes del original. Se rechaza en aac, ac3, amr, au, caf, eac3, mmf y wav, que no pueden guardar imágenes.',
  'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.':
    'Voz que lee en voz alta: standard, el valor predeterminado, es espeak-ng o un comando del operador; neural es una voz que el operador ha instalado en la carpeta de modelos de voz, y se rechaza si no hay ninguna para el idioma.',
  'Leaves out the cover picture of the source.': 'Quita la imagen de portada del original.',
  'Bits of each sample. Left out: those of the source, where the format has them.':
    'Bits de cada muestra. Sin valor: los del original, si el formato los admite.',
  'Average kbit/s of a variable bitrate. Not together with audio_bitrate.':
    'Media en kbit/s de una tasa de bits variable. No se combina con audio_bitrate.',
  'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.':
    'Media en kbit/s de una tasa de bits variable para un par estéreo. Solo con el códec vorbis; no se combina con audio_bitrate.',
  'How a sample is stored: s signed, u unsigned, f floating point, then its bits, then le (little endian) or be (big endian).':
    'Cómo se guarda una muestra: s con signo, u sin signo, f en coma flotante; después sus bits y, por último, le (little endian) o be (big endian).',
  'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.':
    'png: una imagen con fondo transparente; svg: un dibujo; json: los picos como los escribe audiowaveform.',
  'Width in pixels, which is also the maximum number of peak pairs.':
    'Anchura en píxeles, que es también el número máximo de pares de picos.',
  'Height in pixels. No effect on json.': 'Altura en píxeles. Sin efecto en json.',
  'Salt that is mixed into the password, which is the content of the input.':
    'Sal que se mezcla con la contraseña, que es el contenido de la entrada.',
  'Pages or frames to convert of a file that has several, one picture each: first, all, or a selection such as 1-3,5. Left out: all.':
    'Páginas o fotogramas que se convierten de un archivo que tiene varios, cada uno en una imagen: first, all o una selección como 1-3,5. Sin valor: all.',
  'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.':
    'Unidad de la anchura y la altura: píxeles, porcentaje del original, o bien pulgadas, centímetros o milímetros según los DPI.',
  'Shape of the result as width:height. width and height are ignored with it.':
    'Forma del resultado como anchura:altura. Con ella, las opciones de anchura y altura no tienen efecto.',
  'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.':
    'Qué hacer si el tamaño nuevo tiene otra forma: deformar la imagen, mantener su forma y rellenar el resto, o mantener su forma y cortar lo que sobresale.',
  'DPI written into the result; also used to convert physical units of width and height to pixels.':
    'DPI que se escriben en el resultado; sirven también para pasar a píxeles la anchura y la altura indicadas en unidades físicas.',
  'Pixels to cut off at the top. Not together with a crop area.':
    'Píxeles que se cortan por arriba. No se combina con un área de recorte.',
  'Pixels to cut off at the bottom. Not together with a crop area.':
    'Píxeles que se cortan por abajo. No se combina con un área de recorte.',
  'Pixels to cut off at the left. Not together with a crop area.':
    'Píxeles que se cortan por la izquierda. No se combina con un área de recorte.',
  'Pixels to cut off at the right. Not together with a crop area.':
    'Píxeles que se cortan por la derecha. No se combina con un área de recorte.',
  'Pixels from the left edge to the area to keep. Not together with cropping by sides.':
    'Píxeles desde el borde izquierdo hasta el área que se conserva. No se combina con el recorte por lados.',
  'Pixels from the upper edge to the area to keep. Not together with cropping by sides.':
    'Píxeles desde el borde superior hasta el área que se conserva. No se combina con el recorte por lados.',
  'Width of the area to keep, in pixels. Not together with cropping by sides.':
    'Anchura del área que se conserva, en píxeles. No se combina con el recorte por lados.',
  'Height of the area to keep, in pixels. Not together with cropping by sides.':
    'Altura del área que se conserva, en píxeles. No se combina con el recorte por lados.',
  'Mirrors the picture: left and right, top and bottom, or both. After rotate.':
    'Refleja la imagen: de izquierda a derecha, de arriba abajo o ambas cosas. Se hace después de girarla.',
  'Background color, as # and six hex digits: shown where the picture is transparent, and in the corners of a rotated picture. Left out: transparency is kept if the target supports it, otherwise the background is white.':
    'Color de fondo, como # y seis cifras hexadecimales: se ve donde la imagen es transparente y en las esquinas de una imagen girada. Sin valor: la transparencia se conserva si el formato la admite; si no, el fondo es blanco.',
  'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.':
    'Colores del resultado: sin cambios (colored), tonos de gris, blanco y negro puros, invertidos, marrones, o el aspecto de una fotografía de 1900 o 1980.',
  'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.':
    'Los píxeles más claros que este valor pasan a blanco y los demás a negro. 0 toma la media de la imagen.',
  'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.':
    'Hace transparente un color, como # y seis cifras hexadecimales en minúsculas; auto_create encuentra el fondo por sí solo.',
  'Reduces noise.': 'Reduce el ruido.',
  'Sharpens edges.': 'Hace más nítidos los bordes.',
  'Smooths the edges of drawn shapes and letters.': 'Suaviza los bordes de las formas y letras dibujadas.',
  'Removes isolated pixels (speckles).': 'Quita píxeles aislados (motas).',
  'Equalizes the histogram, so that all brightness levels are used evenly.':
    'Iguala el histograma, para que todos los niveles de brillo se usen por igual.',
  'Straightens a picture that was scanned at an angle.': 'Endereza una imagen que se escaneó torcida.',
  'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.':
    'Da color a una imagen en blanco y negro, con un modelo para cualquier imagen o para paisajes y personas.',
  'Resolution at which the model adds color: lower is more vivid, higher is more detailed.':
    'Resolución con la que el modelo da color: más baja es más viva, más alta es más detallada.',
  'Enlarges the picture so many times, with details that a model adds.':
    'Amplía la imagen este número de veces, con detalles que añade un modelo.',
  'Text to write across the picture from the lower left to the upper right, so that the picture shows through. A line break starts a new line.':
    'Texto que se escribe sobre la imagen desde abajo a la izquierda hasta arriba a la derecha, de modo que la imagen se transparente. Un salto de línea empieza una línea nueva.',
  'For DWG and DXF: paper size, in the orientation of the drawing. Left out: a sheet with the proportions of the drawing, as large as fits into A3; for a layout named by cad_layout, the paper of that layout.':
    'Para DWG y DXF: tamaño del papel, con la orientación del plano. Sin valor: una hoja con las proporciones del plano, lo más grande que quepa en un A3; para una presentación indicada en cad_layout, el papel de esa presentación.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The level of Deflate. Pixels stay the same.':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. Es el nivel de Deflate. Los píxeles no cambian.',
  'Keeps every pixel exactly as it is, in a larger file. Not together with quality.':
    'Conserva cada píxel exactamente como es, en un archivo más grande. No se combina con “Calidad”.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libaom.':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. Es el esfuerzo de libaom.',
  'Which metadata of the input to keep: none, author and copyright, or all Exif, XMP and IPTC data that the target supports, including the location. The picture is turned upright and its metadata say so; DPI is always kept.':
    'Qué metadatos de la entrada se conservan: ninguno, el autor y los derechos, o todos los datos Exif, XMP e IPTC que admita el formato, incluida la ubicación. La imagen se pone derecha y sus metadatos así lo indican; los DPI se conservan siempre.',
  'Colors and profile of the result: sRGB without a profile, sRGB with its profile, or the colors and the profile of the input, where that is RGB.':
    'Colores y perfil del resultado: sRGB sin perfil, sRGB con su perfil, o los colores y el perfil de la entrada, si es RGB.',
  'Lets max_file_size also reduce the dimensions of the picture; quality then goes down to 40 only. Frames of an animation keep their size.':
    'Permite que max_file_size reduzca también las dimensiones de la imagen; la calidad baja entonces solo hasta 40. Los fotogramas de una animación conservan su tamaño.',
  'Keeps all frames of an animation in one animated file. Without it each frame becomes a separate picture.':
    'Conserva todos los fotogramas de una animación en un archivo animado. Sin ella, cada fotograma pasa a ser una imagen aparte.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. It decides how many palettes are tried.':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. De ello depende cuántas paletas se prueban.',
  'Shows a coarse picture before the whole file has loaded: an interlaced GIF.':
    'Muestra una imagen poco detallada antes de cargar todo el archivo: un GIF entrelazado.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The presets of x265, from ultrafast to veryslow.':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. Son los ajustes de x265, de ultrafast a veryslow.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. From 7 on it is progressive, and a fifth smaller at the same quality (mozjpeg).':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. A partir de 7 es progresivo y una quinta parte más pequeño con la misma calidad (mozjpeg).',
  'Shows a coarse picture before the whole file has loaded: a progressive JPEG, which is often smaller too.':
    'Muestra una imagen poco detallada antes de cargar todo el archivo: un JPEG progresivo, que además suele ser más pequeño.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libjxl.':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. Es el esfuerzo de libjxl.',
  'Shows a coarse picture before the whole file has loaded: an interlaced PNG, which is larger.':
    'Muestra una imagen poco detallada antes de cargar todo el archivo: un PNG entrelazado, que es más grande.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The method of libwebp, from 0 to 6.':
    'Cuánto se esfuerza el codificador en reducir el archivo: 1 es lo más rápido, 9 lo más pequeño y lento. Es el método de libwebp, de 0 a 6.',
  'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.':
    'Indica si se calculan las sumas MD5 y SHA-256 de la entrada, para lo que se lee todo el archivo.',
  'Also counts what is in documents, web pages and books: tables, pictures, links, comments, notes, formulas, hidden sheets and slides, and more.':
    'Cuenta también lo que hay en documentos, páginas web y libros: tablas, imágenes, enlaces, comentarios, notas, fórmulas, hojas y diapositivas ocultas, y más.',
  'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.':
    'Cuenta también los caracteres, palabras y líneas de archivos PDF, documentos de oficina, páginas web y libros, que para ello se convierten en texto. Los textos sin formato se cuentan siempre.',
  'Makes a flat document, one member for each tag of the file as ExifTool shows it, and names them so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), and so on. With output_mode alone: snake_lowercase. With neither, the document has sections.':
    'Crea un documento plano, con un elemento por cada etiqueta del archivo como la muestra ExifTool, y los nombra así: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), etc. Solo con output_mode: snake_lowercase. Sin ninguna de las dos, el documento tiene secciones.',
  'Makes a flat document, as keys_format does, with the value of each tag (basic), or with an object of its value, its name in snake_lowercase (key_formatted), and whether metadata/metadata can set it (editable; expert). With keys_format alone: basic.':
    'Crea un documento plano, como keys_format, con el valor de cada etiqueta (basic), o con un objeto que contiene su valor, su nombre en snake_lowercase (key_formatted) y si metadata/metadata puede fijarla (editable; expert). Solo con keys_format: basic.',
  'Kind of file that is expected; document stands for all other kinds, too. A file of another kind is read as what it is, with a warning.':
    'Tipo de archivo que se espera; document vale también para todos los demás tipos. Un archivo de otro tipo se lee como lo que es, con un aviso.',
  'What is measured: structural similarity or correlation (ssim and ncc, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash). With allow_multiple_outputs, a JSON file of the figures is delivered beside the picture.':
    'Qué se mide: similitud estructural o correlación (ssim y ncc, 1 es igual), relación entre señal y ruido en dB (psnr), número de píxeles distintos (ae), diferencia media, cuadrática o máxima de 0 a 1 (mae, mse, rmse, pae) o distancia entre sumas perceptuales (phash). Con allow_multiple_outputs se entrega, junto a la imagen, un archivo JSON con las cifras.',
  'Difference of color in percent up to which pixels count as equal, in the picture and in different_pixels.':
    'Diferencia de color en porcentaje hasta la que los píxeles cuentan como iguales, en la imagen y en different_pixels.',
  'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, violet, white or yellow.':
    'Color de los píxeles distintos: # y seis cifras hexadecimales, o black, blue, cyan, gray, green, magenta, orange, red, violet, white o yellow.',
  'What is measured of each frame: structural similarity (ssim, 1 is alike), or signal to noise in dB (psnr).':
    'Qué se mide de cada fotograma: similitud estructural (ssim, 1 es igual) o relación entre señal y ruido en dB (psnr).',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, and level b (it looks the same in future), u (its text can be read too) or a (it is tagged too).':
    'Perfil de PDF/A (ISO 19005): parte 1, 2 o 3, y nivel b (tendrá el mismo aspecto en el futuro), u (también se podrá leer su texto) o a (además tiene etiquetas).',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, level a, b or u; or pdfua1: PDF/UA-1 (ISO 14289-1), for people who need assistive programs.':
    'Perfil de PDF/A (ISO 19005): parte 1, 2 o 3, nivel a, b o u; o pdfua1: PDF/UA-1 (ISO 14289), para personas que necesitan programas de ayuda.',
  'Whether pages keep their appearance, so that a document that cannot conform is refused. This is always the case here.':
    'Indica si las páginas conservan su aspecto, de modo que un documento que no pueda cumplirlo se rechaza. Aquí siempre es así.',
  'Splits the video into parts of so many seconds; the last may be shorter.':
    'Divide el vídeo en partes de estos segundos; la última puede ser más corta.',
  'Splits the video into so many parts of equal length.': 'Divide el vídeo en este número de partes iguales.',
  'The parts to keep, each as a file. Instead of length and number_of_parts.':
    'Las partes que se conservan, cada una como archivo. En lugar de “Duración de cada parte” y number_of_parts.',
  'Where the part of the video starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.':
    'Dónde empieza la parte del vídeo, como HH:MM:SS o HH:MM:SS.mmm. Sin valor: al principio.',
  'Where the part of the video ends. Has to be after start_video. Left out: at the end.':
    'Dónde termina la parte del vídeo. Debe ser posterior a start_video. Sin valor: al final.',
  'Which streams are extracted, each into a file of its own.': 'Qué pistas se extraen, cada una en su propio archivo.',
  'Format of the result. mkv holds all streams as they are; others may need some of them encoded again.':
    'Formato del resultado. mkv admite todas las pistas como están; con otros puede hacer falta volver a codificar algunas.',
  'Keeps the sound of the video next to that of the audio inputs, which otherwise replace it.':
    'Conserva el sonido del vídeo junto al de las entradas de audio, que de lo contrario lo sustituyen.',
  'Changes the volume of the sound of single inputs.': 'Cambia el volumen del sonido de entradas concretas.',
  'What players show of the streams of single inputs.':
    'Qué muestran los reproductores sobre las pistas de entradas concretas.',
  'Format of the result; by default that of the picture.':
    'Formato del resultado; de forma predeterminada, el de la imagen.',
  'Format of the picture.': 'Formato de la imagen.',
  'DPI written into the picture. Without width and height, also what pages and drawings are drawn at, in full size.':
    'DPI que se escriben en la imagen. Sin anchura ni altura, también la resolución con la que se dibujan las páginas y los planos, a tamaño completo.',
  'Makes a picture that browsers show coarsely before all of it has arrived: an interlaced PNG or GIF, a progressive JPEG. Both values do the same.':
    'Crea una imagen que los navegadores muestran con poco detalle antes de recibirla entera: un PNG o GIF entrelazado, un JPEG progresivo. Los dos valores hacen lo mismo.',
  'Format of the pictures.': 'Formato de las imágenes.',
  'How many frames of each time_unit are taken, at even distances; no frame twice.':
    'Cuántos fotogramas se toman por cada time_unit, a intervalos regulares; ninguno dos veces.',
  'The unit of images_per_time_unit.': 'La unidad de images_per_time_unit.',
  'Takes only frames that the video stores whole, at most images_per_time_unit of them.':
    'Toma solo fotogramas que el vídeo guarda enteros, como máximo los indicados en images_per_time_unit.',
  'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.':
    'Al unir en un archivo, con un archivo de audio entre las entradas: este sustituye el sonido del vídeo o se mezcla con él. Sin valor: replace.',
  'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.':
    'Al unir imágenes en un archivo: cuánto tiempo se muestra cada una. Sin valor: se reparten la duración de la entrada de audio; si no la hay, 3.',
  "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.":
    'El factor de calidad constante propio del codificador, en lugar de “Calidad”: cuanto más bajo, mejor. h264 y h265 van de 0 a 51; vp8, vp9 y av1, de 0 a 63.',
  'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.':
    'Tasa de bits media de la imagen en kbit/s, en lugar de “Calidad”. Se codifica en dos pasadas si el códec las admite.',
  'How long the encoder searches: fast makes larger files, small takes several times as long.':
    'Cuánto tiempo busca el codificador: fast da archivos más grandes, small tarda varias veces más.',
  'Number of channels of the sound. Left out: those of the source, where the codec has them.':
    'Número de canales del sonido. Sin valor: los del original, si el códec los admite.',
  'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.':
    'Frecuencia de muestreo del sonido en Hz. Sin valor: la del original, si el códec la admite.',
  'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.':
    'Qué hacer con un alto rango dinámico: conservarlo (h265, av1, vp9 y prores) o convertirlo al rango estándar. Sin valor: keep, si el códec lo admite.',
  'Removes title, location, date, chapters and other metadata.':
    'Quita el título, la ubicación, la fecha, los capítulos y otros metadatos.',
  'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.':
    'Máximo de píxeles del lado más corto, como en 1080p: una imagen más grande se reduce sin cambiar de forma, cualquier otra se queda como está. No se usa con una anchura o altura.',
  'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.':
    'Convierte los fotogramas entrelazados (televisión) en progresivos; auto lo hace si la imagen se codifica y el original está marcado como entrelazado. Una imagen copiada sigue entrelazada.',
  'Reduces the noise of the picture, which also makes the file smaller.':
    'Reduce el ruido de la imagen, con lo que el archivo también es más pequeño.',
  'How often it plays; 0: forever.': 'Cuántas veces se reproduce; 0: sin fin.',
  'Number of colours; fewer make the file smaller.': 'Número de colores; con menos, el archivo es más pequeño.',
  'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.':
    'Un fotograma del vídeo pasa a ser su portada, que muestran los reproductores y las carpetas: su tiempo, como HH:MM:SS o HH:MM:SS.mmm, contado igual que el inicio. Sustituye a las portadas que tenga el vídeo.',
  'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.':
    'La segunda de dos entradas, una imagen, pasa a ser la portada del vídeo, en lugar de las que tenga. Al unir en un archivo: la única imagen que haya entre las entradas.',
  'Writes the digests of all inputs into one list, each with the name of its file, as sha256sum does; target verify reads it. Without it each digest has a file of its own.':
    'Escribe las sumas de todas las entradas en una lista, cada una con el nombre de su archivo, como sha256sum; el destino verify la lee. Sin ella, cada suma tiene su propio archivo.',
  'Ignores files of the list that are not among the inputs, as sha256sum --ignore-missing does.':
    'Pasa por alto los archivos de la lista que no están entre las entradas, como sha256sum --ignore-missing.',
};

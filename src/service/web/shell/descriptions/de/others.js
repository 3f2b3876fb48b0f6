/** Descriptions of further options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Whether encrypt_password also encrypts the names in the archive. Without it anyone who has the file can list them.':
    'Ob encrypt_password auch die Namen im Archiv verschlüsselt. Sonst kann jeder, der die Datei hat, sie auflisten.',
  'Splits the archive into volumes of this size, each a separate output: bytes, 65536 at least, or a number with KB, MB (thousands) or KiB, MiB (1024). At most 999 volumes are made.':
    'Teilt das Archiv in Teilarchive dieser Größe, jedes ein eigenes Ergebnis: Bytes, mindestens 65536, oder eine Zahl mit KB, MB (Tausend) oder KiB, MiB (1024). Es werden höchstens 999 Teilarchive.',
  'Encoding of names in the input archive if the archive does not state it. Left out: the most likely one, with a warning if it is not UTF-8.':
    'Zeichenkodierung der Namen im Archiv der Eingabe, wenn es keine angibt. Ohne Angabe: die wahrscheinlichste, mit einer Warnung, wenn es nicht UTF-8 ist.',
  'Sample rate of the result in Hz. Left out: that of the source, where the format has it.':
    'Abtastrate des Ergebnisses in Hz. Ohne Angabe: die der Quelle, wenn das Format sie hat.',
  'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.':
    'Anzahl der Kanäle: stereo (2) oder mono (1). Ohne Angabe: die der Quelle, wenn das Format sie hat.',
  'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.':
    'Was gemessen wird: ebu ist die empfundene Lautheit (EBU R128), rms der mittlere Pegel, peak der höchste Abtastwert.',
  'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.':
    'Pegel in dB, der erreicht werden soll, für normalize_type rms und peak. Ohne Wirkung mit ebu.',
  'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.':
    'Lautheit in LUFS, die erreicht werden soll. Wirkt nur, wenn normalize_type ebu ist.',
  'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.':
    'Lautheitsbereich in LU, der erreicht werden soll: der Abstand zwischen leisen und lauten Stellen. Wirkt nur, wenn normalize_type ebu ist.',
  'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.':
    'Höchster erlaubter Spitzenpegel (True Peak) in dBTP. Wirkt nur, wenn normalize_type ebu ist.',
  'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.':
    'Welche Tonspur verwendet wird, wenn die Datei mehrere hat, zum Beispiel die Sprachen eines Videos: 1, der Standard, ist die erste.',
  'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.':
    'Entfernt Stille am Anfang und am Ende: Ton, der mindestens 0.05 Sekunden unter silence_threshold bleibt.',
  'Removes all silence, also within the audio, that lasts at least this many seconds.':
    'Entfernt jede Stille, auch mitten im Ton, die mindestens so viele Sekunden dauert.',
  'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.':
    'Pegel der Stille für trim_silence und remove_silence: Ton, der darunter bleibt, in dB bezogen auf Vollaussteuerung. Ohne Angabe: -50.',
  'Volume of the result in percent of that of the source: 50 is half the amplitude, 200 twice. Peaks that would become too high are limited.':
    'Lautstärke des Ergebnisses in Prozent der Quelle: 50 ist die halbe Amplitude, 200 die doppelte. Spitzen, die zu hoch würden, werden begrenzt.',
  'Seconds over which the sound fades in at the start.': 'Wie viele Sekunden lang der Ton am Anfang eingeblendet wird.',
  'Seconds over which the sound fades out at the end.': 'Wie viele Sekunden lang der Ton am Ende ausgeblendet wird.',
  'Title of the result, instead of that of the source; empty: none.':
    'Titel des Ergebnisses, statt dem der Quelle; leer: keiner.',
  'Artist of the result, instead of that of the source; empty: none.':
    'Interpret des Ergebnisses, statt dem der Quelle; leer: keiner.',
  'Album of the result, instead of that of the source; empty: none.':
    'Album des Ergebnisses, statt dem der Quelle; leer: keines.',
  'Artist of the whole album, instead of that of the source; empty: none.':
    'Interpret des ganzen Albums, statt dem der Quelle; leer: keiner.',
  'Genre of the result, instead of that of the source; empty: none.':
    'Genre des Ergebnisses, statt dem der Quelle; leer: keines.',
  'Year or date of the result, instead of that of the source; empty: none.':
    'Jahr oder Datum des Ergebnisses, statt dem der Quelle; leer: keines.',
  'Track number, optionally with the total, instead of that of the source; empty: none.':
    'Titelnummer, auf Wunsch mit der Gesamtzahl, statt der der Quelle; leer: keine.',
  'Comment of the result, instead of that of the source; empty: none.':
    'Kommentar des Ergebnisses, statt dem der Quelle; leer: keiner.',
  'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.':
    'Verwendet die zweite Eingabe, ein JPEG-, PNG-, GIF-, WebP- oder BMP-Bild, als Titelbild statt der Bilder der Quelle. Abgelehnt bei aac, ac3, amr, au, caf, eac3, mmf und wav, die keine Bilder speichern können.',
  'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.':
    'Stimme, die vorliest: standard, die Voreinstellung, ist espeak-ng oder ein Befehl des Betreibers; neural ist eine Stimme, die der Betreiber im Ordner der Sprachmodelle installiert hat, und wird abgelehnt, wenn es für die Sprache keine gibt.',
  'Leaves out the cover picture of the source.': 'Lässt das Titelbild der Quelle weg.',
  'Bits of each sample. Left out: those of the source, where the format has them.':
    'Bits jedes Abtastwerts. Ohne Angabe: die der Quelle, wenn das Format sie hat.',
  'Average kbit/s of a variable bitrate. Not together with audio_bitrate.':
    'Mittlere kbit/s einer variablen Bitrate. Nicht zusammen mit audio_bitrate.',
  'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.':
    'Mittlere kbit/s einer variablen Bitrate für ein Stereopaar. Nur mit dem Codec vorbis; nicht zusammen mit audio_bitrate.',
  'How a sample is stored: s signed, u unsigned, f floating point, then its bits, then le (little endian) or be (big endian).':
    'Wie ein Abtastwert gespeichert wird: s mit Vorzeichen, u ohne Vorzeichen, f Gleitkomma, dann seine Bits, dann le (Little Endian) oder be (Big Endian).',
  'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.':
    'png: ein Bild mit durchsichtigem Hintergrund; svg: eine Zeichnung; json: die Spitzenwerte, wie audiowaveform sie schreibt.',
  'Width in pixels, which is also the maximum number of peak pairs.':
    'Breite in Pixeln, zugleich die Höchstzahl der Paare von Spitzenwerten.',
  'Height in pixels. No effect on json.': 'Höhe in Pixeln. Ohne Wirkung auf json.',
  'Salt that is mixed into the password, which is the content of the input.':
    'Salt, das dem Passwort beigemischt wird; das Passwort ist der Inhalt der Eingabe.',
  'Pages or frames to convert of a file that has several, one picture each: first, all, or a selection such as 1-3,5. Left out: all.':
    'Seiten oder Einzelbilder, die aus einer Datei mit mehreren konvertiert werden, je ein Bild: first, all oder eine Auswahl wie 1-3,5. Ohne Angabe: alle.',
  'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.':
    'Einheit von width und height: Pixel, Prozent der Quelle, oder Zoll, Zentimeter oder Millimeter bei der Auflösung dpi.',
  'Shape of the result as width:height. width and height are ignored with it.':
    'Seitenverhältnis des Ergebnisses als Breite:Höhe. width und height sind damit ohne Wirkung.',
  'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.':
    'Was geschieht, wenn die neue Größe ein anderes Seitenverhältnis hat: das Bild verzerren, seine Form behalten und den Rest füllen, oder seine Form behalten und abschneiden, was übersteht.',
  'DPI written into the result; also used to convert physical units of width and height to pixels.':
    'DPI, die in das Ergebnis geschrieben werden; damit werden auch Längeneinheiten von width und height in Pixel umgerechnet.',
  'Pixels to cut off at the top. Not together with a crop area.':
    'Pixel, die oben abgeschnitten werden. Nicht zusammen mit einem Ausschnitt.',
  'Pixels to cut off at the bottom. Not together with a crop area.':
    'Pixel, die unten abgeschnitten werden. Nicht zusammen mit einem Ausschnitt.',
  'Pixels to cut off at the left. Not together with a crop area.':
    'Pixel, die links abgeschnitten werden. Nicht zusammen mit einem Ausschnitt.',
  'Pixels to cut off at the right. Not together with a crop area.':
    'Pixel, die rechts abgeschnitten werden. Nicht zusammen mit einem Ausschnitt.',
  'Pixels from the left edge to the area to keep. Not together with cropping by sides.':
    'Pixel von der linken Kante bis zum Ausschnitt, der bleiben soll. Nicht zusammen mit dem Abschneiden an den Seiten.',
  'Pixels from the upper edge to the area to keep. Not together with cropping by sides.':
    'Pixel von der oberen Kante bis zum Ausschnitt, der bleiben soll. Nicht zusammen mit dem Abschneiden an den Seiten.',
  'Width of the area to keep, in pixels. Not together with cropping by sides.':
    'Breite des Ausschnitts, der bleiben soll, in Pixeln. Nicht zusammen mit dem Abschneiden an den Seiten.',
  'Height of the area to keep, in pixels. Not together with cropping by sides.':
    'Höhe des Ausschnitts, der bleiben soll, in Pixeln. Nicht zusammen mit dem Abschneiden an den Seiten.',
  'Mirrors the picture: left and right, top and bottom, or both. After rotate.':
    'Spiegelt das Bild: links und rechts, oben und unten oder beides. Nach rotate.',
  'Background color, as # and six hex digits: shown where the picture is transparent, and in the corners of a rotated picture. Left out: transparency is kept if the target supports it, otherwise the background is white.':
    'Hintergrundfarbe, als # und sechs Hexadezimalziffern: zu sehen, wo das Bild durchsichtig ist, und in den Ecken eines gedrehten Bildes. Ohne Angabe: Transparenz bleibt, wenn das Format sie unterstützt, sonst ist der Hintergrund weiß.',
  'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.':
    'Farben des Ergebnisses: unverändert (colored), Graustufen, reines Schwarzweiß, umgekehrt, braun oder wie ein Foto von 1900 oder 1980.',
  'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.':
    'Macht Pixel, die heller als dieser Wert sind, weiß und die anderen schwarz. 0 nimmt den Durchschnitt des Bildes.',
  'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.':
    'Macht eine Farbe durchsichtig, als # und sechs kleingeschriebene Hexadezimalziffern; auto_create findet den Hintergrund selbst.',
  'Reduces noise.': 'Verringert das Rauschen.',
  'Sharpens edges.': 'Schärft Kanten.',
  'Smooths the edges of drawn shapes and letters.': 'Glättet die Kanten gezeichneter Formen und Buchstaben.',
  'Removes isolated pixels (speckles).': 'Entfernt einzelne störende Pixel (Flecken).',
  'Equalizes the histogram, so that all brightness levels are used evenly.':
    'Gleicht das Histogramm aus, sodass alle Helligkeitsstufen gleichmäßig genutzt werden.',
  'Straightens a picture that was scanned at an angle.': 'Richtet ein schief gescanntes Bild gerade.',
  'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.':
    'Färbt ein Schwarzweißbild ein, mit einem Modell für beliebige Bilder oder für Landschaften und Menschen.',
  'Resolution at which the model adds color: lower is more vivid, higher is more detailed.':
    'Auflösung, mit der das Modell einfärbt: niedriger ist lebhafter, höher ist detailreicher.',
  'Enlarges the picture so many times, with details that a model adds.':
    'Vergrößert das Bild um diesen Faktor, mit Details, die ein Modell ergänzt.',
  'Text to write across the picture from the lower left to the upper right, so that the picture shows through. A line break starts a new line.':
    'Text, der von links unten nach rechts oben über das Bild geschrieben wird, sodass das Bild durchscheint. Ein Zeilenumbruch beginnt eine neue Zeile.',
  'For DWG and DXF: paper size, in the orientation of the drawing. Left out: a sheet with the proportions of the drawing, as large as fits into A3; for a layout named by cad_layout, the paper of that layout.':
    'Für DWG und DXF: Papierformat, in der Ausrichtung der Zeichnung. Ohne Angabe: ein Blatt mit den Proportionen der Zeichnung, so groß, wie es in A3 passt; für ein Layout, das cad_layout nennt, dessen Papier.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The level of Deflate. Pixels stay the same.':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Die Stufe von Deflate. Die Pixel bleiben gleich.',
  'Keeps every pixel exactly as it is, in a larger file. Not together with quality.':
    'Behält jedes Pixel genau, wie es ist, in einer größeren Datei. Nicht zusammen mit quality.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libaom.':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Der Aufwand (effort) von libaom.',
  'Which metadata of the input to keep: none, author and copyright, or all Exif, XMP and IPTC data that the target supports, including the location. The picture is turned upright and its metadata say so; DPI is always kept.':
    'Welche Metadaten der Eingabe bleiben: keine, Autor und Urheberrecht, oder alle Exif-, XMP- und IPTC-Daten, die das Format unterstützt, auch der Ort. Das Bild wird aufrecht gedreht, und seine Metadaten geben das an; DPI bleibt immer erhalten.',
  'Colors and profile of the result: sRGB without a profile, sRGB with its profile, or the colors and the profile of the input, where that is RGB.':
    'Farben und Profil des Ergebnisses: sRGB ohne Profil, sRGB mit seinem Profil oder die Farben und das Profil der Eingabe, wenn sie RGB ist.',
  'Lets max_file_size also reduce the dimensions of the picture; quality then goes down to 40 only. Frames of an animation keep their size.':
    'Lässt max_file_size auch Breite und Höhe des Bildes verringern; die Qualität sinkt dann nur bis auf 40. Die Einzelbilder einer Animation behalten ihre Größe.',
  'Keeps all frames of an animation in one animated file. Without it each frame becomes a separate picture.':
    'Behält alle Einzelbilder einer Animation in einer animierten Datei. Ohne diese Option wird jedes Einzelbild ein eigenes Bild.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. It decides how many palettes are tried.':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Davon hängt ab, wie viele Farbpaletten ausprobiert werden.',
  'Shows a coarse picture before the whole file has loaded: an interlaced GIF.':
    'Zeigt ein grobes Bild, bevor die ganze Datei geladen ist: ein GIF mit Zeilensprung (interlaced).',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The presets of x265, from ultrafast to veryslow.':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Die Voreinstellungen von x265, von ultrafast bis veryslow.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. From 7 on it is progressive, and a fifth smaller at the same quality (mozjpeg).':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Ab 7 ist sie progressiv und bei gleicher Qualität ein Fünftel kleiner (mozjpeg).',
  'Shows a coarse picture before the whole file has loaded: a progressive JPEG, which is often smaller too.':
    'Zeigt ein grobes Bild, bevor die ganze Datei geladen ist: ein progressives JPEG, das oft auch kleiner ist.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libjxl.':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Der Aufwand (effort) von libjxl.',
  'Shows a coarse picture before the whole file has loaded: an interlaced PNG, which is larger.':
    'Zeigt ein grobes Bild, bevor die ganze Datei geladen ist: ein PNG mit Zeilensprung (interlaced), das größer ist.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The method of libwebp, from 0 to 6.':
    'Wie viel Mühe sich der Encoder gibt, die Datei klein zu machen: 1 ist am schnellsten, 9 am kleinsten und langsamsten. Die Methode (method) von libwebp, von 0 bis 6.',
  'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.':
    'Ob MD5 und SHA-256 der Eingabe berechnet werden, wofür die ganze Datei gelesen wird.',
  'Also counts what is in documents, web pages and books: tables, pictures, links, comments, notes, formulas, hidden sheets and slides, and more.':
    'Zählt auch, was in Dokumenten, Webseiten und Büchern ist: Tabellen, Bilder, Links, Kommentare, Fußnoten, Formeln, ausgeblendete Blätter und Folien und mehr.',
  'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.':
    'Zählt auch Zeichen, Wörter und Zeilen von PDFs, Office-Dokumenten, Webseiten und Büchern, die dafür in Text umgewandelt werden. Reine Texte werden immer gezählt.',
  'Makes a flat document, one member for each tag of the file as ExifTool shows it, and names them so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), and so on. With output_mode alone: snake_lowercase. With neither, the document has sections.':
    'Macht ein flaches Dokument mit einem Eintrag für jedes Tag der Datei, wie ExifTool es zeigt, und benennt die Einträge so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype) und so weiter. Nur mit output_mode: snake_lowercase. Ohne beide hat das Dokument Bereiche.',
  'Makes a flat document, as keys_format does, with the value of each tag (basic), or with an object of its value, its name in snake_lowercase (key_formatted), and whether metadata/metadata can set it (editable; expert). With keys_format alone: basic.':
    'Macht ein flaches Dokument wie keys_format, mit dem Wert jedes Tags (basic) oder mit einem Objekt aus seinem Wert, seinem Namen in snake_lowercase (key_formatted) und der Angabe, ob metadata/metadata es setzen kann (editable; expert). Nur mit keys_format: basic.',
  'Kind of file that is expected; document stands for all other kinds, too. A file of another kind is read as what it is, with a warning.':
    'Art der Datei, die erwartet wird; document steht auch für alle anderen Arten. Eine Datei anderer Art wird als das gelesen, was sie ist, mit einer Warnung.',
  'What is measured: structural similarity or correlation (ssim and ncc, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash). With allow_multiple_outputs, a JSON file of the figures is delivered beside the picture.':
    'Was gemessen wird: strukturelle Ähnlichkeit oder Korrelation (ssim und ncc, 1 ist gleich), Signal-Rausch-Abstand in dB (psnr), Anzahl verschiedener Pixel (ae), mittlerer, quadratischer oder größter Unterschied von 0 bis 1 (mae, mse, rmse, pae) oder Abstand der Wahrnehmungs-Hashes (phash). Mit allow_multiple_outputs wird neben dem Bild eine JSON-Datei mit den Zahlen geliefert.',
  'Difference of color in percent up to which pixels count as equal, in the picture and in different_pixels.':
    'Farbunterschied in Prozent, bis zu dem Pixel als gleich gelten, im Bild und in different_pixels.',
  'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, violet, white or yellow.':
    'Farbe verschiedener Pixel: # und sechs Hexadezimalziffern oder black, blue, cyan, gray, green, magenta, orange, red, violet, white oder yellow.',
  'What is measured of each frame: structural similarity (ssim, 1 is alike), or signal to noise in dB (psnr).':
    'Was an jedem Einzelbild gemessen wird: strukturelle Ähnlichkeit (ssim, 1 ist gleich) oder Signal-Rausch-Abstand in dB (psnr).',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, and level b (it looks the same in future), u (its text can be read too) or a (it is tagged too).':
    'Profil von PDF/A (ISO 19005): Teil 1, 2 oder 3 und Stufe b (sieht auch künftig gleich aus), u (auch sein Text lässt sich lesen) oder a (es hat auch Tags).',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, level a, b or u; or pdfua1: PDF/UA-1 (ISO 14289-1), for people who need assistive programs.':
    'Profil von PDF/A (ISO 19005): Teil 1, 2 oder 3, Stufe a, b oder u; oder pdfua1: PDF/UA-1 (ISO 14289) für Menschen, die Hilfsprogramme brauchen.',
  'Whether pages keep their appearance, so that a document that cannot conform is refused. This is always the case here.':
    'Ob die Seiten ihr Aussehen behalten, sodass ein Dokument, das nicht entsprechen kann, abgelehnt wird. Das ist hier immer der Fall.',
  'Splits the video into parts of so many seconds; the last may be shorter.':
    'Teilt das Video in Teile von so vielen Sekunden; der letzte kann kürzer sein.',
  'Splits the video into so many parts of equal length.': 'Teilt das Video in so viele gleich lange Teile.',
  'The parts to keep, each as a file. Instead of length and number_of_parts.':
    'Die Teile, die bleiben sollen, jeder als eigene Datei. Statt length und number_of_parts.',
  'Where the part of the video starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.':
    'Wo der Teil des Videos beginnt, als HH:MM:SS oder HH:MM:SS.mmm. Ohne Angabe: am Anfang.',
  'Where the part of the video ends. Has to be after start_video. Left out: at the end.':
    'Wo der Teil des Videos endet. Muss nach start_video liegen. Ohne Angabe: am Ende.',
  'Which streams are extracted, each into a file of its own.':
    'Welche Spuren entnommen werden, jede in eine eigene Datei.',
  'Format of the result. mkv holds all streams as they are; others may need some of them encoded again.':
    'Format des Ergebnisses. mkv nimmt alle Spuren unverändert auf; für andere müssen manche vielleicht neu kodiert werden.',
  'Keeps the sound of the video next to that of the audio inputs, which otherwise replace it.':
    'Behält den Ton des Videos neben dem der Audio-Eingaben, die ihn sonst ersetzen.',
  'Changes the volume of the sound of single inputs.': 'Ändert die Lautstärke des Tons einzelner Eingaben.',
  'What players show of the streams of single inputs.': 'Was Player zu den Spuren einzelner Eingaben anzeigen.',
  'Format of the result; by default that of the picture.': 'Format des Ergebnisses; ohne Angabe das des Bildes.',
  'Format of the picture.': 'Format des Bildes.',
  'DPI written into the picture. Without width and height, also what pages and drawings are drawn at, in full size.':
    'DPI, die in das Bild geschrieben werden. Ohne width und height werden Seiten und Zeichnungen auch damit gezeichnet, in voller Größe.',
  'Makes a picture that browsers show coarsely before all of it has arrived: an interlaced PNG or GIF, a progressive JPEG. Both values do the same.':
    'Macht ein Bild, das Browser schon grob zeigen, bevor es ganz da ist: ein PNG oder GIF mit Zeilensprung (interlaced), ein progressives JPEG. Beide Werte bewirken dasselbe.',
  'Format of the pictures.': 'Format der Bilder.',
  'How many frames of each time_unit are taken, at even distances; no frame twice.':
    'Wie viele Einzelbilder aus jeder time_unit entnommen werden, in gleichen Abständen; keines doppelt.',
  'The unit of images_per_time_unit.': 'Die Einheit von images_per_time_unit.',
  'Takes only frames that the video stores whole, at most images_per_time_unit of them.':
    'Nimmt nur Einzelbilder, die im Video vollständig gespeichert sind, höchstens images_per_time_unit davon.',
  'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.':
    'Mit merge und einer Audiodatei unter den Eingaben: Sie ersetzt den Ton des Videos oder wird mit ihm gemischt. Ohne Angabe: replace.',
  'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.':
    'Mit merge und Bildern: wie lange jedes gezeigt wird. Ohne Angabe: Sie teilen sich die Länge der Audiodatei, sonst 3.',
  "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.":
    'Der eigene Qualitätswert des Encoders (Constant Rate Factor) statt quality: niedriger ist besser. h264 und h265 haben 0 bis 51, vp8, vp9 und av1 0 bis 63.',
  'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.':
    'Mittlere Bitrate des Bildes in kbit/s statt quality. Wird in zwei Durchgängen kodiert, wenn der Codec das kann.',
  'How long the encoder searches: fast makes larger files, small takes several times as long.':
    'Wie lange der Encoder sucht: fast macht größere Dateien, small braucht mehrfach so lange.',
  'Number of channels of the sound. Left out: those of the source, where the codec has them.':
    'Anzahl der Kanäle des Tons. Ohne Angabe: die der Quelle, wenn der Codec sie hat.',
  'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.':
    'Abtastrate des Tons in Hz. Ohne Angabe: die der Quelle, wenn der Codec sie hat.',
  'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.':
    'Was mit einem hohen Dynamikumfang (HDR) geschieht: behalten (h265, av1, vp9 und prores) oder in den Standardumfang umwandeln. Ohne Angabe: keep, wenn der Codec es unterstützt.',
  'Removes title, location, date, chapters and other metadata.':
    'Entfernt Titel, Ort, Datum, Kapitel und andere Metadaten.',
  'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.':
    'Höchstzahl der Pixel auf der kürzeren Seite, wie in 1080p: Ein größeres Bild wird im gleichen Seitenverhältnis verkleinert, jedes andere bleibt, wie es ist. Ohne Wirkung mit width oder height.',
  'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.':
    'Wandelt Bilder mit Zeilensprung (Fernsehen) in Vollbilder um; auto tut das, wenn das Bild kodiert wird und die Quelle als Zeilensprung gekennzeichnet ist. Ein kopiertes Bild behält den Zeilensprung.',
  'Reduces the noise of the picture, which also makes the file smaller.':
    'Verringert das Rauschen des Bildes, was auch die Datei kleiner macht.',
  'How often it plays; 0: forever.': 'Wie oft es abgespielt wird; 0: endlos.',
  'Number of colours; fewer make the file smaller.': 'Anzahl der Farben; weniger machen die Datei kleiner.',
  'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.':
    'Ein Einzelbild des Films wird sein Titelbild, das Player und Ordner für ihn zeigen: seine Zeit als HH:MM:SS oder HH:MM:SS.mmm, gezählt wie start. Es ersetzt Titelbilder, die der Film hat.',
  'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.':
    'Die zweite von zwei Eingaben, ein Bild, wird das Titelbild des Films, anstelle derer, die er hat. Mit merge: das eine Bild unter den Eingaben.',
  'Writes the digests of all inputs into one list, each with the name of its file, as sha256sum does; target verify reads it. Without it each digest has a file of its own.':
    'Schreibt die Prüfsummen aller Eingaben in eine Liste, jede mit dem Namen ihrer Datei, wie sha256sum; das Ziel verify liest sie. Ohne diese Option hat jede Prüfsumme eine eigene Datei.',
  'Ignores files of the list that are not among the inputs, as sha256sum --ignore-missing does.':
    'Übergeht Dateien der Liste, die nicht unter den Eingaben sind, wie sha256sum --ignore-missing.',
};

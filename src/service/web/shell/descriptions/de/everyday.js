/** Descriptions of everyday options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Width of the result in the unit of resize_by. Ignored with aspect_ratio.':
    'Breite des Ergebnisses in der Einheit von resize_by. Ohne Wirkung mit aspect_ratio.',
  'Width in pixels. The height keeps the proportions; with both, the picture fits into them.':
    'Breite in Pixeln. Die Höhe ergibt sich aus den Proportionen; mit beiden passt das Bild hinein.',
  'Width of the result in pixels. Alone: the height follows.':
    'Breite des Ergebnisses in Pixeln. Allein: Die Höhe ergibt sich daraus.',
  'Height of the result in the unit of resize_by. Ignored with aspect_ratio.':
    'Höhe des Ergebnisses in der Einheit von resize_by. Ohne Wirkung mit aspect_ratio.',
  'Height in pixels. The width keeps the proportions; with both, the picture fits into them.':
    'Höhe in Pixeln. Die Breite ergibt sich aus den Proportionen; mit beiden passt das Bild hinein.',
  'Height of the result in pixels. Alone: the width follows.':
    'Höhe des Ergebnisses in Pixeln. Allein: Die Breite ergibt sich daraus.',
  'Preset for quality against size; minimum is the smallest. May override other quality options.':
    'Voreinstellung für Qualität gegen Größe; minimum ist am kleinsten. Kann andere Qualitätsoptionen überschreiben.',
  'How close the result is to the source: 100 is best and largest. Each target has its own scale, so the same number looks different in another one. Not together with lossless.':
    'Wie nahe das Ergebnis der Quelle kommt: 100 ist am besten und am größten. Jedes Format hat seine eigene Skala, dieselbe Zahl sieht also je nach Format anders aus. Nicht zusammen mit lossless.',
  'Stores the picture as a JPEG of this quality; 100 is best and largest. Left out: every pixel is kept exactly as it is.':
    'Speichert das Bild als JPEG dieser Qualität; 100 ist am besten und am größten. Ohne Angabe bleibt jedes Pixel genau erhalten.',
  'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.':
    'Bildqualität, auf derselben Skala für alle Codecs: 90 ist kaum von der Quelle zu unterscheiden, 75 ist gut, bei 50 sind Verluste sichtbar. Ohne Angabe: 75.',
  'Quality of the pictures: higher is better and larger.': 'Qualität der Bilder: höher ist besser und größer.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Quality is reduced to reach it, down to 10. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Höchstgröße der Datei: Bytes oder eine Zahl mit KB, MB (Tausend) oder KiB, MiB (1024). Dafür wird die Qualität verringert, bis auf 10. Eine unerreichbare Größe wird abgelehnt; die Fehlermeldung nennt die kleinste mögliche.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Only max_file_size_resize changes the picture to reach it. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Höchstgröße der Datei: Bytes oder eine Zahl mit KB, MB (Tausend) oder KiB, MiB (1024). Nur max_file_size_resize verändert dafür das Bild. Eine unerreichbare Größe wird abgelehnt; die Fehlermeldung nennt die kleinste mögliche.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). The picture becomes a JPEG, of quality 90 at first, reduced down to 10 if needed. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Höchstgröße der Datei: Bytes oder eine Zahl mit KB, MB (Tausend) oder KiB, MiB (1024). Das Bild wird ein JPEG, zunächst mit Qualität 90, bei Bedarf bis auf 10 verringert. Eine unerreichbare Größe wird abgelehnt; die Fehlermeldung nennt die kleinste mögliche.',
  'Maximum size in KiB; the result comes as close to it as possible.':
    'Höchstgröße in KiB; das Ergebnis kommt ihr so nahe wie möglich.',
  'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.':
    'Höchstgröße des Ergebnisses, zum Beispiel 16MB; die Bitraten werden passend gewählt. Eine Warnung meldet, wenn das nicht möglich ist.',
  'Video codec. copy keeps the picture of the source unchanged. Left out: copy if the target supports the codec and no option changes the picture, otherwise the first in the list.':
    'Video-Codec. copy lässt das Bild der Quelle unverändert. Ohne Angabe: copy, wenn das Format den Codec unterstützt und keine Option das Bild ändert, sonst der erste der Liste.',
  'Frames per second, evenly spaced. Left out: as in the source.':
    'Bilder pro Sekunde, gleichmäßig verteilt. Ohne Angabe: wie in der Quelle.',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25.':
    'Bilder pro Sekunde, gleichmäßig verteilt. Ohne Angabe: wie in der Quelle, höchstens 25.',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25. GIF counts hundredths of seconds, so rates that do not divide 100 come out uneven.':
    'Bilder pro Sekunde, gleichmäßig verteilt. Ohne Angabe: wie in der Quelle, höchstens 25. GIF rechnet in Hundertstelsekunden; Raten, durch die 100 nicht teilbar ist, werden ungleichmäßig.',
  'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.':
    'Wie schnell der Ton abgespielt wird, bei gleicher Tonhöhe: 2 ist doppelt so schnell, 0.5 halb so schnell.',
  'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.':
    'Spielt schneller (über 1) oder langsamer (unter 1); der Ton behält seine Höhe.',
  'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.':
    'burn zeichnet die Standard-Untertitel (sonst die ersten) ins Bild, none lässt Untertitel weg. Ohne Angabe: none, mit einer Warnung, wenn die Quelle Untertitel hat.',
  'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.':
    'keep speichert Untertitel als Spuren, die sich im Player abschalten lassen, burn zeichnet die Standard-Untertitel (sonst die ersten) ins Bild, none lässt sie weg. Ohne Angabe: keep.',
  'Turns pages clockwise. Each item names the pages and the angle.':
    'Dreht Seiten im Uhrzeigersinn. Jeder Eintrag nennt die Seiten und den Winkel.',
  'Turns the picture clockwise, in degrees.': 'Dreht das Bild im Uhrzeigersinn, in Grad.',
  'Codec inside the file.': 'Codec in der Datei.',
  'Codec inside the file: amr_nb is telephone quality (8 kHz), amr_wb is wideband (16 kHz).':
    'Codec in der Datei: amr_nb hat Telefonqualität (8 kHz), amr_wb ist breitbandig (16 kHz).',
  'Codec inside the file: uncompressed samples, or lossless compression.':
    'Codec in der Datei: unkomprimierte Abtastwerte oder verlustfreie Kompression.',
  'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.':
    'Codec in der Datei. copy lässt den Ton der Quelle unverändert, wenn das Format ihn aufnehmen kann.',
  'Audio codec. copy keeps the sound of the source unchanged, none removes it. Left out: copy if the target supports the codec and no option changes the sound, otherwise the first in the list.':
    'Audio-Codec. copy lässt den Ton der Quelle unverändert, none entfernt ihn. Ohne Angabe: copy, wenn das Format den Codec unterstützt und keine Option den Ton ändert, sonst der erste der Liste.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space.':
    'Bitrate des Ergebnisses in kbit/s: höher klingt besser und braucht mehr Platz.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Usable with audio_codec aac only.':
    'Bitrate des Ergebnisses in kbit/s: höher klingt besser und braucht mehr Platz. Nur mit audio_codec aac.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Not together with audio_vbr.':
    'Bitrate des Ergebnisses in kbit/s: höher klingt besser und braucht mehr Platz. Nicht zusammen mit audio_vbr.',
  'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.':
    'Bitrate des Tons in kbit/s, für verlustbehaftete Codecs. Ohne Angabe: 64 pro Kanal, 80 bei Mono.',
  'Start of the part to keep, as HH:MM:SS from the beginning.':
    'Beginn des Teils, der bleiben soll, als HH:MM:SS ab dem Anfang.',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.':
    'Beginn des Teils, der bleiben soll, als HH:MM:SS oder HH:MM:SS.mmm. Ohne Angabe: der Anfang.',
  'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.':
    'Ende des Teils, der bleiben soll, als HH:MM:SS ab dem Anfang. Muss nach start liegen.',
  'End of the part to keep. Must be after start.': 'Ende des Teils, der bleiben soll. Muss nach start liegen.',
  'Brings the loudness to a target level, chosen by the other normalize options.':
    'Bringt die Lautstärke auf einen Zielpegel, den die anderen normalize-Optionen bestimmen.',
  'Stretches brightness over the full range, which strengthens the contrast.':
    'Dehnt die Helligkeit auf den vollen Umfang und verstärkt so den Kontrast.',
  'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one. By default all pages of documents and TIFF pictures, and the first of other files.':
    'Seiten, die gezeigt werden, je ein Bild: first, all oder eine Auswahl wie 1-3,5. Bei Büchern ist first der Umschlag, wenn es einen gibt. Ohne Angabe alle Seiten von Dokumenten und TIFF-Bildern, von anderen Dateien die erste.',
  'Paper size to which every page is fitted. Not together with a custom page size.':
    'Papierformat, an das jede Seite angepasst wird. Nicht zusammen mit einem eigenen Seitenformat.',
  'Portrait (upright) or landscape (wide) pages.': 'Hochformat (portrait) oder Querformat (landscape).',
  'Joins all inputs, in their order, into one PDF.': 'Fügt alle Eingaben in ihrer Reihenfolge zu einem PDF zusammen.',
  'Joins all inputs, in their order, into one sound. Each becomes a chapter, in formats that have these.':
    'Fügt alle Eingaben in ihrer Reihenfolge zu einem Ton zusammen. Jede wird ein Kapitel, in Formaten, die solche haben.',
  'Puts all inputs, in their order, and all their pages into one file. Without it each page becomes a separate file, and each input is converted separately.':
    'Legt alle Eingaben in ihrer Reihenfolge mit allen Seiten in eine Datei. Ohne diese Option wird jede Seite eine eigene Datei und jede Eingabe einzeln konvertiert.',
  'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.':
    'Macht aus allen Eingaben in ihrer Reihenfolge ein Video: Videos nacheinander, im Format des ersten, oder Bilder, die je einige Sekunden gezeigt werden. Eine Audiodatei wird zum Ton, Untertiteldateien (srt, vtt, ass) werden zu Untertiteln.',
  'Where to split the document: page numbers or ranges separated by commas; all for one document per page; blank for one per stretch between blank pages, which are left out; bookmarks for one per top-level bookmark, named after it (bookmarks:2 for two levels); text:WORDS for a new one at each page with these words; barcode for a new one at each page with a barcode or QR code, named after it (barcode:CONTENT for one that says exactly this; separator sheets that say PATCHT are left out); size:5MB for documents of at most that size. Pages before the first bookmark, text or code become a document too.':
    'Wo das Dokument geteilt wird: Seitenzahlen oder Bereiche, durch Kommas getrennt; all für ein Dokument je Seite; blank für eines je Abschnitt zwischen leeren Seiten, die wegfallen; bookmarks für eines je oberstem Lesezeichen, nach ihm benannt (bookmarks:2 für zwei Ebenen); text:WÖRTER für ein neues bei jeder Seite mit diesen Wörtern; barcode für ein neues bei jeder Seite mit einem Strichcode oder QR-Code, nach ihm benannt (barcode:INHALT für einen mit genau diesem Inhalt; Trennblätter mit dem Inhalt PATCHT fallen weg); size:5MB für Dokumente von höchstens dieser Größe. Seiten vor dem ersten Lesezeichen, Text oder Code werden ebenfalls ein Dokument.',
  'Recognises text in images and scans of the source (OCR).': 'Erkennt Text in Bildern und Scans der Quelle (OCR).',
  'Languages of the text to recognise: codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Languages and scripts cannot be mixed.':
    'Sprachen des Textes: Kürzel wie eng oder deu oder Schriften wie script-Latin, durch Kommas ohne Leerzeichen getrennt. Sprachen und Schriften lassen sich nicht mischen.',
  'Makes the result PDF/A (ISO 19005), for archives: part 1, 2 or 3 with all fonts embedded. Level b keeps how it looks, u also its text, a also its tags, which office documents and web pages bring along. Part 1 does not allow transparency; only part 3 keeps attached files. A document that cannot conform is refused. Not together with passwords, restrictions or color cmyk. true means 2b.':
    'Macht das Ergebnis zu PDF/A (ISO 19005) für Archive: Teil 1, 2 oder 3, mit allen Schriften eingebettet. Stufe b erhält das Aussehen, u auch den Text, a auch die Tags, die Office-Dokumente und Webseiten mitbringen. Teil 1 erlaubt keine Transparenz; nur Teil 3 behält angehängte Dateien. Ein Dokument, das nicht entsprechen kann, wird abgelehnt. Nicht zusammen mit Passwörtern, Einschränkungen oder color cmyk. true steht für 2b.',
  'How small the file becomes: low is faster than medium, high takes several times as long.':
    'Wie klein die Datei wird: low ist schneller als medium, high braucht mehrfach so lange.',
  'How small the file becomes: low loses hardly anything, medium loses what is hard to see or hear, high loses more.':
    'Wie klein die Datei wird: low verliert fast nichts, medium verliert, was kaum zu sehen oder zu hören ist, high verliert mehr.',
  'Encrypts the archive with this password. Left out or empty: no encryption.':
    'Verschlüsselt das Archiv mit diesem Passwort. Ohne Angabe oder leer: keine Verschlüsselung.',
  'Password needed to open the result. Adds one or replaces the old one.':
    'Passwort zum Öffnen des Ergebnisses. Fügt eines hinzu oder ersetzt das alte.',
  'Password that lifts the restrictions of the result. Adds one or replaces the old one.':
    'Passwort, das die Einschränkungen des Ergebnisses aufhebt. Fügt eines hinzu oder ersetzt das alte.',
  'Title of the book. Left out: that of the source.': 'Titel des Buchs. Ohne Angabe: der der Quelle.',
  'Author of the book. Left out: that of the source.': 'Autor des Buchs. Ohne Angabe: der der Quelle.',
  'Device that the book is made for, with its screen and features.':
    'Gerät, für das das Buch gemacht wird, mit dessen Bildschirm und Fähigkeiten.',
  'Version of the drawing format: AC1009 is release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.':
    'Version des Zeichnungsformats: AC1009 ist Release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.',
  'Version of the PDF format that the result conforms to.': 'Version des PDF-Formats, der das Ergebnis entspricht.',
  'Version of the EPUB format. Left out: that of the source if it is an EPUB, else 3.':
    'Version des EPUB-Formats. Ohne Angabe: die der Quelle, wenn sie ein EPUB ist, sonst 3.',
  'For DWG and DXF: model, the name of a layout, or all: the model and each layout with content, each as a page or picture. Left out: the model, or if it is empty the first layout with content.':
    'Für DWG und DXF: model, der Name eines Layouts, oder all: das Modell und jedes Layout mit Inhalt, je als Seite oder Bild. Ohne Angabe: das Modell oder, wenn es leer ist, das erste Layout mit Inhalt.',
  'Language and country of the voice that reads a text source aloud.':
    'Sprache und Land der Stimme, die einen Text vorliest.',
  'Language and country spoken in an audio source, whose speech becomes text. pt-FB is Portuguese of Brazil.':
    'Sprache und Land, die in einer Aufnahme gesprochen werden; aus der Sprache wird Text. pt-FB ist Portugiesisch aus Brasilien.',
  'Maximum number of characters in a chunk. Only a single table row, code block or HTML block can be longer.':
    'Höchstzahl der Zeichen eines Abschnitts. Nur eine einzelne Tabellenzeile, ein Code- oder HTML-Block kann länger sein.',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures.':
    'Was mit Bildern geschieht: none lässt sie weg; files ergibt ein ZIP aus dem Text und einem Ordner mit verknüpften Bildern.',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures; inline embeds them in the text as data: addresses.':
    'Was mit Bildern geschieht: none lässt sie weg; files macht ein ZIP aus dem Text und einem Ordner mit verlinkten Bildern; inline bettet sie als data:-Adressen in den Text ein.',
  'Shared secret: makes the keyed variant (HMAC) of the digest. Left out: the plain digest.':
    'Gemeinsames Geheimnis: berechnet die Prüfsumme mit Schlüssel (HMAC). Ohne Angabe: die einfache Prüfsumme.',
  'Cost: the work doubles with each step. Left out: 10. The minimum is 4; lower values use 4.':
    'Aufwand: Jede Stufe verdoppelt die Arbeit. Ohne Angabe: 10. Das Minimum ist 4; kleinere Werte ergeben 4.',
  'Passes over each block: 3, 4 or 5. Left out: 3.': 'Durchgänge je Block: 3, 4 oder 5. Ohne Angabe: 3.',
  'Passes over each block: 3 or 4. Left out: 3.': 'Durchgänge je Block: 3 oder 4. Ohne Angabe: 3.',
  'Base name of the result, without extension. Left out or empty: the name of the input.':
    'Name des Ergebnisses ohne Endung. Ohne Angabe oder leer: der Name der Eingabe.',
  'What to do with several output files: false packs them into one file, true offers each as a separate download.':
    'Was mit mehreren Ergebnisdateien geschieht: false packt sie in eine Datei, true bietet jede einzeln zum Herunterladen an.',
  'With allow_multiple_outputs: if there are more files than this, they are packed into one file.':
    'Mit allow_multiple_outputs: Sind es mehr Dateien als diese Zahl, werden sie in eine Datei gepackt.',
  'Converts nothing. The result is a plan as JSON: how it would be done, what the options would do, what would be lost, and how long it would take.':
    'Wandelt nichts um. Das Ergebnis ist ein Plan als JSON: wie es gemacht würde, was die Optionen bewirken, was verloren ginge und wie lange es dauern würde.',
  'Whether each output has a receipt: what was read and written, by which programs and options, what was counted on both sides, and what is lost. Counting takes time.':
    'Ob jedes Ergebnis einen Beleg hat: was gelesen und geschrieben wurde, mit welchen Programmen und Optionen, was auf beiden Seiten gezählt wurde und was verloren ist. Das Zählen kostet Zeit.',
  'What must not be lost, or the conversion fails: content is anything of the content, any also metadata and the effect of options. With none, or left out, there are warnings.':
    'Was nicht verloren gehen darf, sonst schlägt die Umwandlung fehl: content ist alles vom Inhalt, any auch Metadaten und die Wirkung von Optionen. Mit none oder ohne Angabe gibt es Warnungen.',
  'Name of a predefined set of options. Options given with it override those of the preset.':
    'Name einer vorbereiteten Gruppe von Optionen. Optionen, die daneben angegeben sind, gehen vor.',
  'Password required to download the result. Printable ASCII characters.':
    'Passwort, das zum Herunterladen des Ergebnisses nötig ist. Druckbare ASCII-Zeichen.',
};

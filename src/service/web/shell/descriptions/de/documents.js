/** Descriptions of options of documents and books, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'How many characters from the end of a chunk the next one may repeat, in whole sentences or list items. Chunks that begin with a heading or a page repeat nothing.':
    'Wie viele Zeichen vom Ende eines Abschnitts der nächste wiederholen darf, in ganzen Sätzen oder Listenpunkten. Abschnitte, die mit einer Überschrift oder einer Seite beginnen, wiederholen nichts.',
  'Filter over the picture before recognition: gray turns it to shades of grey, which may find more text.':
    'Filter für das Bild vor der Texterkennung: gray wandelt es in Graustufen um, wodurch manchmal mehr Text gefunden wird.',
  'Settings of the filter named by ocr_filter.': 'Einstellungen des Filters, den ocr_filter nennt.',
  'Pages of a PDF to convert, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-. Left out: all.':
    'Seiten eines PDFs, die konvertiert werden, in dieser Reihenfolge: Nummern, first, last, even, odd oder Bereiche wie 2-4, 5-. Ohne Angabe: alle.',
  'What becomes of the tracked changes of a text: accept makes what a reader of the final text sees; reject makes the text as it was before them; show keeps them as changes where the target can (doc, docx, odt, rtf), and elsewhere shows deleted and inserted text together. A warning says how many there are.':
    'Was aus den verfolgten Änderungen eines Textes wird: accept ergibt, was ein Leser der Endfassung sieht; reject den Text, wie er vor den Änderungen war; show behält sie als Änderungen, wo das Format es kann (doc, docx, odt, rtf), und zeigt sonst gelöschten und eingefügten Text zusammen. Eine Warnung meldet, wie viele es sind.',
  'What becomes of hidden sheets, rows and columns of a spreadsheet and of hidden slides: exclude leaves them out, or keeps them hidden where the target can hide (spreadsheets of spreadsheets, presentations of presentations); include shows them like all others. With exclude a warning says what is hidden.':
    'Was aus ausgeblendeten Blättern, Zeilen und Spalten einer Tabelle und aus ausgeblendeten Folien wird: exclude lässt sie weg oder behält sie ausgeblendet, wo das Format das kann (Tabellen aus Tabellen, Präsentationen aus Präsentationen); include zeigt sie wie alle anderen. Mit exclude meldet eine Warnung, was ausgeblendet ist.',
  'For DWG and DXF: names of the layers to draw, separated by commas; * stands for any characters. They are drawn even if they are off, frozen or not plotted, and no others. Left out: the layers that the drawing plots.':
    'Für DWG und DXF: Namen der Layer, die gezeichnet werden, durch Kommas getrennt; * steht für beliebige Zeichen. Nur sie werden gezeichnet, auch wenn sie ausgeschaltet, gefroren oder nicht zum Plotten vorgesehen sind. Ohne Angabe: die Layer, die die Zeichnung plottet.',
  'For DWG and DXF: names of layers not to draw, separated by commas; * stands for any characters.':
    'Für DWG und DXF: Namen von Layern, die nicht gezeichnet werden, durch Kommas getrennt; * steht für beliebige Zeichen.',
  'PDF sources only: turns the pages into images before recognition, so that text hidden in the file is not used.':
    'Nur für PDFs als Quelle: macht die Seiten vor der Texterkennung zu Bildern, damit in der Datei verborgener Text nicht verwendet wird.',
  'Writes a comment <!-- page 3 --> where each page begins. For inputs with fixed pages: PDF, PostScript, slides, drawings, and scanned pages. A paragraph that continues on the next page stays whole, with the comment after it.':
    'Schreibt an jeden Seitenanfang einen Kommentar <!-- page 3 -->. Für Eingaben mit festen Seiten: PDF, PostScript, Folien, Zeichnungen und gescannte Seiten. Ein Absatz, der auf der nächsten Seite weitergeht, bleibt ganz; der Kommentar folgt danach.',
  'text keeps only the recognised words, layout also keeps their positions on the page.':
    'text behält nur die erkannten Wörter, layout auch ihre Positionen auf der Seite.',
  'Quality of the images in percent; 100 is best.': 'Qualität der Bilder in Prozent; 100 ist am besten.',
  'DPI of images.': 'DPI der Bilder.',
  'Turns each page whose text cannot be selected into one image of this DPI.':
    'Macht jede Seite, deren Text sich nicht auswählen lässt, zu einem einzigen Bild mit so vielen DPI.',
  'basic packs the file tighter without loss, strong also lowers the quality of images.':
    'basic packt die Datei ohne Verlust dichter, strong verringert auch die Qualität der Bilder.',
  'Color model of the whole document.': 'Farbmodell des ganzen Dokuments.',
  'Converts only the images to shades of grey.': 'Wandelt nur die Bilder in Graustufen um.',
  'Turns the pages of scans upright, as tesseract sees their text, and pages with text of their own by its direction. A warning names the pages that were turned, and those with too little text to tell.':
    'Dreht gescannte Seiten so, dass tesseract ihren Text aufrecht sieht, und Seiten mit eigenem Text nach dessen Richtung. Eine Warnung nennt die gedrehten Seiten und die, deren Text zu kurz ist, um das zu entscheiden.',
  'Straightens pages that were scanned at an angle.': 'Richtet schief gescannte Seiten gerade.',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    'Ordnet die Datei so, dass ein Browser die erste Seite zeigen kann, bevor der Rest geladen ist.',
  'Whether readers of a protected result may print it.': 'Ob Leser ein geschütztes Ergebnis drucken dürfen.',
  'Whether readers of a protected result may copy text and images.':
    'Ob Leser aus einem geschützten Ergebnis Text und Bilder kopieren dürfen.',
  'Width of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the height too.':
    'Breite der Seiten in custom_page_size_unit; für Zoll sind vier Nachkommastellen am besten. Braucht auch die Höhe.',
  'Height of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the width too.':
    'Höhe der Seiten in custom_page_size_unit; für Zoll sind vier Nachkommastellen am besten. Braucht auch die Breite.',
  'Unit of the custom page size: millimetres (default) or inches.':
    'Einheit des eigenen Seitenformats: Millimeter (Standard) oder Zoll.',
  'Unit of the borders: millimetres, centimetres, inches or points (1/72 inch).':
    'Einheit der zusätzlichen Ränder: Millimeter, Zentimeter, Zoll oder Punkt (1/72 Zoll).',
  'Space added at the top of each page, in border_unit.': 'Platz, der oben an jeder Seite hinzukommt, in border_unit.',
  'Space added at the bottom of each page, in border_unit.':
    'Platz, der unten an jeder Seite hinzukommt, in border_unit.',
  'Space added at the left of each page, in border_unit.':
    'Platz, der links an jeder Seite hinzukommt, in border_unit.',
  'Space added at the right of each page, in border_unit.':
    'Platz, der rechts an jeder Seite hinzukommt, in border_unit.',
  'Pages of the result in their order, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Pages not named are dropped; a range from high to low (8-5, last-first) runs backwards.':
    'Seiten des Ergebnisses in ihrer Reihenfolge, durch Kommas getrennt: Nummern, first, last, even, odd oder Bereiche wie 5-8, 5-, first-3. Nicht genannte Seiten fallen weg; ein Bereich von hoch nach niedrig (8-5, last-first) läuft rückwärts.',
  'Makes one PDF of each page.': 'Macht aus jeder Seite ein eigenes PDF.',
  'Cuts each page into this many parts side by side.': 'Zerschneidet jede Seite in so viele Teile nebeneinander.',
  'Cuts each page into this many parts one above the other.':
    'Zerschneidet jede Seite in so viele Teile untereinander.',
  'Crops each page to one of the boxes that printers use: media is the whole sheet; bleed, trim and art are smaller. Pages without that box stay as they are. Content outside the box is hidden, not removed.':
    'Schneidet jede Seite auf einen der Rahmen zu, die Druckereien verwenden: media ist das ganze Blatt; bleed, trim und art sind kleiner. Seiten ohne diesen Rahmen bleiben, wie sie sind. Inhalt außerhalb des Rahmens wird verborgen, nicht entfernt.',
  'Cuts this much off the top of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Schneidet von jeder Seite, wie sie zu sehen ist, oben so viel ab, in crop_unit. Das Abgeschnittene wird verborgen, nicht aus der Datei entfernt.',
  'Cuts this much off the bottom of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Schneidet von jeder Seite, wie sie zu sehen ist, unten so viel ab, in crop_unit. Das Abgeschnittene wird verborgen, nicht aus der Datei entfernt.',
  'Cuts this much off the left of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Schneidet von jeder Seite, wie sie zu sehen ist, links so viel ab, in crop_unit. Das Abgeschnittene wird verborgen, nicht aus der Datei entfernt.',
  'Cuts this much off the right of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Schneidet von jeder Seite, wie sie zu sehen ist, rechts so viel ab, in crop_unit. Das Abgeschnittene wird verborgen, nicht aus der Datei entfernt.',
  'Width of the area to keep, in crop_unit, which begins at crop_left; cut at the edge of the page. Instead of crop_right.':
    'Breite des Ausschnitts, der bleiben soll, in crop_unit; er beginnt bei crop_left und endet spätestens am Rand der Seite. Statt crop_right.',
  'Height of the area to keep, in crop_unit, which begins at crop_top; cut at the edge of the page. Instead of crop_bottom.':
    'Höhe des Ausschnitts, der bleiben soll, in crop_unit; er beginnt bei crop_top und endet spätestens am Rand der Seite. Statt crop_bottom.',
  'Unit of the other crop options: millimetres (default), centimetres, inches or points (1/72 inch).':
    'Einheit der anderen Optionen zum Zuschneiden: Millimeter (Standard), Zentimeter, Zoll oder Punkt (1/72 Zoll).',
  'Lays the first page of the second input, or stamp_text, over each page of the first input.':
    'Legt die erste Seite der zweiten Eingabe oder stamp_text über jede Seite der ersten Eingabe.',
  'Lays the first page of the second input, or stamp_text, under each page of the first input.':
    'Legt die erste Seite der zweiten Eingabe oder stamp_text unter jede Seite der ersten Eingabe.',
  'Text to place on the pages instead of a second input: over them, or under them with watermark. Any script that the installed fonts support; a line break starts a new line. Placed 10 mm from the edges, and scaled down if it does not fit.':
    'Text, der statt einer zweiten Eingabe auf die Seiten kommt: über sie oder mit watermark unter sie. In jeder Schrift, die die installierten Schriftarten unterstützen; ein Zeilenumbruch beginnt eine neue Zeile. Steht 10 mm von den Rändern entfernt und wird verkleinert, wenn er nicht passt.',
  'Font size of stamp_text in points. Left out: 48.': 'Schriftgröße von stamp_text in Punkt. Ohne Angabe: 48.',
  'Colour of stamp_text as #rrggbb. Left out: black.': 'Farbe von stamp_text als #rrggbb. Ohne Angabe: Schwarz.',
  'With stamp, watermark or stamp_text: its position on each page, at its own size or as large as fits. A picture is placed without a page around it. Left out: the first page of the second input is centred, and a picture becomes a page with the picture at its top.':
    'Mit stamp, watermark oder stamp_text: die Position auf jeder Seite, in eigener Größe oder so groß, wie es passt. Ein Bild wird ohne eine Seite darum herum eingesetzt. Ohne Angabe: Die erste Seite der zweiten Eingabe wird zentriert, und ein Bild wird zu einer Seite, auf der es oben steht.',
  'Opacity of the stamp, watermark or stamp_text in percent; 100, the default, hides what is below.':
    'Deckkraft des Stempels, des Wasserzeichens oder von stamp_text in Prozent; 100, der Standard, verdeckt, was darunter liegt.',
  'Size of the stamp, watermark or stamp_text in percent of its own. Scaled down if it does not fit the page.':
    'Größe des Stempels, des Wasserzeichens oder von stamp_text in Prozent der eigenen Größe. Wird verkleinert, wenn es nicht auf die Seite passt.',
  'Degrees by which the stamp, watermark or stamp_text is turned clockwise; -45 makes a text rise from the lower left.':
    'Um wie viel Grad der Stempel, das Wasserzeichen oder stamp_text im Uhrzeigersinn gedreht wird; bei -45 steigt ein Text von links unten an.',
  'Pages that get the stamp, watermark or stamp_text, as they are before rearrange: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Left out: all.':
    'Seiten, die den Stempel, das Wasserzeichen oder stamp_text erhalten, gezählt wie vor rearrange: Nummern, first, last, even, odd oder Bereiche wie 5-8, 5-, first-3. Ohne Angabe: alle.',
  'Writes a number on each page of the result: this text, in which {page} is the number of the page and {pages} that of the last one. They are written before the document is split.':
    'Schreibt auf jede Seite des Ergebnisses eine Seitenzahl: diesen Text, in dem {page} die Zahl der Seite ist und {pages} die der letzten. Die Zahlen werden geschrieben, bevor das Dokument geteilt wird.',
  'Number of the first page of the document. Left out: 1. With 0 and page_numbers_pages 2-, the second page is number 1.':
    'Zahl der ersten Seite des Dokuments. Ohne Angabe: 1. Mit 0 und page_numbers_pages 2- hat die zweite Seite die Zahl 1.',
  'Where the number is placed, 10 mm from the edges of the page. Left out: bottom.':
    'Wo die Seitenzahl steht, 10 mm von den Rändern der Seite entfernt. Ohne Angabe: bottom.',
  'Pages that get a number: numbers, first, last, even, odd, or ranges such as 2-, 5-8. Left out: all.':
    'Seiten, die eine Seitenzahl erhalten: Nummern, first, last, even, odd oder Bereiche wie 2-, 5-8. Ohne Angabe: alle.',
  'Font size of the page numbers in points. Left out: 10.': 'Schriftgröße der Seitenzahlen in Punkt. Ohne Angabe: 10.',
  'Makes form fields, comments and other annotations, or all of them, part of the page content, so that they can no longer be filled in or opened. Links stay links.':
    'Macht Formularfelder, Kommentare und andere Anmerkungen oder alle zusammen zu einem festen Teil der Seite, sodass sie sich nicht mehr ausfüllen oder öffnen lassen. Links bleiben Links.',
  'Removes all scripts: of the document, its pages, fields, links and bookmarks.':
    'Entfernt alle Skripte: die des Dokuments, seiner Seiten, Felder, Links und Lesezeichen.',
  'Removes all attached files, those of pages and comments too.':
    'Entfernt alle angehängten Dateien, auch die an Seiten und Kommentaren.',
  'Removes comments, marks, stamps of reviewers, sound and films. Links and form fields stay; what flatten made part of the pages too.':
    'Entfernt Kommentare, Markierungen, Stempel von Prüfern, Ton und Filme. Links und Formularfelder bleiben, ebenso, was flatten fest in die Seiten übernommen hat.',
  'Repeats the stamp, watermark or stamp_text over the whole page, so that it cannot be cropped away. Not together with alignment.':
    'Wiederholt den Stempel, das Wasserzeichen oder stamp_text über die ganze Seite, sodass man ihn nicht abschneiden kann. Nicht zusammen mit alignment.',
  'Several texts on the pages, each an item with the same settings as stamp_text has: text, where (over or under the pages), size, color, alignment, opacity, scale, angle, pages, tiled. They are placed in this order.':
    'Mehrere Texte auf den Seiten, jeder mit denselben Angaben wie stamp_text: text, where (over oder under: über oder unter den Seiten), size, color, alignment, opacity, scale, angle, pages, tiled. Sie werden in dieser Reihenfolge gesetzt.',
  'Lays the pages of the second input over those of the first, or under them, page by page: the first on the first, the second on the second. Each is centred, at its own size or as large as fits.':
    'Legt die Seiten der zweiten Eingabe über die der ersten oder darunter, Seite für Seite: die erste auf die erste, die zweite auf die zweite. Jede steht in der Mitte, in ihrer Größe oder so groß, wie sie passt.',
  'With overlay: what further pages of the first input get, if the second has fewer: nothing (default), its last page, or all of its pages again.':
    'Mit overlay: was weitere Seiten der ersten Eingabe bekommen, wenn die zweite weniger hat: nichts (Voreinstellung), ihre letzte Seite oder alle ihre Seiten noch einmal.',
  'Removes what each item names: a text, a pattern, a regular expression, an area, a form field, or what redaction annotations mark. It is removed from pages, pictures, recognised text, comments, bookmarks and all other parts, with black boxes in its place; attached files, scripts, signatures and metadata are removed too. Then other programs and text recognition search the result: if something is still found, the conversion fails.':
    'Entfernt, was jeder Eintrag nennt: einen Text, ein Muster, einen regulären Ausdruck, eine Fläche, ein Formularfeld oder was Schwärzungsanmerkungen markieren. Es verschwindet aus Seiten, Bildern, erkanntem Text, Kommentaren, Lesezeichen und allen anderen Teilen, und schwarze Kästen treten an seine Stelle; auch angehängte Dateien, Skripte, Signaturen und Metadaten werden entfernt. Danach durchsuchen andere Programme und die Texterkennung das Ergebnis: Wird noch etwas gefunden, scheitert die Konvertierung.',
  'Signs the result, once for each item, with a private key and its certificate (PAdES B-B; with timestamp B-T). Signatures are added to the bytes of the file, so earlier ones stay valid if nothing else is asked for. With x, y, width and height it is seen on a page.':
    'Signiert das Ergebnis, einmal für jeden Eintrag, mit einem privaten Schlüssel und seinem Zertifikat (PAdES B-B; mit timestamp B-T). Signaturen werden an die Datei angehängt, so dass frühere gültig bleiben, wenn sonst nichts verlangt ist. Mit x, y, width und height ist sie auf einer Seite zu sehen.',
  'What to do if signatures of the document would not be valid in the result, because it is a new file: say so in a warning (default), refuse, or attach the signed document to the result.':
    'Was geschieht, wenn Signaturen des Dokuments im Ergebnis nicht gültig wären, weil es eine neue Datei ist: in einer Warnung darauf hinweisen (Standard), ablehnen oder das signierte Dokument an das Ergebnis anhängen.',
  'File names of the inputs with certificates (PEM or DER) that are trusted. Left out: none, so that signers are named, but not trusted.':
    'Dateinamen der Eingaben mit Zertifikaten (PEM oder DER), denen vertraut wird. Ohne Angabe: keine, so dass Unterzeichner genannt werden, aber nicht als vertrauenswürdig gelten.',
  'Removes the links on the pages; their text stays.': 'Entfernt die Links auf den Seiten; ihr Text bleibt.',
  'Removes the pages on which nothing is seen, and names them in a warning. Specks of up to 2 mm, the grain of scanned paper and what shines through it are nothing; so are links and invisible text. Pages with form fields stay. Stamps, rearrange and other options count the pages that are left.':
    'Entfernt die Seiten, auf denen nichts zu sehen ist, und nennt sie in einer Warnung. Flecken bis 2 mm, die Körnung gescannten Papiers und was durch das Papier scheint zählen nicht, auch keine Links und kein unsichtbarer Text. Seiten mit Formularfeldern bleiben. Stempel, rearrange und andere Optionen zählen die Seiten, die übrig sind.',
  'Removes the bookmarks, after split has used them.': 'Entfernt die Lesezeichen, nachdem split sie verwendet hat.',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'Entfernt Titel, Autor, Daten, Programme und alle anderen Metadaten des Dokuments, seiner Seiten, Bilder und Kommentare, zum Beispiel den Aufnahmeort eines Fotos. patch kann neue schreiben; mit pdf_a bleiben die, die PDF/A braucht.',
  'Places this many pages on each page of the result.': 'Legt so viele Seiten auf jede Seite des Ergebnisses.',
  'What to do with the files attached to a mail: list names them below its text; embed also attaches them to the PDF; append also adds what can become pages as pages, and names the rest in a warning. Of a PDF with attached files, append adds their pages too, each with a bookmark; of a portfolio they are all there is.':
    'Was aus den Anhängen einer E-Mail wird: list nennt sie unter ihrem Text; embed hängt sie außerdem an das PDF an; append fügt außerdem als Seiten hinzu, was zu Seiten werden kann, und nennt den Rest in einer Warnung. Bei einem PDF mit angehängten Dateien fügt append auch deren Seiten an, jede Datei mit einem Lesezeichen; ein Portfolio besteht nur aus ihnen.',
  'With pages_per_sheet or booklet: draws a frame around each of the pages.':
    'Mit pages_per_sheet oder booklet: zeichnet um jede der Seiten einen Rahmen.',
  'Places two pages side by side on wide sheets, in the order of a booklet: print them on both sides, turned at the short edge, then stack, fold and staple them. Empty pages fill up the last sheet. page_numbers counts the pages, split the sides of the sheets.':
    'Legt je zwei Seiten nebeneinander auf Blätter im Querformat, in der Reihenfolge einer Broschüre: beidseitig drucken, an der kurzen Kante gewendet, dann stapeln, falten und heften. Leere Seiten füllen das letzte Blatt auf. page_numbers zählt die Seiten, split die Blattseiten.',
  'With booklet: side at which it is bound; right for scripts that run from right to left. By default left.':
    'Mit booklet: Seite, an der sie gebunden ist; right für Schriften, die von rechts nach links laufen. Voreinstellung: left.',
  'Removes a kind of content from all pages.': 'Entfernt eine Art von Inhalt von allen Seiten.',
  'Free-form object of further settings.': 'Frei gestaltetes Objekt mit weiteren Einstellungen.',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html); latex typesets LaTeX, other markup and Markdown by TeX, if that is installed. Left out: chromium for Markdown, without scripts and if it is installed, otherwise libreoffice.':
    'Was HTML und Markdown liest: libreoffice macht daraus ein Textdokument; chromium stellt es wie ein Browser dar, mit Stilen und Skripten, und liest auch ein ZIP aus einer Seite und ihren Dateien (index.html); latex setzt LaTeX, anderes Markup und Markdown mit TeX, falls das installiert ist. Ohne Angabe: chromium für Markdown, ohne Skripte und falls installiert, sonst libreoffice.',
  'Look of a page made of Markdown or other markup: plain is like the page of a Markdown host; article has serif letters and page numbers; report has a title page if the text names its title (front matter), colored headings and tables, and page numbers. Left out: plain for Markdown, article for other markup.':
    'Aussehen einer Seite aus Markdown oder anderem Markup: plain wie die Seite eines Markdown-Hosts; article mit Serifenschrift und Seitenzahlen; report mit Titelseite, wenn der Text seinen Titel nennt (Front Matter), farbigen Überschriften und Tabellen und Seitenzahlen. Ohne Angabe: plain für Markdown, article für anderes Markup.',
  'Style sheet for a page made of Markdown, and for pdf also of other markup, after that of style. It loads nothing; for html only plain rules are kept, without @media and the like.':
    'Stylesheet für eine Seite aus Markdown, bei pdf auch aus anderem Markup, nach dem von style. Es lädt nichts; für html bleiben nur einfache Regeln, ohne @media und Ähnliches.',
  'Width of the browser window in CSS pixels.': 'Breite des Browserfensters in CSS-Pixeln.',
  'Height of the browser window in CSS pixels.': 'Höhe des Browserfensters in CSS-Pixeln.',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'Gerätepixel je CSS-Pixel: 2 entspricht einem hochauflösenden Bildschirm.',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    'Ob die Seite um dunkle Farben gebeten wird, wie bei einem Leser, der sie bevorzugt.',
  'Whether to run the scripts of the page.': 'Ob die Skripte der Seite ausgeführt werden.',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'Wie viele Sekunden die Seite laden darf. Danach wird sie aufgenommen, wie sie ist, mit einer Warnung; auch jedes andere Warten endet dann.',
  'CSS selector of an element to wait for until it is visible. If it never is, the conversion fails.':
    'CSS-Selektor eines Elements, auf das gewartet wird, bis es sichtbar ist. Wird es das nie, schlägt die Konvertierung fehl.',
  'Additional milliseconds to wait at the end, for what a page does by a timer.':
    'Wie viele Millisekunden am Ende zusätzlich gewartet wird, für das, was eine Seite zeitgesteuert tut.',
  'Margin at the top of each page in millimetres.': 'Rand oben auf jeder Seite in Millimetern.',
  'Margin at the bottom of each page in millimetres.': 'Rand unten auf jeder Seite in Millimetern.',
  'Margin at the left of each page in millimetres.': 'Rand links auf jeder Seite in Millimetern.',
  'Margin at the right of each page in millimetres.': 'Rand rechts auf jeder Seite in Millimetern.',
  'Scale of the page: 0.5 is half the size.': 'Skalierung der Seite: 0.5 ist die halbe Größe.',
  'HTML at the top of each page, in its margin (margin_top). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    'HTML oben auf jeder Seite, in ihrem Rand (margin_top). Elemente der Klassen pageNumber, totalPages, title, url und date erhalten den entsprechenden Text. Die Stile der Seite gelten hier nicht, und ohne Schriftgröße ist der Text zu klein zum Lesen.',
  'HTML at the bottom of each page, in its margin (margin_bottom). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    'HTML unten auf jeder Seite, in ihrem Rand (margin_bottom). Elemente der Klassen pageNumber, totalPages, title, url und date erhalten den entsprechenden Text. Die Stile der Seite gelten hier nicht, und ohne Schriftgröße ist der Text zu klein zum Lesen.',
  'Pages to print, separated by commas: numbers and ranges. Left out: all.':
    'Seiten, die gedruckt werden, durch Kommas getrennt: Nummern und Bereiche. Ohne Angabe: alle.',
  'Whether to print background colors and pictures.': 'Ob Hintergrundfarben und -bilder gedruckt werden.',
  'Whether a paper size set by the page itself (@page) takes precedence.':
    'Ob ein Papierformat vorgeht, das die Seite selbst festlegt (@page).',
  'Which styles of the page to use: those for print or those for screens.':
    'Welche Stile der Seite verwendet werden: die für den Druck oder die für Bildschirme.',
  'For DWG and DXF: length on paper to length in the drawing, such as 1:50, or fit, which fills the paper. Left out: fit for the model, 1:1 for a layout, whose paper is its own.':
    'Für DWG und DXF: Länge auf dem Papier zu Länge in der Zeichnung, zum Beispiel 1:50, oder fit, was das Papier füllt. Ohne Angabe: fit für das Modell, 1:1 für ein Layout, das sein eigenes Papier hat.',
  'For DWG and DXF: factor for line weights; 0 draws all lines as thin as is visible. Left out: 1, the weights of the drawing.':
    'Für DWG und DXF: Faktor für die Linienstärken; 0 zeichnet alle Linien so dünn, wie es noch sichtbar ist. Ohne Angabe: 1, die Stärken der Zeichnung.',
  'For DWG and DXF: draws everything in one color: black, or white on a dark background.':
    'Für DWG und DXF: zeichnet alles in einer Farbe: schwarz, oder weiß auf dunklem Hintergrund.',
  'For DWG and DXF: color of the paper, as # and six hex digits. On a dark one, black lines become white. Left out: white.':
    'Für DWG und DXF: Farbe des Papiers, als # und sechs Hexadezimalziffern. Auf dunklem Papier werden schwarze Linien weiß. Ohne Angabe: Weiß.',
  'Layout of the text on the page: from one character or line to columns or scattered words. osd detects orientation and script.':
    'Anordnung des Textes auf der Seite: von einem einzelnen Zeichen oder einer Zeile bis zu Spalten oder verstreuten Wörtern. osd erkennt Ausrichtung und Schrift.',
  'Subtitles that are pictures (Blu-ray, DVD, DVB) only: languages to read them in, codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Left out: the language that the track states.':
    'Nur für Untertitel, die Bilder sind (Blu-ray, DVD, DVB): Sprachen, in denen sie gelesen werden, Kürzel wie eng oder deu oder Schriften wie script-Latin, durch Kommas ohne Leerzeichen getrennt. Ohne Angabe: die Sprache, die die Spur nennt.',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first; text before pictures. Not with language_stt.':
    'Untertitelspur eines Videos, die entnommen wird, 1 für die erste. Ohne Angabe: die Standardspur, sonst die erste; Text vor Bildern. Nicht mit language_stt.',
  'Recognition engine tuned to how the source was made.':
    'Verfahren der Texterkennung, passend dazu, wie die Quelle entstanden ist.',
  'Settings of the engine named by ocr_engine.': 'Einstellungen des Verfahrens, das ocr_engine nennt.',
  'How the text of fixed pages is written: reading writes columns one after the other, lines as on the page, and one line per table row; layout keeps each word in its position with spaces. For PDF, PostScript, slides, drawings, and pages whose text is recognised with ocr_mode layout.':
    'Wie der Text fester Seiten geschrieben wird: reading schreibt Spalten nacheinander, Zeilen wie auf der Seite und je Tabellenzeile eine Zeile; layout hält jedes Wort mit Leerzeichen an seiner Stelle. Für PDF, PostScript, Folien, Zeichnungen und Seiten, deren Text mit ocr_mode layout erkannt wird.',
  'Writes the time of every word into each subtitle, so that players can show words as they are spoken. If the speech model gives no word times, they are estimated, with a warning.':
    'Schreibt in jeden Untertitel die Zeit jedes Wortes, damit Player die Wörter zeigen können, während sie gesprochen werden. Liefert das Sprachmodell keine Zeiten der Wörter, werden sie geschätzt, mit einer Warnung.',
  'Series that the book belongs to. Left out: that of the source.':
    'Reihe, zu der das Buch gehört. Ohne Angabe: die der Quelle.',
  'Position of the book in its series. Left out: 1.': 'Nummer des Buchs in seiner Reihe. Ohne Angabe: 1.',
  'Language of the book as a BCP 47 tag. Left out: that of the source.':
    'Sprache des Buchs als Kürzel nach BCP 47. Ohne Angabe: die der Quelle.',
  'Publisher of the book. Left out: that of the source.': 'Verlag des Buchs. Ohne Angabe: der der Quelle.',
  'Subjects of the book, separated by commas. Left out: those of the source.':
    'Schlagwörter des Buchs, durch Kommas getrennt. Ohne Angabe: die der Quelle.',
  'What the book is about. Left out: what the source says.':
    'Wovon das Buch handelt. Ohne Angabe: was die Quelle dazu sagt.',
  'Identifiers of the book as scheme:value, separated by commas. Those of other schemes stay.':
    'Kennungen des Buchs als Schema:Wert, durch Kommas getrennt. Kennungen anderer Schemata bleiben.',
  'Uses the second input, a JPEG, PNG or GIF picture, as the cover of the book.':
    'Verwendet die zweite Eingabe, ein JPEG-, PNG- oder GIF-Bild, als Umschlag des Buchs.',
  'Empty border around the text in centimetres.': 'Leerer Rand um den Text in Zentimetern.',
  'Character encoding of the source. Left out: what the source says, or a guess.':
    'Zeichenkodierung der Quelle. Ohne Angabe: was die Quelle nennt, sonst eine Vermutung.',
  'Writes the text in ASCII: other letters are replaced by the closest ASCII ones.':
    'Schreibt den Text in ASCII: Andere Buchstaben werden durch die ähnlichsten ASCII-Buchstaben ersetzt.',
  'Looks for chapters, broken lines and the like in a source without structure, and repairs them.':
    'Sucht in einer Quelle ohne Gliederung nach Kapiteln, zerrissenen Zeilen und Ähnlichem und stellt sie wieder her.',
  'Size of the body text in points; all other sizes scale in proportion.':
    'Größe des Fließtextes in Punkt; alle anderen Größen ändern sich im gleichen Verhältnis.',
  'What formulas (MathML) become: text in one line such as (a+1)/b, or a picture each (in EPUB, HTML and docx), with that text as its description. Left out: they stay in EPUB 3 and kepub, are drawn in a PDF, and become text elsewhere; those of docx become text everywhere.':
    'Was aus Formeln (MathML) wird: Text in einer Zeile wie (a+1)/b oder je ein Bild (in EPUB, HTML und docx) mit diesem Text als Beschreibung. Ohne Angabe: Sie bleiben in EPUB 3 und kepub, werden in einem PDF gezeichnet und sonst zu Text; die aus docx werden überall zu Text.',
  'Embeds a sans-serif or serif font in the book, so that every device shows the same.':
    'Bettet eine Schrift ohne oder mit Serifen in das Buch ein, damit es auf jedem Gerät gleich aussieht.',
  'Paper of the pages.': 'Papier der Seiten.',
  'Margin of this side in points (1/72 inch). It replaces border; with 0, border applies to this side. Left out: 72, or border if that is set.':
    'Rand dieser Seite in Punkt (1/72 Zoll). Er ersetzt border; mit 0 gilt border für diese Seite. Ohne Angabe: 72 oder border, wenn das gesetzt ist.',
  'Size of text that has none of its own, in pixels.': 'Größe von Text, der keine eigene hat, in Pixeln.',
  'Adds a printed table of contents at the end.': 'Fügt am Ende ein gedrucktes Inhaltsverzeichnis hinzu.',
  'Leaves out the cover picture.': 'Lässt das Bild des Umschlags weg.',
  'Character encoding of the source, by any usual name. Left out: what the source says, or a guess.':
    'Zeichenkodierung der Quelle, mit einem beliebigen üblichen Namen. Ohne Angabe: was die Quelle nennt, sonst eine Vermutung.',
  'Media features that the style sheets of the page are to see, such as prefers-reduced-motion or prefers-contrast. prefers-color-scheme takes precedence over dark_mode. Features that Chromium does not emulate keep their value.':
    'Medienmerkmale, die die Stylesheets der Seite sehen sollen, zum Beispiel prefers-reduced-motion oder prefers-contrast. prefers-color-scheme hat Vorrang vor dark_mode. Merkmale, die Chromium nicht nachbildet, behalten ihren Wert.',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second, network_almost_idle until there have been at most two. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    'Worauf gewartet wird: load ist die Seite mit allen Ressourcen; network_idle wartet außerdem, bis es eine halbe Sekunde lang keine Anfrage gab, network_almost_idle, bis es höchstens zwei gab. In jedem Fall wird die Seite aufgenommen, sobald sie ruht: Ihre Schriften sind da, keine Anfrage läuft, und zwei Bilder wurden ohne Änderung gezeichnet.',
  'JavaScript expression to wait for until its value, or that of the promise it returns, counts as true. It is evaluated in the page ten times a second. If it never is true, or ends with an error, the conversion fails.':
    'JavaScript-Ausdruck, auf den gewartet wird, bis sein Wert oder der des zurückgegebenen Promise als wahr gilt. Er wird zehnmal pro Sekunde in der Seite ausgewertet. Wird er nie wahr oder endet er mit einem Fehler, schlägt die Konvertierung fehl.',
  'Whether to make the paper as high as the page, so that it is not cut into several; and wider if the page is wider than the paper. Breaks that the page itself forces (break-after) remain, each with its own page.':
    'Ob das Papier so hoch wird wie die Webseite, damit sie nicht auf mehrere Blätter verteilt wird, und breiter, wenn sie breiter als das Papier ist. Umbrüche, die die Webseite selbst erzwingt (break-after), bleiben, jeder mit einer eigenen Seite.',
  'Whether the PDF says what is a heading, a list or a table, for screen readers.':
    'Ob im PDF für Screenreader vermerkt ist, was eine Überschrift, eine Liste oder eine Tabelle ist.',
  'Whether the headings of the page become bookmarks of the PDF. They need tagged.':
    'Ob die Überschriften der Seite zu Lesezeichen des PDFs werden. Dafür ist tagged nötig.',
  'User agent that the browser sends. Left out: that of Chromium.':
    'User-Agent, den der Browser sendet. Ohne Angabe: der von Chromium.',
  'Cookies that the browser has at the start. Without domain: for the host of the address alone, or of an uploaded page, which only its scripts see.':
    'Cookies, die der Browser am Anfang hat. Ohne domain: nur für den Host der Adresse oder den einer hochgeladenen Seite, wo nur ihre Skripte sie sehen.',
  'Further headers of requests: an object of name: value. They go to the origin of the address, not to others; those of an uploaded page, which has none, to every address. A value can also be {value, scope}: the header then goes to the addresses that the regular expression scope matches, and to no others. They do not follow a redirect.':
    'Weitere Header der Anfragen: ein Objekt aus Name: Wert. Sie gehen an die Herkunft (Origin) der Adresse und an keine andere; bei einer hochgeladenen Seite, die keine hat, an jede Adresse. Ein Wert kann auch {value, scope} sein: Dann geht der Header nur an die Adressen, auf die der reguläre Ausdruck scope passt. Bei einer Weiterleitung werden die Header nicht mitgeschickt.',
  'HTTP statuses of the resources of the page, such as its pictures and style sheets, with which the conversion fails. 499 stands for 400 to 499, 599 for 500 to 599, and so on.':
    'HTTP-Statuscodes der Ressourcen der Seite, etwa ihrer Bilder und Stylesheets, bei denen die Konvertierung fehlschlägt. 499 steht für 400 bis 499, 599 für 500 bis 599 und so weiter.',
  'Hosts, with those below them, whose resources fail_on_resource_status leaves out of account.':
    'Hosts samt denen darunter, deren Ressourcen fail_on_resource_status nicht berücksichtigt.',
  'Whether the conversion fails if a resource of the page cannot be loaded: its server cannot be reached, its address is refused, or the file did not come with the page.':
    'Ob die Konvertierung fehlschlägt, wenn eine Ressource der Seite nicht geladen werden kann: Ihr Server ist nicht erreichbar, ihre Adresse wird abgelehnt, oder die Datei wurde nicht mit der Seite geliefert.',
  'Whether the conversion fails if a script of the page ends with an error that nothing catches.':
    'Ob die Konvertierung fehlschlägt, wenn ein Skript der Seite mit einem Fehler endet, den nichts abfängt.',
  'Whether readers of a protected result may change it. false also means the three below, unless they are true.':
    'Ob Leser ein geschütztes Ergebnis ändern dürfen. false gilt auch für die drei folgenden, wenn sie nicht true sind.',
  'Whether readers of a protected result may add comments. Left out: as allow_modification.':
    'Ob Leser einem geschützten Ergebnis Kommentare hinzufügen dürfen. Ohne Angabe: wie allow_modification.',
  'Whether readers of a protected result may fill in forms. Left out: as allow_modification. Who may add comments may do it too, so deny both.':
    'Ob Leser in einem geschützten Ergebnis Formulare ausfüllen dürfen. Ohne Angabe: wie allow_modification. Wer Kommentare hinzufügen darf, darf auch das; zu verbieten ist also beides.',
  'Whether readers of a protected result may add, remove and turn pages. Left out: as allow_modification.':
    'Ob Leser in einem geschützten Ergebnis Seiten hinzufügen, entfernen und drehen dürfen. Ohne Angabe: wie allow_modification.',
  'Bookmarks (outline) of the result, before it is split. They replace those of the document, or of an input that filename names.':
    'Lesezeichen (Gliederung) des Ergebnisses, bevor es geteilt wird. Sie ersetzen die des Dokuments oder die einer Eingabe, die filename nennt.',
  'Values of form fields by field name: a text; true or false for a check box; an export value or label for radio buttons, choices and lists, or a list of several where the field allows it. operation/form-fields lists the fields. With fill_from, these go into every PDF.':
    'Werte der Formularfelder nach Feldnamen: ein Text; true oder false für ein Kontrollkästchen; ein Exportwert oder eine Beschriftung für Optionsfelder, Auswahlfelder und Listen, oder eine Liste mehrerer, wo das Feld es erlaubt. operation/form-fields listet die Felder auf. Mit fill_from kommen diese Werte in jedes PDF.',
  'File name of the input with the values of form fields: JSON, FDF, XFDF, or CSV with field names in its first row. Each row of a CSV, and each object of a JSON list, makes a PDF; merge joins them.':
    'Dateiname der Eingabe mit den Werten der Formularfelder: JSON, FDF, XFDF oder CSV mit den Feldnamen in der ersten Zeile. Jede Zeile einer CSV-Datei und jedes Objekt einer JSON-Liste ergibt ein PDF; merge verbindet sie.',
  'Inputs to attach to the result, by their file names; they are not converted. Each is also an associated file of the document.':
    'Eingaben, die an das Ergebnis angehängt werden, mit ihren Dateinamen; sie werden nicht konvertiert. Jede ist auch eine zugehörige Datei (associated file) des Dokuments.',
  'Makes the result PDF/UA-1 (ISO 14289), for people who need assistive programs: with the tags that LibreOffice and browsers write (engine chromium for web pages), titles, and descriptions of links. All rules that can be checked without drawing pages are checked; a warning names what is missing, such as descriptions of pictures, and the result does not claim to be PDF/UA. A PDF without tags cannot be made PDF/UA.':
    'Macht das Ergebnis zu PDF/UA-1 (ISO 14289) für Menschen, die Hilfsprogramme brauchen: mit den Tags, die LibreOffice und Browser schreiben (engine chromium für Webseiten), Titel und Beschreibungen von Links. Alle Regeln, die sich prüfen lassen, ohne Seiten zu zeichnen, werden geprüft; eine Warnung nennt, was fehlt, etwa Beschreibungen von Bildern, und das Ergebnis gibt sich dann nicht als PDF/UA aus. Ein PDF ohne Tags lässt sich nicht zu PDF/UA machen.',
  'Makes an electronic invoice (Factur-X, ZUGFeRD) of this profile: the embedded file factur-x.xml is the invoice as XML. Needs pdf_a 3b. Rules of EN 16931 that the XML breaks are named in a warning.':
    'Macht eine elektronische Rechnung (Factur-X, ZUGFeRD) mit diesem Profil: Die eingebettete Datei factur-x.xml ist die Rechnung als XML. Braucht pdf_a 3b. Regeln von EN 16931, die das XML verletzt, nennt eine Warnung.',
  'With factur_x: kind of the document. Left out: invoice.': 'Mit factur_x: Art des Dokuments. Ohne Angabe: Rechnung.',
  'With factur_x: version of the XML format that is stated. Left out: 1.0.':
    'Mit factur_x: Version des XML-Formats, die angegeben wird. Ohne Angabe: 1.0.',
  'Pages of the document that are written, in their order: numbers and ranges such as 1-3, 5, 8-.':
    'Seiten des Dokuments, die geschrieben werden, in ihrer Reihenfolge: Nummern und Bereiche wie 1-3, 5, 8-.',
  'Writes each sheet of a spreadsheet on one page of its size. Not with fit_width.':
    'Schreibt jedes Blatt einer Tabelle auf eine Seite in seiner Größe. Nicht mit fit_width.',
  'Makes wide sheets of a spreadsheet smaller, so that all their columns are on one page.':
    'Verkleinert breite Blätter einer Tabelle, damit alle ihre Spalten auf eine Seite passen.',
  'Whether form fields can be filled in the PDF. Left out: they can.':
    'Ob sich Formularfelder im PDF ausfüllen lassen. Ohne Angabe: ja.',
  'Form fields may have the same name, and then have the same value.':
    'Formularfelder dürfen den gleichen Namen haben und haben dann den gleichen Wert.',
  'Whether headings, slides or sheets become bookmarks. Left out: they do.':
    'Ob Überschriften, Folien oder Tabellenblätter zu Lesezeichen werden. Ohne Angabe: ja.',
  'Bookmarks of a text become places that other documents can link to.':
    'Lesezeichen eines Textes werden zu Stellen, auf die andere Dokumente verlinken können.',
  'Writes placeholder fields of a text as they are shown in the editor, not as empty fields.':
    'Schreibt Platzhalterfelder eines Textes so, wie sie beim Bearbeiten erscheinen, statt als leere Felder.',
  'Comments become comments of the PDF.': 'Kommentare werden zu Kommentaren des PDFs.',
  'Adds a page with the notes after the slides for each slide of a presentation.':
    'Fügt nach den Folien einer Präsentation für jede Folie eine Seite mit den Notizen hinzu.',
  'Writes only the pages with notes of a presentation, not its slides.':
    'Schreibt nur die Seiten mit Notizen einer Präsentation, nicht ihre Folien.',
  'Links to other OpenDocument files lead to PDFs of the same names instead.':
    'Links auf andere OpenDocument-Dateien führen stattdessen zu PDFs mit den gleichen Namen.',
  'Stores pictures of the document without loss. Otherwise they become JPEG.':
    'Speichert die Bilder des Dokuments ohne Verlust. Sonst werden sie zu JPEG.',
  'Quality of the JPEG pictures that LibreOffice writes, in percent. Left out: 90. Not with lossless_images.':
    'Qualität der JPEG-Bilder, die LibreOffice schreibt, in Prozent. Ohne Angabe: 90. Nicht mit lossless_images.',
  'Maximum DPI of the pictures that LibreOffice writes; finer ones become smaller.':
    'Höchste DPI der Bilder, die LibreOffice schreibt; feinere werden verkleinert.',
  'What a viewer shows at first: the pages alone, or bookmarks or thumbnails beside them.':
    'Was ein PDF-Betrachter zuerst zeigt: nur die Seiten, oder daneben Lesezeichen oder Vorschaubilder.',
  'Page that a viewer shows at first.': 'Seite, die ein PDF-Betrachter zuerst zeigt.',
  'Size in which a viewer shows the pages at first; zoom is that of the option zoom.':
    'Größe, in der ein PDF-Betrachter die Seiten zuerst zeigt; zoom ist die der Option zoom.',
  'With magnification zoom: size in percent.': 'Mit magnification zoom: Größe in Prozent.',
  'How a viewer arranges the pages: one at a time, in one column, or in two columns.':
    'Wie ein PDF-Betrachter die Seiten anordnet: einzeln, in einer Spalte oder in zwei Spalten.',
  'The window of the viewer gets the size of the first page.':
    'Das Fenster des PDF-Betrachters erhält die Größe der ersten Seite.',
  'The window of the viewer is in the middle of the screen.':
    'Das Fenster des PDF-Betrachters steht in der Mitte des Bildschirms.',
  'A viewer shows the document on the full screen.': 'Ein PDF-Betrachter zeigt das Dokument im Vollbild.',
  'Whether the title bar shows the title instead of the file name. Left out: it does.':
    'Ob die Titelleiste den Titel statt des Dateinamens zeigt. Ohne Angabe: ja.',
  'The viewer hides its menus.': 'Der PDF-Betrachter blendet seine Menüs aus.',
  'The viewer hides its tools.': 'Der PDF-Betrachter blendet seine Werkzeuge aus.',
  'The viewer hides its other controls, such as scroll bars.':
    'Der PDF-Betrachter blendet seine übrigen Bedienelemente aus, zum Beispiel Bildlaufleisten.',
  'Whether slide transitions become effects of the PDF. Left out: they do.':
    'Ob Folienübergänge zu Effekten des PDFs werden. Ohne Angabe: ja.',
  'Levels of bookmarks that are open at first; -1 means all.':
    'Wie viele Ebenen der Lesezeichen zuerst offen sind; -1 heißt alle.',
  'Text that LibreOffice writes across each page, upright and transparent. stamp_text also suits other inputs.':
    'Text, den LibreOffice quer über jede Seite schreibt, aufrecht und durchscheinend. stamp_text eignet sich auch für andere Eingaben.',
  'Text that LibreOffice repeats all over each page. Not with native_watermark_text.':
    'Text, den LibreOffice auf jeder Seite überall wiederholt. Nicht mit native_watermark_text.',
  'Colour of native_watermark_text as #rrggbb. Left out: #7fff7f.':
    'Farbe von native_watermark_text als #rrggbb. Ohne Angabe: #7fff7f.',
  'Font size of native_watermark_text in points. Left out: as large as fits.':
    'Schriftgröße von native_watermark_text in Punkt. Ohne Angabe: so groß, wie es passt.',
  'Degrees by which native_watermark_text is turned, against the clock.':
    'Um wie viel Grad native_watermark_text gedreht wird, gegen den Uhrzeigersinn.',
  'Font of native_watermark_text. Left out: Helvetica.': 'Schrift von native_watermark_text. Ohne Angabe: Helvetica.',
  'Makes the tables of contents and other indexes of a text again. Left out: they are as they were saved.':
    'Erstellt Inhaltsverzeichnisse und andere Verzeichnisse eines Textes neu. Ohne Angabe bleiben sie, wie sie gespeichert wurden.',
  'Whether empty pages are left out that a text has only to begin a chapter on a right page. Left out: they are.':
    'Ob leere Seiten wegbleiben, die ein Text nur hat, damit ein Kapitel auf einer rechten Seite beginnt. Ohne Angabe: ja.',
  'Puts the document, as OpenDocument, into the PDF, so that LibreOffice can edit it. Other work on the PDF removes it again.':
    'Legt das Dokument als OpenDocument in das PDF, so dass LibreOffice es bearbeiten kann. Andere Arbeiten am PDF entfernen es wieder.',
  'Whether an uploaded page may load resources from public web addresses. Otherwise it can load only its own files.':
    'Ob eine hochgeladene Seite Dateien von öffentlichen Webadressen laden darf. Sonst lädt sie nur ihre eigenen.',
  'What to extract: attachments are files that are attached to a PDF or a mail, or embedded in an office document; media is sound and film.':
    'Was herausgeholt wird: attachments sind Dateien, die an ein PDF oder eine E-Mail angehängt oder in ein Office-Dokument eingebettet sind; media ist Ton und Film.',
  'What shows the differences: marks is a PDF of the pages of the first that differ; side_by_side a PDF with both pages next to each other, marked in the second; text a web page with the words that were added and removed, wherever they stand.':
    'Was die Unterschiede zeigt: marks ist ein PDF der Seiten des ersten, die sich unterscheiden; side_by_side ein PDF mit beiden Seiten nebeneinander, in der zweiten markiert; text eine Webseite mit den Wörtern, die hinzugekommen und weggefallen sind, wo auch immer sie stehen.',
};

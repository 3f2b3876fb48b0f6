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
  'Straightens pages that were scanned at an angle.': 'Richtet schief gescannte Seiten gerade.',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    'Ordnet die Datei so, dass ein Browser die erste Seite zeigen kann, bevor der Rest geladen ist.',
  'Whether readers of a protected result may print it.': 'Ob Leser ein geschütztes Ergebnis drucken dürfen.',
  'Whether readers of a protected result may copy text and images.':
    'Ob Leser aus einem geschützten Ergebnis Text und Bilder kopieren dürfen.',
  'Whether readers of a protected result may change it.': 'Ob Leser ein geschütztes Ergebnis ändern dürfen.',
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
  'Removes the links on the pages; their text stays.': 'Entfernt die Links auf den Seiten; ihr Text bleibt.',
  'Removes the bookmarks, after split has used them.': 'Entfernt die Lesezeichen, nachdem split sie verwendet hat.',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'Entfernt Titel, Autor, Daten, Programme und alle anderen Metadaten des Dokuments, seiner Seiten, Bilder und Kommentare, zum Beispiel den Aufnahmeort eines Fotos. patch kann neue schreiben; mit pdf_a bleiben die, die PDF/A braucht.',
  'Places this many pages on each page of the result.': 'Legt so viele Seiten auf jede Seite des Ergebnisses.',
  'With pages_per_sheet: draws a frame around each of the pages.':
    'Mit pages_per_sheet: zeichnet um jede der Seiten einen Rahmen.',
  'Removes a kind of content from all pages.': 'Entfernt eine Art von Inhalt von allen Seiten.',
  'Free-form object of further settings.': 'Frei gestaltetes Objekt mit weiteren Einstellungen.',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html).':
    'Was HTML und Markdown liest: libreoffice macht daraus ein Textdokument; chromium stellt es wie ein Browser dar, mit Stilen und Skripten, und liest auch ein ZIP aus einer Seite und ihren Dateien (index.html).',
  'With engine chromium: whether the page may load resources from public web addresses. Otherwise it can load only its own files.':
    'Mit engine chromium: ob die Seite Ressourcen von öffentlichen Webadressen laden darf. Sonst kann sie nur ihre eigenen Dateien laden.',
  'Width of the browser window in CSS pixels.': 'Breite des Browserfensters in CSS-Pixeln.',
  'Height of the browser window in CSS pixels.': 'Höhe des Browserfensters in CSS-Pixeln.',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'Gerätepixel je CSS-Pixel: 2 entspricht einem hochauflösenden Bildschirm.',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    'Ob die Seite um dunkle Farben gebeten wird, wie bei einem Leser, der sie bevorzugt.',
  'Whether to run the scripts of the page.': 'Ob die Skripte der Seite ausgeführt werden.',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'Wie viele Sekunden die Seite laden darf. Danach wird sie aufgenommen, wie sie ist, mit einer Warnung; auch jedes andere Warten endet dann.',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    'Worauf gewartet wird: load ist die Seite mit allen Ressourcen; network_idle wartet außerdem, bis es eine halbe Sekunde lang keine Anfrage gab. In beiden Fällen wird die Seite aufgenommen, sobald sie ruht: Ihre Schriften sind da, keine Anfrage läuft, und zwei Bilder wurden ohne Änderung gezeichnet.',
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
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first. Not with language_stt.':
    'Untertitelspur eines Videos, die entnommen wird, 1 für die erste. Ohne Angabe: die Standardspur, sonst die erste. Nicht mit language_stt.',
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
};

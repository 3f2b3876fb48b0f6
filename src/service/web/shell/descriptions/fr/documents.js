/** Descriptions of options of documents and books, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'How many characters from the end of a chunk the next one may repeat, in whole sentences or list items. Chunks that begin with a heading or a page repeat nothing.':
    'Nombre de caractères de la fin d’un extrait que le suivant peut répéter, par phrases ou éléments de liste entiers. Les extraits qui commencent par un titre ou une page ne répètent rien.',
  'Filter over the picture before recognition: gray turns it to shades of grey, which may find more text.':
    'Filtre appliqué à l’image avant la reconnaissance : gray la passe en niveaux de gris, ce qui peut révéler plus de texte.',
  'Settings of the filter named by ocr_filter.': 'Réglages du filtre choisi avec ocr_filter.',
  'Pages of a PDF to convert, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-. Left out: all.':
    'Pages d’un PDF à convertir, dans cet ordre : numéros, first, last, even, odd, ou plages comme 2-4, 5-. Sans valeur : toutes.',
  'What becomes of the tracked changes of a text: accept makes what a reader of the final text sees; reject makes the text as it was before them; show keeps them as changes where the target can (doc, docx, odt, rtf), and elsewhere shows deleted and inserted text together. A warning says how many there are.':
    'Ce que deviennent les modifications suivies d’un texte : accept donne ce que voit le lecteur du texte final ; reject rend le texte tel qu’il était avant elles ; show les garde comme modifications si le format le permet (doc, docx, odt, rtf), et montre sinon ensemble le texte supprimé et le texte inséré. Un avertissement indique leur nombre.',
  'What becomes of hidden sheets, rows and columns of a spreadsheet and of hidden slides: exclude leaves them out, or keeps them hidden where the target can hide (spreadsheets of spreadsheets, presentations of presentations); include shows them like all others. With exclude a warning says what is hidden.':
    'Ce que deviennent les feuilles, lignes et colonnes masquées d’un classeur et les diapositives masquées : exclude les omet, ou les laisse masquées si le format le permet (d’un classeur à un autre, d’une présentation à une autre) ; include les montre comme les autres. Avec exclude, un avertissement indique ce qui est masqué.',
  'For DWG and DXF: names of the layers to draw, separated by commas; * stands for any characters. They are drawn even if they are off, frozen or not plotted, and no others. Left out: the layers that the drawing plots.':
    'Pour DWG et DXF : noms des calques à dessiner, séparés par des virgules ; * remplace des caractères quelconques. Eux seuls sont dessinés, même s’ils sont inactifs, gelés ou non tracés. Sans valeur : les calques que le dessin trace.',
  'For DWG and DXF: names of layers not to draw, separated by commas; * stands for any characters.':
    'Pour DWG et DXF : noms des calques à ne pas dessiner, séparés par des virgules ; * remplace des caractères quelconques.',
  'PDF sources only: turns the pages into images before recognition, so that text hidden in the file is not used.':
    'Seulement pour les PDF : change les pages en images avant la reconnaissance, afin de ne pas utiliser le texte caché dans le fichier.',
  'Writes a comment <!-- page 3 --> where each page begins. For inputs with fixed pages: PDF, PostScript, slides, drawings, and scanned pages. A paragraph that continues on the next page stays whole, with the comment after it.':
    'Écrit un commentaire <!-- page 3 --> au début de chaque page. Pour les entrées aux pages fixes : PDF, PostScript, diapositives, dessins et pages numérisées. Un paragraphe qui continue sur la page suivante reste entier, suivi du commentaire.',
  'text keeps only the recognised words, layout also keeps their positions on the page.':
    'text ne garde que les mots reconnus, layout garde aussi leur position sur la page.',
  'Quality of the images in percent; 100 is best.': 'Qualité des images en pour cent ; 100 est la meilleure.',
  'DPI of images.': 'Résolution des images en DPI.',
  'Turns each page whose text cannot be selected into one image of this DPI.':
    'Change chaque page dont le texte ne peut pas être sélectionné en une seule image de cette résolution (DPI).',
  'basic packs the file tighter without loss, strong also lowers the quality of images.':
    'basic compacte le fichier sans perte, strong réduit aussi la qualité des images.',
  'Color model of the whole document.': 'Modèle de couleurs de tout le document.',
  'Converts only the images to shades of grey.': 'Ne convertit en niveaux de gris que les images.',
  'Straightens pages that were scanned at an angle.': 'Redresse les pages numérisées de travers.',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    'Ordonne le fichier pour qu’un navigateur puisse afficher la première page avant d’avoir chargé le reste.',
  'Whether readers of a protected result may print it.':
    'Si les lecteurs d’un résultat protégé ont le droit de l’imprimer.',
  'Whether readers of a protected result may copy text and images.':
    'Si les lecteurs d’un résultat protégé ont le droit d’en copier le texte et les images.',
  'Whether readers of a protected result may change it.':
    'Si les lecteurs d’un résultat protégé ont le droit de le modifier.',
  'Width of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the height too.':
    'Largeur des pages dans l’unité de custom_page_size_unit ; en pouces, mieux vaut quatre décimales. Demande aussi la hauteur.',
  'Height of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the width too.':
    'Hauteur des pages dans l’unité de custom_page_size_unit ; en pouces, mieux vaut quatre décimales. Demande aussi la largeur.',
  'Unit of the custom page size: millimetres (default) or inches.':
    'Unité du format de page personnalisé : millimètres (par défaut) ou pouces.',
  'Unit of the borders: millimetres, centimetres, inches or points (1/72 inch).':
    'Unité des bordures : millimètres, centimètres, pouces ou points (1/72 de pouce).',
  'Space added at the top of each page, in border_unit.':
    'Espace ajouté en haut de chaque page, dans l’unité de border_unit.',
  'Space added at the bottom of each page, in border_unit.':
    'Espace ajouté en bas de chaque page, dans l’unité de border_unit.',
  'Space added at the left of each page, in border_unit.':
    'Espace ajouté à gauche de chaque page, dans l’unité de border_unit.',
  'Space added at the right of each page, in border_unit.':
    'Espace ajouté à droite de chaque page, dans l’unité de border_unit.',
  'Pages of the result in their order, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Pages not named are dropped; a range from high to low (8-5, last-first) runs backwards.':
    'Pages du résultat dans leur ordre, séparées par des virgules : numéros, first, last, even, odd, ou plages comme 5-8, 5-, first-3. Les pages non citées sont retirées ; une plage décroissante (8-5, last-first) va à rebours.',
  'Makes one PDF of each page.': 'Fait un PDF de chaque page.',
  'Cuts each page into this many parts side by side.': 'Coupe chaque page en autant de parties côte à côte.',
  'Cuts each page into this many parts one above the other.':
    'Coupe chaque page en autant de parties l’une au-dessus de l’autre.',
  'Crops each page to one of the boxes that printers use: media is the whole sheet; bleed, trim and art are smaller. Pages without that box stay as they are. Content outside the box is hidden, not removed.':
    'Rogne chaque page à l’un des cadres qu’utilisent les imprimeurs : media est la feuille entière ; bleed, trim et art sont plus petits. Les pages sans ce cadre restent telles quelles. Ce qui dépasse du cadre est masqué, pas supprimé.',
  'Cuts this much off the top of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Ce qu’il faut rogner en haut de chaque page telle qu’on la voit, dans l’unité de crop_unit. La partie rognée est masquée, pas supprimée du fichier.',
  'Cuts this much off the bottom of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Ce qu’il faut rogner en bas de chaque page telle qu’on la voit, dans l’unité de crop_unit. La partie rognée est masquée, pas supprimée du fichier.',
  'Cuts this much off the left of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Ce qu’il faut rogner à gauche de chaque page telle qu’on la voit, dans l’unité de crop_unit. La partie rognée est masquée, pas supprimée du fichier.',
  'Cuts this much off the right of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.':
    'Ce qu’il faut rogner à droite de chaque page telle qu’on la voit, dans l’unité de crop_unit. La partie rognée est masquée, pas supprimée du fichier.',
  'Width of the area to keep, in crop_unit, which begins at crop_left; cut at the edge of the page. Instead of crop_right.':
    'Largeur de la zone à garder, dans l’unité de crop_unit ; elle commence à crop_left et s’arrête au bord de la page. Remplace crop_right.',
  'Height of the area to keep, in crop_unit, which begins at crop_top; cut at the edge of the page. Instead of crop_bottom.':
    'Hauteur de la zone à garder, dans l’unité de crop_unit ; elle commence à crop_top et s’arrête au bord de la page. Remplace crop_bottom.',
  'Unit of the other crop options: millimetres (default), centimetres, inches or points (1/72 inch).':
    'Unité des autres options de rognage : millimètres (par défaut), centimètres, pouces ou points (1/72 de pouce).',
  'Lays the first page of the second input, or stamp_text, over each page of the first input.':
    'Place la première page de la seconde entrée, ou stamp_text, par-dessus chaque page de la première entrée.',
  'Lays the first page of the second input, or stamp_text, under each page of the first input.':
    'Place la première page de la seconde entrée, ou stamp_text, sous chaque page de la première entrée.',
  'Text to place on the pages instead of a second input: over them, or under them with watermark. Any script that the installed fonts support; a line break starts a new line. Placed 10 mm from the edges, and scaled down if it does not fit.':
    'Texte à placer sur les pages au lieu d’une seconde entrée : par-dessus, ou en dessous avec watermark. Toute écriture que prennent en charge les polices installées ; un saut de ligne commence une nouvelle ligne. Placé à 10 mm des bords, et réduit s’il ne tient pas.',
  'Font size of stamp_text in points. Left out: 48.': 'Taille de police de stamp_text en points. Sans valeur : 48.',
  'Colour of stamp_text as #rrggbb. Left out: black.':
    'Couleur de stamp_text sous la forme #rrggbb. Sans valeur : noir.',
  'With stamp, watermark or stamp_text: its position on each page, at its own size or as large as fits. A picture is placed without a page around it. Left out: the first page of the second input is centred, and a picture becomes a page with the picture at its top.':
    'Avec stamp, watermark ou stamp_text : position sur chaque page, à sa propre taille ou aussi grand que possible. Une image est placée sans page autour d’elle. Sans valeur : la première page de la seconde entrée est centrée, et une image devient une page avec l’image en haut.',
  'Opacity of the stamp, watermark or stamp_text in percent; 100, the default, hides what is below.':
    'Opacité de stamp, de watermark ou de stamp_text en pour cent ; 100, par défaut, cache ce qui est dessous.',
  'Size of the stamp, watermark or stamp_text in percent of its own. Scaled down if it does not fit the page.':
    'Taille de stamp, de watermark ou de stamp_text en pour cent de la sienne propre. Réduite si elle dépasse la page.',
  'Degrees by which the stamp, watermark or stamp_text is turned clockwise; -45 makes a text rise from the lower left.':
    'Angle en degrés dont stamp, watermark ou stamp_text est tourné dans le sens horaire ; avec -45, un texte monte depuis le coin inférieur gauche.',
  'Pages that get the stamp, watermark or stamp_text, as they are before rearrange: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Left out: all.':
    'Pages qui reçoivent stamp, watermark ou stamp_text, telles qu’elles sont avant rearrange : numéros, first, last, even, odd, ou plages comme 5-8, 5-, first-3. Sans valeur : toutes.',
  'Writes a number on each page of the result: this text, in which {page} is the number of the page and {pages} that of the last one. They are written before the document is split.':
    'Écrit un numéro sur chaque page du résultat : ce texte, où {page} est le numéro de la page et {pages} celui de la dernière. Les numéros sont écrits avant la division du document.',
  'Number of the first page of the document. Left out: 1. With 0 and page_numbers_pages 2-, the second page is number 1.':
    'Numéro de la première page du document. Sans valeur : 1. Avec 0 et page_numbers_pages 2-, la deuxième page porte le numéro 1.',
  'Where the number is placed, 10 mm from the edges of the page. Left out: bottom.':
    'Où placer le numéro, à 10 mm des bords de la page. Sans valeur : bottom (en bas).',
  'Pages that get a number: numbers, first, last, even, odd, or ranges such as 2-, 5-8. Left out: all.':
    'Pages qui reçoivent un numéro : numéros, first, last, even, odd, ou plages comme 2-, 5-8. Sans valeur : toutes.',
  'Font size of the page numbers in points. Left out: 10.':
    'Taille de police des numéros de page en points. Sans valeur : 10.',
  'Makes form fields, comments and other annotations, or all of them, part of the page content, so that they can no longer be filled in or opened. Links stay links.':
    'Intègre au contenu de la page les champs de formulaire, les commentaires et autres annotations, ou le tout, de sorte qu’on ne peut plus les remplir ni les ouvrir. Les liens restent des liens.',
  'Removes all scripts: of the document, its pages, fields, links and bookmarks.':
    'Retire tous les scripts : ceux du document, de ses pages, champs, liens et signets.',
  'Removes all attached files, those of pages and comments too.':
    'Retire tous les fichiers joints, y compris ceux des pages et des commentaires.',
  'Removes comments, marks, stamps of reviewers, sound and films. Links and form fields stay; what flatten made part of the pages too.':
    'Retire les commentaires, les marques, les tampons des relecteurs, les sons et les films. Les liens et les champs de formulaire restent, de même que ce que flatten a intégré aux pages.',
  'Removes the links on the pages; their text stays.': 'Retire les liens des pages ; leur texte reste.',
  'Removes the bookmarks, after split has used them.': 'Retire les signets, après que split les a utilisés.',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'Retire le titre, l’auteur, les dates, les programmes et toutes les autres métadonnées du document, de ses pages, images et commentaires, comme le lieu où une photo a été prise. patch peut en écrire de nouvelles ; avec pdf_a, celles que PDF/A exige restent.',
  'Places this many pages on each page of the result.': 'Place autant de pages sur chaque page du résultat.',
  'With pages_per_sheet: draws a frame around each of the pages.':
    'Avec pages_per_sheet : trace un cadre autour de chacune des pages.',
  'Removes a kind of content from all pages.': 'Retire un type de contenu de toutes les pages.',
  'Free-form object of further settings.': 'Objet libre avec d’autres réglages.',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html).':
    'Ce qui lit le HTML et le Markdown : libreoffice le convertit en document texte ; chromium l’affiche comme un navigateur, avec ses styles et ses scripts, et lit aussi un zip d’une page et de ses fichiers (index.html).',
  'With engine chromium: whether the page may load resources from public web addresses. Otherwise it can load only its own files.':
    'Avec engine chromium : si la page a le droit de charger des ressources depuis des adresses publiques du web. Sinon, elle ne peut charger que ses propres fichiers.',
  'Width of the browser window in CSS pixels.': 'Largeur de la fenêtre du navigateur en pixels CSS.',
  'Height of the browser window in CSS pixels.': 'Hauteur de la fenêtre du navigateur en pixels CSS.',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'Pixels de l’appareil par pixel CSS : 2 correspond à un écran haute résolution.',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    'Si des couleurs sombres sont demandées à la page, comme le fait un lecteur qui les préfère.',
  'Whether to run the scripts of the page.': 'S’il faut exécuter les scripts de la page.',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'Durée maximale du chargement de la page, en secondes. Ensuite la page est capturée telle quelle, avec un avertissement ; les autres attentes prennent fin aussi.',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    'Ce qu’il faut attendre : load est la page et toutes ses ressources ; network_idle attend en plus une demi-seconde sans aucune requête. Dans les deux cas, la page est ensuite capturée quand elle ne bouge plus : ses polices sont là, aucune requête n’est en cours, et deux images de suite ont été dessinées sans changement.',
  'CSS selector of an element to wait for until it is visible. If it never is, the conversion fails.':
    'Sélecteur CSS d’un élément à attendre jusqu’à ce qu’il soit visible. S’il ne l’est jamais, la conversion échoue.',
  'Additional milliseconds to wait at the end, for what a page does by a timer.':
    'Attente supplémentaire à la fin, en millisecondes, pour ce qu’une page fait au bout d’un certain temps.',
  'Margin at the top of each page in millimetres.': 'Marge en haut de chaque page, en millimètres.',
  'Margin at the bottom of each page in millimetres.': 'Marge en bas de chaque page, en millimètres.',
  'Margin at the left of each page in millimetres.': 'Marge à gauche de chaque page, en millimètres.',
  'Margin at the right of each page in millimetres.': 'Marge à droite de chaque page, en millimètres.',
  'Scale of the page: 0.5 is half the size.': 'Échelle de la page : 0.5 réduit la taille de moitié.',
  'HTML at the top of each page, in its margin (margin_top). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    'HTML en haut de chaque page, dans sa marge (margin_top). Les éléments des classes pageNumber, totalPages, title, url et date reçoivent le texte correspondant. Il n’hérite pas des styles de la page et, sans taille de police, il est trop petit pour être lu.',
  'HTML at the bottom of each page, in its margin (margin_bottom). Elements of the classes pageNumber, totalPages, title, url and date get that text. It does not inherit the styles of the page, and without a font size it is too small to read.':
    'HTML en bas de chaque page, dans sa marge (margin_bottom). Les éléments des classes pageNumber, totalPages, title, url et date reçoivent le texte correspondant. Il n’hérite pas des styles de la page et, sans taille de police, il est trop petit pour être lu.',
  'Pages to print, separated by commas: numbers and ranges. Left out: all.':
    'Pages à imprimer, séparées par des virgules : numéros et plages. Sans valeur : toutes.',
  'Whether to print background colors and pictures.': 'S’il faut imprimer les couleurs et les images de fond.',
  'Whether a paper size set by the page itself (@page) takes precedence.':
    'Si un format de papier fixé par la page elle-même (@page) l’emporte.',
  'Which styles of the page to use: those for print or those for screens.':
    'Styles de la page à utiliser : ceux pour l’impression ou ceux pour l’écran.',
  'For DWG and DXF: length on paper to length in the drawing, such as 1:50, or fit, which fills the paper. Left out: fit for the model, 1:1 for a layout, whose paper is its own.':
    'Pour DWG et DXF : rapport entre la longueur sur le papier et celle du dessin, comme 1:50, ou fit, qui remplit le papier. Sans valeur : fit pour le modèle, 1:1 pour une présentation, qui a son propre papier.',
  'For DWG and DXF: factor for line weights; 0 draws all lines as thin as is visible. Left out: 1, the weights of the drawing.':
    'Pour DWG et DXF : facteur d’épaisseur des traits ; 0 trace tous les traits aussi fins que possible tout en restant visibles. Sans valeur : 1, les épaisseurs du dessin.',
  'For DWG and DXF: draws everything in one color: black, or white on a dark background.':
    'Pour DWG et DXF : dessine tout d’une seule couleur : noir, ou blanc sur un fond sombre.',
  'For DWG and DXF: color of the paper, as # and six hex digits. On a dark one, black lines become white. Left out: white.':
    'Pour DWG et DXF : couleur du papier, # suivi de six chiffres hexadécimaux. Sur un papier sombre, les traits noirs deviennent blancs. Sans valeur : blanc.',
  'Layout of the text on the page: from one character or line to columns or scattered words. osd detects orientation and script.':
    'Disposition du texte sur la page : d’un seul caractère ou d’une seule ligne à des colonnes ou des mots épars. osd détecte l’orientation et l’écriture.',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first. Not with language_stt.':
    'Piste de sous-titres à extraire d’une vidéo, 1 pour la première. Sans valeur : la piste par défaut, sinon la première. Pas avec language_stt.',
  'Recognition engine tuned to how the source was made.':
    'Moteur de reconnaissance adapté à la manière dont la source a été faite.',
  'Settings of the engine named by ocr_engine.': 'Réglages du moteur choisi avec ocr_engine.',
  'How the text of fixed pages is written: reading writes columns one after the other, lines as on the page, and one line per table row; layout keeps each word in its position with spaces. For PDF, PostScript, slides, drawings, and pages whose text is recognised with ocr_mode layout.':
    'Comment écrire le texte de pages fixes : reading écrit les colonnes l’une après l’autre, les lignes comme sur la page, et une ligne par ligne de tableau ; layout garde chaque mot à sa place au moyen d’espaces. Pour PDF, PostScript, diapositives, dessins, et pages dont le texte est reconnu avec ocr_mode layout.',
  'Writes the time of every word into each subtitle, so that players can show words as they are spoken. If the speech model gives no word times, they are estimated, with a warning.':
    'Écrit le temps de chaque mot dans les sous-titres, afin que les lecteurs puissent montrer les mots quand ils sont prononcés. Si le modèle de parole ne donne pas ces temps, ils sont estimés, avec un avertissement.',
  'Series that the book belongs to. Left out: that of the source.':
    'Série à laquelle appartient le livre. Sans valeur : celle de la source.',
  'Position of the book in its series. Left out: 1.': 'Place du livre dans sa série. Sans valeur : 1.',
  'Language of the book as a BCP 47 tag. Left out: that of the source.':
    'Langue du livre, sous forme de code BCP 47. Sans valeur : celle de la source.',
  'Publisher of the book. Left out: that of the source.': 'Éditeur du livre. Sans valeur : celui de la source.',
  'Subjects of the book, separated by commas. Left out: those of the source.':
    'Sujets du livre, séparés par des virgules. Sans valeur : ceux de la source.',
  'What the book is about. Left out: what the source says.':
    'De quoi parle le livre. Sans valeur : ce qu’indique la source.',
  'Identifiers of the book as scheme:value, separated by commas. Those of other schemes stay.':
    'Identifiants du livre sous la forme type:valeur, séparés par des virgules. Ceux des autres types restent.',
  'Uses the second input, a JPEG, PNG or GIF picture, as the cover of the book.':
    'Utilise la seconde entrée, une image JPEG, PNG ou GIF, comme couverture du livre.',
  'Empty border around the text in centimetres.': 'Bordure vide autour du texte, en centimètres.',
  'Character encoding of the source. Left out: what the source says, or a guess.':
    'Encodage des caractères de la source. Sans valeur : celui qu’indique la source, sinon une supposition.',
  'Writes the text in ASCII: other letters are replaced by the closest ASCII ones.':
    'Écrit le texte en ASCII : les autres lettres sont remplacées par les lettres ASCII les plus proches.',
  'Looks for chapters, broken lines and the like in a source without structure, and repairs them.':
    'Cherche les chapitres, les lignes coupées, etc. dans une source sans structure, et les rétablit.',
  'Size of the body text in points; all other sizes scale in proportion.':
    'Taille du texte courant en points ; toutes les autres tailles s’adaptent en proportion.',
  'What formulas (MathML) become: text in one line such as (a+1)/b, or a picture each (in EPUB, HTML and docx), with that text as its description. Left out: they stay in EPUB 3 and kepub, are drawn in a PDF, and become text elsewhere; those of docx become text everywhere.':
    'Ce que deviennent les formules (MathML) : du texte sur une ligne comme (a+1)/b, ou chacune une image (en EPUB, HTML et docx), avec ce texte comme description. Sans valeur : elles restent en EPUB 3 et kepub, sont dessinées dans un PDF, et deviennent du texte ailleurs ; celles de docx deviennent toujours du texte.',
  'Embeds a sans-serif or serif font in the book, so that every device shows the same.':
    'Incorpore au livre une police sans ou avec empattements, afin que tous les appareils l’affichent de la même façon.',
  'Paper of the pages.': 'Papier des pages.',
  'Margin of this side in points (1/72 inch). It replaces border; with 0, border applies to this side. Left out: 72, or border if that is set.':
    'Marge de ce côté en points (1/72 de pouce). Elle remplace border ; avec 0, border s’applique à ce côté. Sans valeur : 72, ou border si cette option est définie.',
  'Size of text that has none of its own, in pixels.': 'Taille du texte qui n’en a pas de propre, en pixels.',
  'Adds a printed table of contents at the end.': 'Ajoute une table des matières imprimée à la fin.',
  'Leaves out the cover picture.': 'Omet l’image de couverture.',
  'Character encoding of the source, by any usual name. Left out: what the source says, or a guess.':
    'Encodage des caractères de la source, sous l’un de ses noms habituels. Sans valeur : celui qu’indique la source, sinon une supposition.',
};

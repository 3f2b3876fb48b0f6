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
  'Turns the pages of scans upright, as tesseract sees their text, and pages with text of their own by its direction. A warning names the pages that were turned, and those with too little text to tell.':
    'Tourne les pages numérisées pour que tesseract voie leur texte à l’endroit, et les pages qui ont leur propre texte selon sa direction. Un avertissement nomme les pages tournées et celles qui ont trop peu de texte pour le savoir.',
  'Straightens pages that were scanned at an angle.': 'Redresse les pages numérisées de travers.',
  'Orders the file so that a browser can show the first page before the rest has loaded.':
    'Ordonne le fichier pour qu’un navigateur puisse afficher la première page avant d’avoir chargé le reste.',
  'Whether readers of a protected result may print it.':
    'Si les lecteurs d’un résultat protégé ont le droit de l’imprimer.',
  'Whether readers of a protected result may copy text and images.':
    'Si les lecteurs d’un résultat protégé ont le droit d’en copier le texte et les images.',
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
  'Repeats the stamp, watermark or stamp_text over the whole page, so that it cannot be cropped away. Not together with alignment.':
    'Répète le tampon, le filigrane ou stamp_text sur toute la page, pour qu’on ne puisse pas le rogner. Pas avec alignment.',
  'Several texts on the pages, each an item with the same settings as stamp_text has: text, where (over or under the pages), size, color, alignment, opacity, scale, angle, pages, tiled. They are placed in this order.':
    'Plusieurs textes sur les pages, chacun avec les mêmes réglages que stamp_text : text, where (over ou under : sur ou sous les pages), size, color, alignment, opacity, scale, angle, pages, tiled. Ils sont placés dans cet ordre.',
  'Lays the pages of the second input over those of the first, or under them, page by page: the first on the first, the second on the second. Each is centred, at its own size or as large as fits.':
    'Pose les pages de la deuxième entrée sur celles de la première, ou dessous, page par page : la première sur la première, la deuxième sur la deuxième. Chacune est centrée, à sa taille ou aussi grande que possible.',
  'With overlay: what further pages of the first input get, if the second has fewer: nothing (default), its last page, or all of its pages again.':
    'Avec overlay : ce que reçoivent les autres pages de la première entrée si la deuxième en a moins : rien (par défaut), sa dernière page, ou toutes ses pages à nouveau.',
  'Removes what each item names: a text, a pattern, a regular expression, an area, a form field, or what redaction annotations mark. It is removed from pages, pictures, recognised text, comments, bookmarks and all other parts, with black boxes in its place; attached files, scripts, signatures and metadata are removed too. Then other programs and text recognition search the result: if something is still found, the conversion fails.':
    'Retire ce que nomme chaque élément : un texte, un motif, une expression régulière, une zone, un champ de formulaire ou ce que marquent les annotations de caviardage. Cela disparaît des pages, des images, du texte reconnu, des commentaires, des signets et de toutes les autres parties, et des cadres noirs le remplacent ; les fichiers joints, les scripts, les signatures et les métadonnées sont retirés aussi. Ensuite, d’autres programmes et la reconnaissance de texte cherchent dans le résultat : si quelque chose s’y trouve encore, la conversion échoue.',
  'Signs the result, once for each item, with a private key and its certificate (PAdES B-B; with timestamp B-T). Signatures are added to the bytes of the file, so earlier ones stay valid if nothing else is asked for. With x, y, width and height it is seen on a page.':
    'Signe le résultat, une fois pour chaque élément, avec une clé privée et son certificat (PAdES B-B ; avec timestamp B-T). Les signatures sont ajoutées à la suite du fichier : les précédentes restent valables si rien d’autre n’est demandé. Avec x, y, width et height, elle se voit sur une page.',
  'What to do if signatures of the document would not be valid in the result, because it is a new file: say so in a warning (default), refuse, or attach the signed document to the result.':
    'Que faire si des signatures du document n’étaient plus valables dans le résultat, parce que c’est un nouveau fichier : le signaler par un avertissement (par défaut), refuser, ou joindre le document signé au résultat.',
  'File names of the inputs with certificates (PEM or DER) that are trusted. Left out: none, so that signers are named, but not trusted.':
    'Noms des fichiers d’entrée contenant les certificats de confiance (PEM ou DER). Par défaut : aucun ; les signataires sont nommés, mais pas reconnus.',
  'Removes the links on the pages; their text stays.': 'Retire les liens des pages ; leur texte reste.',
  'Removes the pages on which nothing is seen, and names them in a warning. Specks of up to 2 mm, the grain of scanned paper and what shines through it are nothing; so are links and invisible text. Pages with form fields stay. Stamps, rearrange and other options count the pages that are left.':
    'Retire les pages sur lesquelles on ne voit rien et les nomme dans un avertissement. Les taches de 2 mm au plus, le grain du papier numérisé et ce qui transparaît ne comptent pas, ni les liens ni le texte invisible. Les pages avec des champs de formulaire restent. Les tampons, rearrange et d’autres options comptent les pages qui restent.',
  'Removes the bookmarks, after split has used them.': 'Retire les signets, après que split les a utilisés.',
  'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.':
    'Retire le titre, l’auteur, les dates, les programmes et toutes les autres métadonnées du document, de ses pages, images et commentaires, comme le lieu où une photo a été prise. patch peut en écrire de nouvelles ; avec pdf_a, celles que PDF/A exige restent.',
  'Places this many pages on each page of the result.': 'Place autant de pages sur chaque page du résultat.',
  'What to do with the files attached to a mail: list names them below its text; embed also attaches them to the PDF; append also adds what can become pages as pages, and names the rest in a warning. Of a PDF with attached files, append adds their pages too, each with a bookmark; of a portfolio they are all there is.':
    'Ce que deviennent les pièces jointes d’un courriel : list les nomme sous son texte ; embed les joint aussi au PDF ; append ajoute aussi comme pages ce qui peut le devenir et nomme le reste dans un avertissement. D’un PDF avec des fichiers joints, append ajoute aussi leurs pages, chaque fichier avec un signet ; un portfolio n’est fait que d’eux.',
  'With pages_per_sheet or booklet: draws a frame around each of the pages.':
    'Avec pages_per_sheet ou booklet : trace un cadre autour de chacune des pages.',
  'Places two pages side by side on wide sheets, in the order of a booklet: print them on both sides, turned at the short edge, then stack, fold and staple them. Empty pages fill up the last sheet. page_numbers counts the pages, split the sides of the sheets.':
    'Place deux pages côte à côte sur des feuilles en paysage, dans l’ordre d’un livret : imprimez-les recto verso, retournées sur le bord court, puis empilez, pliez et agrafez-les. Des pages vides complètent la dernière feuille. page_numbers compte les pages, split les faces des feuilles.',
  'With booklet: side at which it is bound; right for scripts that run from right to left. By default left.':
    'Avec booklet : côté de la reliure ; right pour les écritures qui vont de droite à gauche. Par défaut, left.',
  'Removes a kind of content from all pages.': 'Retire un type de contenu de toutes les pages.',
  'Free-form object of further settings.': 'Objet libre avec d’autres réglages.',
  'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html); latex typesets LaTeX, other markup and Markdown by TeX, if that is installed. Left out: chromium for Markdown, without scripts and if it is installed, otherwise libreoffice.':
    'Ce qui lit le HTML et le Markdown : libreoffice le convertit en document texte ; chromium l’affiche comme un navigateur, avec ses styles et ses scripts, et lit aussi un zip d’une page et de ses fichiers (index.html) ; latex compose LaTeX, les autres langages de balisage et Markdown avec TeX, s’il est installé. Par défaut : chromium pour le Markdown, sans scripts et s’il est installé, sinon libreoffice.',
  'Look of a page made of Markdown or other markup: plain is like the page of a Markdown host; article has serif letters and page numbers; report has a title page if the text names its title (front matter), colored headings and tables, and page numbers. Left out: plain for Markdown, article for other markup.':
    'Aspect d’une page faite à partir de Markdown ou d’un autre langage de balisage : plain ressemble à la page d’un hébergeur de Markdown ; article a des caractères à empattements et des numéros de page ; report a une page de titre si le texte indique son titre (front matter), des titres et des tableaux en couleur et des numéros de page. Par défaut : plain pour Markdown, article pour les autres langages.',
  'Style sheet for a page made of Markdown, and for pdf also of other markup, after that of style. It loads nothing; for html only plain rules are kept, without @media and the like.':
    'Feuille de style pour une page faite à partir de Markdown, et en pdf aussi d’un autre langage de balisage, après celle de style. Elle ne charge rien ; pour html, seules les règles simples sont gardées, sans @media ni autres.',
  'Width of the browser window in CSS pixels.': 'Largeur de la fenêtre du navigateur en pixels CSS.',
  'Height of the browser window in CSS pixels.': 'Hauteur de la fenêtre du navigateur en pixels CSS.',
  'Device pixels per CSS pixel: 2 is a high-resolution screen.':
    'Pixels de l’appareil par pixel CSS : 2 correspond à un écran haute résolution.',
  'Whether the page is asked for dark colors, as a reader who prefers them does.':
    'Si des couleurs sombres sont demandées à la page, comme le fait un lecteur qui les préfère.',
  'Whether to run the scripts of the page.': 'S’il faut exécuter les scripts de la page.',
  'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.':
    'Durée maximale du chargement de la page, en secondes. Ensuite la page est capturée telle quelle, avec un avertissement ; les autres attentes prennent fin aussi.',
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
  'Subtitles that are pictures (Blu-ray, DVD, DVB) only: languages to read them in, codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Left out: the language that the track states.':
    'Seulement pour les sous-titres qui sont des images (Blu-ray, DVD, DVB) : langues dans lesquelles les lire, codes comme eng ou deu, ou écritures comme script-Latin, séparés par des virgules sans espaces. Sans valeur : la langue qu’indique la piste.',
  'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first; text before pictures. Not with language_stt.':
    'Piste de sous-titres à extraire d’une vidéo, 1 pour la première. Sans valeur : la piste par défaut, sinon la première ; le texte avant les images. Pas avec language_stt.',
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
  'Media features that the style sheets of the page are to see, such as prefers-reduced-motion or prefers-contrast. prefers-color-scheme takes precedence over dark_mode. Features that Chromium does not emulate keep their value.':
    'Caractéristiques du média que doivent voir les feuilles de style de la page, comme prefers-reduced-motion ou prefers-contrast. prefers-color-scheme l’emporte sur dark_mode. Les caractéristiques que Chromium ne simule pas gardent leur valeur.',
  'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second, network_almost_idle until there have been at most two. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.':
    'Ce qu’il faut attendre : load est la page et toutes ses ressources ; network_idle attend en plus une demi-seconde sans aucune requête, network_almost_idle une demi-seconde avec deux requêtes au plus. Dans tous les cas, la page est ensuite capturée quand elle ne bouge plus : ses polices sont là, aucune requête n’est en cours, et deux images de suite ont été dessinées sans changement.',
  'JavaScript expression to wait for until its value, or that of the promise it returns, counts as true. It is evaluated in the page ten times a second. If it never is true, or ends with an error, the conversion fails.':
    'Expression JavaScript à attendre jusqu’à ce que sa valeur, ou celle de la promesse qu’elle renvoie, soit considérée comme vraie. Elle est évaluée dans la page dix fois par seconde. Si elle n’est jamais vraie, ou se termine par une erreur, la conversion échoue.',
  'Whether to make the paper as high as the page, so that it is not cut into several; and wider if the page is wider than the paper. Breaks that the page itself forces (break-after) remain, each with its own page.':
    'S’il faut rendre le papier aussi haut que la page, pour qu’elle ne soit pas coupée en plusieurs, et plus large si la page dépasse le papier. Les sauts que la page impose elle-même (break-after) restent, chacun avec sa propre page.',
  'Whether the PDF says what is a heading, a list or a table, for screen readers.':
    'Si le PDF indique ce qui est un titre, une liste ou un tableau, pour les lecteurs d’écran.',
  'Whether the headings of the page become bookmarks of the PDF. They need tagged.':
    'Si les titres de la page deviennent des signets du PDF. Demande tagged.',
  'User agent that the browser sends. Left out: that of Chromium.':
    'Agent utilisateur qu’envoie le navigateur. Sans valeur : celui de Chromium.',
  'Cookies that the browser has at the start. Without domain: for the host of the address alone, or of an uploaded page, which only its scripts see.':
    'Cookies que le navigateur possède au départ. Sans domain : seulement pour l’hôte de l’adresse, ou celui d’une page envoyée, dont seuls les scripts les voient.',
  'Further headers of requests: an object of name: value. They go to the origin of the address, not to others; those of an uploaded page, which has none, to every address. A value can also be {value, scope}: the header then goes to the addresses that the regular expression scope matches, and to no others. They do not follow a redirect.':
    'Autres en-têtes des requêtes : un objet de la forme nom: valeur. Ils vont à l’origine de l’adresse, pas aux autres ; ceux d’une page envoyée, qui n’en a pas, vont à toutes les adresses. Une valeur peut aussi être {value, scope} : l’en-tête va alors aux adresses qui correspondent à l’expression régulière scope, et à aucune autre. Ils ne suivent pas une redirection.',
  'HTTP statuses of the resources of the page, such as its pictures and style sheets, with which the conversion fails. 499 stands for 400 to 499, 599 for 500 to 599, and so on.':
    'Statuts HTTP des ressources de la page, comme ses images et ses feuilles de style, qui font échouer la conversion. 499 signifie 400 à 499, 599 signifie 500 à 599, et ainsi de suite.',
  'Hosts, with those below them, whose resources fail_on_resource_status leaves out of account.':
    'Hôtes, y compris leurs sous-domaines, dont fail_on_resource_status ne prend pas en compte les ressources.',
  'Whether the conversion fails if a resource of the page cannot be loaded: its server cannot be reached, its address is refused, or the file did not come with the page.':
    'Si la conversion échoue quand une ressource de la page ne peut pas être chargée : son serveur est injoignable, son adresse est refusée, ou le fichier n’a pas été fourni avec la page.',
  'Whether the conversion fails if a script of the page ends with an error that nothing catches.':
    'Si la conversion échoue quand un script de la page se termine par une erreur que rien n’intercepte.',
  'Whether readers of a protected result may change it. false also means the three below, unless they are true.':
    'Si les lecteurs d’un résultat protégé ont le droit de le modifier. false vaut aussi pour les trois options ci-dessous, sauf si elles valent true.',
  'Whether readers of a protected result may add comments. Left out: as allow_modification.':
    'Si les lecteurs d’un résultat protégé ont le droit d’ajouter des commentaires. Sans valeur : comme allow_modification.',
  'Whether readers of a protected result may fill in forms. Left out: as allow_modification. Who may add comments may do it too, so deny both.':
    'Si les lecteurs d’un résultat protégé ont le droit de remplir les formulaires. Sans valeur : comme allow_modification. Qui peut ajouter des commentaires le peut aussi ; refusez donc les deux.',
  'Whether readers of a protected result may add, remove and turn pages. Left out: as allow_modification.':
    'Si les lecteurs d’un résultat protégé ont le droit d’ajouter, de retirer et de tourner des pages. Sans valeur : comme allow_modification.',
  'Bookmarks (outline) of the result, before it is split. They replace those of the document, or of an input that filename names.':
    'Signets (plan) du résultat, avant sa division. Ils remplacent ceux du document, ou ceux de l’entrée que désigne filename.',
  'Values of form fields by field name: a text; true or false for a check box; an export value or label for radio buttons, choices and lists, or a list of several where the field allows it. operation/form-fields lists the fields. With fill_from, these go into every PDF.':
    'Valeurs des champs de formulaire par nom de champ : un texte ; true ou false pour une case à cocher ; une valeur d’exportation ou un libellé pour les boutons radio, les listes déroulantes et les listes, ou une liste de plusieurs si le champ le permet. operation/form-fields énumère les champs. Avec fill_from, ces valeurs vont dans chaque PDF.',
  'File name of the input with the values of form fields: JSON, FDF, XFDF, or CSV with field names in its first row. Each row of a CSV, and each object of a JSON list, makes a PDF; merge joins them.':
    'Nom de fichier de l’entrée qui contient les valeurs des champs de formulaire : JSON, FDF, XFDF ou CSV avec les noms des champs dans la première ligne. Chaque ligne d’un CSV et chaque objet d’une liste JSON donne un PDF ; merge les réunit.',
  'Inputs to attach to the result, by their file names; they are not converted. Each is also an associated file of the document.':
    'Entrées à joindre au résultat, par leur nom de fichier ; elles ne sont pas converties. Chacune est aussi un fichier associé au document.',
  'Makes the result PDF/UA-1 (ISO 14289), for people who need assistive programs: with the tags that LibreOffice and browsers write (engine chromium for web pages), titles, and descriptions of links. All rules that can be checked without drawing pages are checked; a warning names what is missing, such as descriptions of pictures, and the result does not claim to be PDF/UA. A PDF without tags cannot be made PDF/UA.':
    'Fait du résultat un PDF/UA-1 (ISO 14289), pour les personnes qui ont besoin de programmes d’assistance : avec les balises qu’écrivent LibreOffice et les navigateurs (engine chromium pour les pages web), un titre et les descriptions des liens. Toutes les règles vérifiables sans dessiner les pages sont vérifiées ; un avertissement dit ce qui manque, comme les descriptions d’images, et le résultat ne se dit alors pas PDF/UA. Un PDF sans balises ne peut pas devenir PDF/UA.',
  'Makes an electronic invoice (Factur-X, ZUGFeRD) of this profile: the embedded file factur-x.xml is the invoice as XML. Needs pdf_a 3b. Rules of EN 16931 that the XML breaks are named in a warning.':
    'Fait une facture électronique (Factur-X, ZUGFeRD) de ce profil : le fichier incorporé factur-x.xml est la facture en XML. Demande pdf_a 3b. Un avertissement nomme les règles d’EN 16931 que le XML enfreint.',
  'With factur_x: kind of the document. Left out: invoice.': 'Avec factur_x : type de document. Sans valeur : invoice.',
  'With factur_x: version of the XML format that is stated. Left out: 1.0.':
    'Avec factur_x : version du format XML à indiquer. Sans valeur : 1.0.',
  'Pages of the document that are written, in their order: numbers and ranges such as 1-3, 5, 8-.':
    'Pages du document à écrire, dans leur ordre : numéros et plages comme 1-3, 5, 8-.',
  'Writes each sheet of a spreadsheet on one page of its size. Not with fit_width.':
    'Écrit chaque feuille d’un classeur sur une page à sa taille. Pas avec fit_width.',
  'Makes wide sheets of a spreadsheet smaller, so that all their columns are on one page.':
    'Réduit les feuilles larges d’un classeur, afin que toutes leurs colonnes tiennent sur une page.',
  'Whether form fields can be filled in the PDF. Left out: they can.':
    'Si les champs de formulaire peuvent être remplis dans le PDF. Sans valeur : oui.',
  'Form fields may have the same name, and then have the same value.':
    'Des champs de formulaire peuvent porter le même nom, et ont alors la même valeur.',
  'Whether headings, slides or sheets become bookmarks. Left out: they do.':
    'Si les titres, les diapositives ou les feuilles deviennent des signets. Sans valeur : oui.',
  'Bookmarks of a text become places that other documents can link to.':
    'Les signets d’un texte deviennent des endroits auxquels d’autres documents peuvent renvoyer par un lien.',
  'Writes placeholder fields of a text as they are shown in the editor, not as empty fields.':
    'Écrit les espaces réservés d’un texte tels que l’éditeur les montre, et non comme des champs vides.',
  'Comments become comments of the PDF.': 'Les commentaires deviennent des commentaires du PDF.',
  'Adds a page with the notes after the slides for each slide of a presentation.':
    'Ajoute après les diapositives, pour chaque diapositive d’une présentation, une page avec ses notes.',
  'Writes only the pages with notes of a presentation, not its slides.':
    'N’écrit que les pages de notes d’une présentation, pas ses diapositives.',
  'Links to other OpenDocument files lead to PDFs of the same names instead.':
    'Les liens vers d’autres fichiers OpenDocument mènent plutôt à des PDF du même nom.',
  'Stores pictures of the document without loss. Otherwise they become JPEG.':
    'Enregistre les images du document sans perte. Sinon, elles deviennent des JPEG.',
  'Quality of the JPEG pictures that LibreOffice writes, in percent. Left out: 90. Not with lossless_images.':
    'Qualité des images JPEG qu’écrit LibreOffice, en pour cent. Sans valeur : 90. Pas avec lossless_images.',
  'Maximum DPI of the pictures that LibreOffice writes; finer ones become smaller.':
    'Résolution maximale (DPI) des images qu’écrit LibreOffice ; les images plus fines sont réduites.',
  'What a viewer shows at first: the pages alone, or bookmarks or thumbnails beside them.':
    'Ce qu’un lecteur de PDF montre d’abord : les pages seules, ou des signets ou des vignettes à côté.',
  'Page that a viewer shows at first.': 'Page qu’un lecteur de PDF montre d’abord.',
  'Size in which a viewer shows the pages at first; zoom is that of the option zoom.':
    'Taille à laquelle un lecteur de PDF montre d’abord les pages ; zoom est celle de l’option zoom.',
  'With magnification zoom: size in percent.': 'Avec magnification zoom : taille en pour cent.',
  'How a viewer arranges the pages: one at a time, in one column, or in two columns.':
    'Comment un lecteur de PDF dispose les pages : une à la fois, sur une colonne ou sur deux colonnes.',
  'The window of the viewer gets the size of the first page.':
    'La fenêtre du lecteur de PDF prend la taille de la première page.',
  'The window of the viewer is in the middle of the screen.': 'La fenêtre du lecteur de PDF est au milieu de l’écran.',
  'A viewer shows the document on the full screen.': 'Un lecteur de PDF affiche le document en plein écran.',
  'Whether the title bar shows the title instead of the file name. Left out: it does.':
    'Si la barre de titre montre le titre au lieu du nom du fichier. Sans valeur : oui.',
  'The viewer hides its menus.': 'Le lecteur de PDF masque ses menus.',
  'The viewer hides its tools.': 'Le lecteur de PDF masque ses outils.',
  'The viewer hides its other controls, such as scroll bars.':
    'Le lecteur de PDF masque ses autres commandes, comme les barres de défilement.',
  'Whether slide transitions become effects of the PDF. Left out: they do.':
    'Si les transitions des diapositives deviennent des effets du PDF. Sans valeur : oui.',
  'Levels of bookmarks that are open at first; -1 means all.':
    'Niveaux de signets ouverts au départ ; -1 signifie tous.',
  'Text that LibreOffice writes across each page, upright and transparent. stamp_text also suits other inputs.':
    'Texte que LibreOffice écrit en travers de chaque page, à la verticale et transparent. stamp_text convient aussi à d’autres entrées.',
  'Text that LibreOffice repeats all over each page. Not with native_watermark_text.':
    'Texte que LibreOffice répète sur toute la surface de chaque page. Pas avec native_watermark_text.',
  'Colour of native_watermark_text as #rrggbb. Left out: #7fff7f.':
    'Couleur de native_watermark_text sous la forme #rrggbb. Sans valeur : #7fff7f.',
  'Font size of native_watermark_text in points. Left out: as large as fits.':
    'Taille de police de native_watermark_text en points. Sans valeur : aussi grande que possible.',
  'Degrees by which native_watermark_text is turned, against the clock.':
    'Angle en degrés dont native_watermark_text est tourné dans le sens antihoraire.',
  'Font of native_watermark_text. Left out: Helvetica.': 'Police de native_watermark_text. Sans valeur : Helvetica.',
  'Makes the tables of contents and other indexes of a text again. Left out: they are as they were saved.':
    'Recrée les tables des matières et autres index d’un texte. Sans indication, ils restent tels qu’enregistrés.',
  'Whether empty pages are left out that a text has only to begin a chapter on a right page. Left out: they are.':
    'Indique si les pages vides qu’un texte n’a que pour commencer un chapitre à droite sont omises. Sans indication : oui.',
  'Puts the document, as OpenDocument, into the PDF, so that LibreOffice can edit it. Other work on the PDF removes it again.':
    'Place le document, au format OpenDocument, dans le PDF, pour que LibreOffice puisse le modifier. D’autres traitements du PDF l’enlèvent.',
  'Whether an uploaded page may load resources from public web addresses. Otherwise it can load only its own files.':
    'Indique si une page envoyée peut charger des ressources d’adresses web publiques. Sinon, elle ne charge que ses propres fichiers.',
  'What to extract: attachments are files that are attached to a PDF or a mail, or embedded in an office document; media is sound and film.':
    'Ce qui est extrait : attachments désigne les fichiers joints à un PDF ou à un courriel, ou intégrés à un document bureautique ; media désigne les sons et vidéos.',
  'What shows the differences: marks is a PDF of the pages of the first that differ; side_by_side a PDF with both pages next to each other, marked in the second; text a web page with the words that were added and removed, wherever they stand.':
    'Ce qui montre les différences : marks est un PDF des pages du premier qui diffèrent ; side_by_side, un PDF avec les deux pages côte à côte, marquées dans la seconde ; text, une page web avec les mots ajoutés et supprimés, où qu’ils soient.',
};

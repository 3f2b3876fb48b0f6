/** Descriptions of further options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Whether encrypt_password also encrypts the names in the archive. Without it anyone who has the file can list them.':
    'Si encrypt_password chiffre aussi les noms dans l’archive. Sinon, quiconque possède le fichier peut les lister.',
  'Splits the archive into volumes of this size, each a separate output: bytes, 65536 at least, or a number with KB, MB (thousands) or KiB, MiB (1024). At most 999 volumes are made.':
    'Divise l’archive en volumes de cette taille, chacun étant un fichier de sortie : octets, au moins 65536, ou un nombre avec KB, MB (milliers) ou KiB, MiB (1024). Au plus 999 volumes sont créés.',
  'Encoding of names in the input archive if the archive does not state it. Left out: the most likely one, with a warning if it is not UTF-8.':
    'Encodage des noms dans l’archive d’entrée si elle ne l’indique pas. Sans valeur : le plus probable, avec un avertissement si ce n’est pas UTF-8.',
  'Sample rate of the result in Hz. Left out: that of the source, where the format has it.':
    'Fréquence d’échantillonnage du résultat en Hz. Sans valeur : celle de la source, si le format la permet.',
  'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.':
    'Nombre de canaux : stereo (2) ou mono (1). Sans valeur : ceux de la source, si le format les permet.',
  'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.':
    'Ce qui est mesuré : ebu est le volume perçu (EBU R128), rms le niveau moyen, peak l’échantillon le plus haut.',
  'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.':
    'Niveau à atteindre en dB, pour normalize_type rms et peak. Sans effet avec ebu.',
  'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.':
    'Volume perçu à atteindre en LUFS. N’a d’effet que si normalize_type vaut ebu.',
  'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.':
    'Plage de volume à atteindre en LU : l’écart entre les passages faibles et forts. N’a d’effet que si normalize_type vaut ebu.',
  'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.':
    'Crête réelle maximale admise en dBTP. N’a d’effet que si normalize_type vaut ebu.',
  'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.':
    'Piste audio à utiliser si le fichier en a plusieurs, comme les langues d’une vidéo : 1, par défaut, est la première.',
  'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.':
    'Retire le silence au début et à la fin : le son qui reste au-dessous de silence_threshold pendant au moins 0.05 seconde.',
  'Removes all silence, also within the audio, that lasts at least this many seconds.':
    'Retire tout silence qui dure au moins ce nombre de secondes, même au milieu du son.',
  'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.':
    'Niveau du silence pour trim_silence et remove_silence : le son qui reste au-dessous, en dB par rapport à la pleine échelle. Sans valeur : -50.',
  'Volume of the result in percent of that of the source: 50 is half the amplitude, 200 twice. Peaks that would become too high are limited.':
    'Volume du résultat en pour cent de celui de la source : 50 donne la moitié de l’amplitude, 200 le double. Les crêtes qui deviendraient trop hautes sont limitées.',
  'Seconds over which the sound fades in at the start.': 'Durée du fondu d’entrée au début du son, en secondes.',
  'Seconds over which the sound fades out at the end.': 'Durée du fondu de sortie à la fin du son, en secondes.',
  'Title of the result, instead of that of the source; empty: none.':
    'Titre du résultat, à la place de celui de la source ; vide : aucun.',
  'Artist of the result, instead of that of the source; empty: none.':
    'Artiste du résultat, à la place de celui de la source ; vide : aucun.',
  'Album of the result, instead of that of the source; empty: none.':
    'Album du résultat, à la place de celui de la source ; vide : aucun.',
  'Artist of the whole album, instead of that of the source; empty: none.':
    'Artiste de tout l’album, à la place de celui de la source ; vide : aucun.',
  'Genre of the result, instead of that of the source; empty: none.':
    'Genre du résultat, à la place de celui de la source ; vide : aucun.',
  'Year or date of the result, instead of that of the source; empty: none.':
    'Année ou date du résultat, à la place de celle de la source ; vide : aucune.',
  'Track number, optionally with the total, instead of that of the source; empty: none.':
    'Numéro du morceau, au besoin avec le total, à la place de celui de la source ; vide : aucun.',
  'Comment of the result, instead of that of the source; empty: none.':
    'Commentaire du résultat, à la place de celui de la source ; vide : aucun.',
  'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.':
    'Utilise la seconde entrée, une image JPEG, PNG, GIF, WebP ou BMP, comme couverture à la place des images de la source. Refusé par aac, ac3, amr, au, caf, eac3, mmf et wav, qui ne peuvent pas contenir d’images.',
  'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.':
    'Voix qui lit le texte : standard, par défaut, est espeak-ng ou une commande de l’exploitant ; neural est une voix que l’exploitant a installée dans le dossier des modèles de parole, et est refusé s’il n’y en a pas pour la langue.',
  'Leaves out the cover picture of the source.': 'Omet l’image de couverture de la source.',
  'Bits of each sample. Left out: those of the source, where the format has them.':
    'Nombre de bits de chaque échantillon. Sans valeur : celui de la source, si le format le permet.',
  'Average kbit/s of a variable bitrate. Not together with audio_bitrate.':
    'Moyenne d’un débit variable, en kbit/s. Pas avec audio_bitrate.',
  'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.':
    'Moyenne d’un débit variable pour une paire stéréo, en kbit/s. Seulement avec le codec vorbis ; pas avec audio_bitrate.',
  'How a sample is stored: s signed, u unsigned, f floating point, then its bits, then le (little endian) or be (big endian).':
    'Comment un échantillon est enregistré : s avec signe, u sans signe, f en virgule flottante, puis le nombre de bits, puis le (petit-boutiste) ou be (gros-boutiste).',
  'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.':
    'png : une image à fond transparent ; svg : un dessin ; json : les crêtes telles que les écrit audiowaveform.',
  'Width in pixels, which is also the maximum number of peak pairs.':
    'Largeur en pixels, qui est aussi le nombre maximal de paires de crêtes.',
  'Height in pixels. No effect on json.': 'Hauteur en pixels. Sans effet sur json.',
  'Salt that is mixed into the password, which is the content of the input.':
    'Sel mêlé au mot de passe, lequel est le contenu de l’entrée.',
  'Pages or frames to convert of a file that has several, one picture each: first, all, or a selection such as 1-3,5. Left out: all.':
    'Pages ou images à convertir d’un fichier qui en a plusieurs, chacune en une image : first, all, ou une sélection comme 1-3,5. Sans valeur : all.',
  'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.':
    'Unité de la largeur et de la hauteur : pixels, pour cent de la source, pouces, centimètres ou millimètres selon dpi.',
  'Shape of the result as width:height. width and height are ignored with it.':
    'Forme du résultat en largeur:hauteur. width et height sont alors sans effet.',
  'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.':
    'Que faire si la nouvelle taille a une autre forme : déformer l’image, garder sa forme et remplir le reste, ou garder sa forme et couper ce qui dépasse.',
  'DPI written into the result; also used to convert physical units of width and height to pixels.':
    'Résolution (DPI) inscrite dans le résultat ; sert aussi à convertir en pixels les unités physiques de width et height.',
  'Pixels to cut off at the top. Not together with a crop area.':
    'Pixels à rogner en haut. Pas avec une zone de rognage.',
  'Pixels to cut off at the bottom. Not together with a crop area.':
    'Pixels à rogner en bas. Pas avec une zone de rognage.',
  'Pixels to cut off at the left. Not together with a crop area.':
    'Pixels à rogner à gauche. Pas avec une zone de rognage.',
  'Pixels to cut off at the right. Not together with a crop area.':
    'Pixels à rogner à droite. Pas avec une zone de rognage.',
  'Pixels from the left edge to the area to keep. Not together with cropping by sides.':
    'Pixels entre le bord gauche et la zone à garder. Pas avec un rognage par côtés.',
  'Pixels from the upper edge to the area to keep. Not together with cropping by sides.':
    'Pixels entre le bord supérieur et la zone à garder. Pas avec un rognage par côtés.',
  'Width of the area to keep, in pixels. Not together with cropping by sides.':
    'Largeur de la zone à garder, en pixels. Pas avec un rognage par côtés.',
  'Height of the area to keep, in pixels. Not together with cropping by sides.':
    'Hauteur de la zone à garder, en pixels. Pas avec un rognage par côtés.',
  'Mirrors the picture: left and right, top and bottom, or both. After rotate.':
    'Inverse l’image en miroir : gauche et droite, haut et bas, ou les deux. Après rotate.',
  'Background color, as # and six hex digits: shown where the picture is transparent, and in the corners of a rotated picture. Left out: transparency is kept if the target supports it, otherwise the background is white.':
    'Couleur de fond, # suivi de six chiffres hexadécimaux : visible là où l’image est transparente, et dans les coins d’une image tournée. Sans valeur : la transparence est gardée si le format la permet, sinon le fond est blanc.',
  'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.':
    'Couleurs du résultat : inchangées (colored), niveaux de gris, noir et blanc purs, inversées, brunes, ou l’aspect d’une photo de 1900 ou de 1980.',
  'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.':
    'Rend blancs les pixels plus clairs que cette valeur, et noirs les autres. 0 prend la moyenne de l’image.',
  'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.':
    'Rend une couleur transparente, # suivi de six chiffres hexadécimaux en minuscules ; auto_create trouve lui-même le fond.',
  'Reduces noise.': 'Réduit le bruit.',
  'Sharpens edges.': 'Rend les contours plus nets.',
  'Smooths the edges of drawn shapes and letters.': 'Lisse les bords des formes et des lettres dessinées.',
  'Removes isolated pixels (speckles).': 'Retire les pixels isolés (mouchetures).',
  'Equalizes the histogram, so that all brightness levels are used evenly.':
    'Égalise l’histogramme, afin que tous les niveaux de luminosité soient utilisés de manière égale.',
  'Straightens a picture that was scanned at an angle.': 'Redresse une image numérisée de travers.',
  'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.':
    'Colorise une image en noir et blanc, avec un modèle pour toute image ou pour les paysages et les personnes.',
  'Resolution at which the model adds color: lower is more vivid, higher is more detailed.':
    'Résolution à laquelle le modèle ajoute les couleurs : plus basse, elles sont plus vives ; plus haute, plus détaillées.',
  'Enlarges the picture so many times, with details that a model adds.':
    'Agrandit l’image autant de fois, avec des détails qu’ajoute un modèle.',
  'Text to write across the picture from the lower left to the upper right, so that the picture shows through. A line break starts a new line.':
    'Texte à écrire en travers de l’image, du coin inférieur gauche au coin supérieur droit, en laissant l’image visible par transparence. Un saut de ligne commence une nouvelle ligne.',
  'For DWG and DXF: paper size, in the orientation of the drawing. Left out: a sheet with the proportions of the drawing, as large as fits into A3; for a layout named by cad_layout, the paper of that layout.':
    'Pour DWG et DXF : format de papier, dans l’orientation du dessin. Sans valeur : une feuille aux proportions du dessin, aussi grande que le permet le format A3 ; pour une présentation nommée par cad_layout, le papier de cette présentation.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The level of Deflate. Pixels stay the same.':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. C’est le niveau de Deflate. Les pixels restent les mêmes.',
  'Keeps every pixel exactly as it is, in a larger file. Not together with quality.':
    'Garde chaque pixel exactement tel quel, dans un fichier plus gros. Pas avec quality.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libaom.':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. C’est l’effort de libaom.',
  'Which metadata of the input to keep: none, author and copyright, or all Exif, XMP and IPTC data that the target supports, including the location. The picture is turned upright and its metadata say so; DPI is always kept.':
    'Métadonnées de l’entrée à garder : aucune, l’auteur et les droits d’auteur, ou toutes les données Exif, XMP et IPTC que le format permet, y compris le lieu. L’image est remise à l’endroit et ses métadonnées l’indiquent ; la résolution (DPI) est toujours gardée.',
  'Colors and profile of the result: sRGB without a profile, sRGB with its profile, or the colors and the profile of the input, where that is RGB.':
    'Couleurs et profil du résultat : sRVB sans profil, sRVB avec son profil, ou les couleurs et le profil de l’entrée si elle est en RVB.',
  'Lets max_file_size also reduce the dimensions of the picture; quality then goes down to 40 only. Frames of an animation keep their size.':
    'Permet à max_file_size de réduire aussi les dimensions de l’image ; la qualité ne descend alors que jusqu’à 40. Les images d’une animation gardent leur taille.',
  'Keeps all frames of an animation in one animated file. Without it each frame becomes a separate picture.':
    'Garde toutes les images d’une animation dans un seul fichier animé. Sinon, chacune devient une image séparée.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. It decides how many palettes are tried.':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. En dépend le nombre de palettes essayées.',
  'Shows a coarse picture before the whole file has loaded: an interlaced GIF.':
    'Montre une image grossière avant le chargement complet du fichier : un GIF entrelacé.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The presets of x265, from ultrafast to veryslow.':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. Ce sont les préréglages de x265, de ultrafast à veryslow.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. From 7 on it is progressive, and a fifth smaller at the same quality (mozjpeg).':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. À partir de 7, l’image est progressive, et plus légère d’un cinquième à qualité égale (mozjpeg).',
  'Shows a coarse picture before the whole file has loaded: a progressive JPEG, which is often smaller too.':
    'Montre une image grossière avant le chargement complet du fichier : un JPEG progressif, souvent plus petit aussi.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libjxl.':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. C’est l’effort de libjxl.',
  'Shows a coarse picture before the whole file has loaded: an interlaced PNG, which is larger.':
    'Montre une image grossière avant le chargement complet du fichier : un PNG entrelacé, qui est plus gros.',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The method of libwebp, from 0 to 6.':
    'Effort de l’encodeur pour réduire le fichier : 1 est le plus rapide, 9 donne le plus petit fichier et est le plus lent. C’est la méthode de libwebp, de 0 à 6.',
  'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.':
    'S’il faut calculer les sommes MD5 et SHA-256 de l’entrée, ce qui demande de lire tout le fichier.',
  'Also counts what is in documents, web pages and books: tables, pictures, links, comments, notes, formulas, hidden sheets and slides, and more.':
    'Compte aussi ce que contiennent les documents, pages web et livres : tableaux, images, liens, commentaires, notes, formules, feuilles et diapositives masquées, et plus encore.',
  'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.':
    'Compte aussi les caractères, les mots et les lignes des PDF, des documents bureautiques, des pages web et des livres, convertis en texte pour cela. Les textes simples sont toujours comptés.',
  'Makes a flat document, one member for each tag of the file as ExifTool shows it, and names them so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), and so on. With output_mode alone: snake_lowercase. With neither, the document has sections.':
    'Fait un document plat, avec un élément pour chaque balise du fichier telle que la montre ExifTool, nommé ainsi : original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), et ainsi de suite. Avec output_mode seul : snake_lowercase. Sans aucun des deux, le document a des sections.',
  'Makes a flat document, as keys_format does, with the value of each tag (basic), or with an object of its value, its name in snake_lowercase (key_formatted), and whether metadata/metadata can set it (editable; expert). With keys_format alone: basic.':
    'Fait un document plat, comme keys_format, avec la valeur de chaque balise (basic), ou avec un objet composé de sa valeur, de son nom en snake_lowercase (key_formatted) et d’une indication si metadata/metadata peut la modifier (editable ; expert). Avec keys_format seul : basic.',
  'Kind of file that is expected; document stands for all other kinds, too. A file of another kind is read as what it is, with a warning.':
    'Type de fichier attendu ; document désigne aussi tous les autres types. Un fichier d’un autre type est lu pour ce qu’il est, avec un avertissement.',
  'What is measured: structural similarity or correlation (ssim and ncc, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash). With allow_multiple_outputs, a JSON file of the figures is delivered beside the picture.':
    'Ce qui est mesuré : similarité structurelle ou corrélation (ssim et ncc, 1 signifie identique), rapport signal sur bruit en dB (psnr), nombre de pixels différents (ae), différence moyenne, quadratique ou maximale de 0 à 1 (mae, mse, rmse, pae), ou distance des empreintes perceptuelles (phash). Avec allow_multiple_outputs, un fichier JSON des chiffres est fourni à côté de l’image.',
  'Difference of color in percent up to which pixels count as equal, in the picture and in different_pixels.':
    'Écart de couleur en pour cent jusqu’auquel les pixels comptent comme égaux, dans l’image et dans different_pixels.',
  'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, violet, white or yellow.':
    'Couleur des pixels différents : # suivi de six chiffres hexadécimaux, ou black, blue, cyan, gray, green, magenta, orange, red, violet, white ou yellow.',
  'What is measured of each frame: structural similarity (ssim, 1 is alike), or signal to noise in dB (psnr).':
    'Ce qui est mesuré pour chaque image : similarité structurelle (ssim, 1 signifie identique), ou rapport signal sur bruit en dB (psnr).',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, and level b (it looks the same in future), u (its text can be read too) or a (it is tagged too).':
    'Profil PDF/A (ISO 19005) : partie 1, 2 ou 3, et niveau b (même apparence à l’avenir), u (son texte aussi reste lisible) ou a (il a aussi des balises).',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, level a, b or u; or pdfua1: PDF/UA-1 (ISO 14289-1), for people who need assistive programs.':
    'Profil PDF/A (ISO 19005) : partie 1, 2 ou 3, niveau a, b ou u ; ou pdfua1 : PDF/UA-1 (ISO 14289), pour les personnes qui ont besoin de programmes d’assistance.',
  'Whether pages keep their appearance, so that a document that cannot conform is refused. This is always the case here.':
    'Si les pages gardent leur apparence, de sorte qu’un document qui ne peut s’y conformer est refusé. C’est toujours le cas ici.',
  'Splits the video into parts of so many seconds; the last may be shorter.':
    'Divise la vidéo en parties de ce nombre de secondes ; la dernière peut être plus courte.',
  'Splits the video into so many parts of equal length.': 'Divise la vidéo en ce nombre de parties de même durée.',
  'The parts to keep, each as a file. Instead of length and number_of_parts.':
    'Parties à garder, chacune dans un fichier. Remplace length et number_of_parts.',
  'Where the part of the video starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.':
    'Où commence la partie de la vidéo, en HH:MM:SS ou HH:MM:SS.mmm. Sans valeur : au début.',
  'Where the part of the video ends. Has to be after start_video. Left out: at the end.':
    'Où finit la partie de la vidéo. Doit venir après start_video. Sans valeur : à la fin.',
  'Which streams are extracted, each into a file of its own.': 'Pistes à extraire, chacune dans son propre fichier.',
  'Format of the result. mkv holds all streams as they are; others may need some of them encoded again.':
    'Format du résultat. mkv contient toutes les pistes telles quelles ; avec d’autres, il faut parfois en réencoder certaines.',
  'Keeps the sound of the video next to that of the audio inputs, which otherwise replace it.':
    'Garde le son de la vidéo à côté de celui des entrées audio, qui sinon le remplacent.',
  'Changes the volume of the sound of single inputs.': 'Change le volume du son de certaines entrées.',
  'What players show of the streams of single inputs.':
    'Ce que les lecteurs affichent pour les pistes de certaines entrées.',
  'Format of the result; by default that of the picture.': 'Format du résultat ; par défaut celui de l’image.',
  'Format of the picture.': 'Format de l’image.',
  'DPI written into the picture. Without width and height, also what pages and drawings are drawn at, in full size.':
    'Résolution (DPI) inscrite dans l’image. Sans width ni height, c’est aussi celle à laquelle pages et dessins sont rendus, en taille réelle.',
  'Makes a picture that browsers show coarsely before all of it has arrived: an interlaced PNG or GIF, a progressive JPEG. Both values do the same.':
    'Fait une image que les navigateurs montrent grossièrement avant de l’avoir reçue en entier : un PNG ou un GIF entrelacé, un JPEG progressif. Les deux valeurs ont le même effet.',
  'Format of the pictures.': 'Format des images.',
  'How many frames of each time_unit are taken, at even distances; no frame twice.':
    'Nombre d’images prises par time_unit, à intervalles réguliers ; aucune image deux fois.',
  'The unit of images_per_time_unit.': 'Unité de images_per_time_unit.',
  'Takes only frames that the video stores whole, at most images_per_time_unit of them.':
    'Ne prend que les images que la vidéo enregistre en entier, au plus autant que l’indique images_per_time_unit.',
  'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.':
    'Avec merge et un fichier audio parmi les entrées : il remplace le son de la vidéo, ou s’y mélange. Sans valeur : replace.',
  'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.':
    'Avec merge et des images : durée d’affichage de chacune. Sans valeur : elles se partagent la durée de l’entrée audio, sinon 3.',
  "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.":
    'Facteur de qualité constante (CRF) propre à l’encodeur, à la place de quality : plus il est bas, meilleur est le résultat. h264 et h265 vont de 0 à 51, vp8, vp9 et av1 de 0 à 63.',
  'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.':
    'Débit moyen de l’image en kbit/s, à la place de quality. Encodage en deux passes si le codec le permet.',
  'How long the encoder searches: fast makes larger files, small takes several times as long.':
    'Durée de recherche de l’encodeur : fast donne des fichiers plus gros, small prend plusieurs fois plus de temps.',
  'Number of channels of the sound. Left out: those of the source, where the codec has them.':
    'Nombre de canaux du son. Sans valeur : ceux de la source, si le codec les permet.',
  'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.':
    'Fréquence d’échantillonnage du son en Hz. Sans valeur : celle de la source, si le codec la permet.',
  'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.':
    'Que faire d’une plage dynamique étendue (HDR) : la garder (h265, av1, vp9 et prores), ou la convertir en plage standard. Sans valeur : keep, si le codec le permet.',
  'Removes title, location, date, chapters and other metadata.':
    'Retire le titre, le lieu, la date, les chapitres et les autres métadonnées.',
  'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.':
    'Nombre maximal de pixels du plus petit côté, comme dans 1080p : une image plus grande est réduite en gardant sa forme, toute autre reste telle quelle. Sans effet avec width ou height.',
  'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.':
    'Convertit les images entrelacées (télévision) en images progressives ; auto le fait si l’image est encodée et la source signalée comme entrelacée. Une image copiée reste entrelacée.',
  'Reduces the noise of the picture, which also makes the file smaller.':
    'Réduit le bruit de l’image, ce qui allège aussi le fichier.',
  'How often it plays; 0: forever.': 'Nombre de lectures ; 0 : sans fin.',
  'Number of colours; fewer make the file smaller.': 'Nombre de couleurs ; moins il y en a, plus le fichier est petit.',
  'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.':
    'Une image du film devient sa couverture, que montrent les lecteurs et les dossiers : son temps, en HH:MM:SS ou HH:MM:SS.mmm, compté comme start. Elle remplace les couvertures que le film possède.',
  'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.':
    'La seconde de deux entrées, une image, devient la couverture du film, à la place de celles qu’il possède. Avec merge : la seule image parmi les entrées.',
  'Writes the digests of all inputs into one list, each with the name of its file, as sha256sum does; target verify reads it. Without it each digest has a file of its own.':
    'Écrit les sommes de toutes les entrées dans une liste, chacune avec le nom de son fichier, comme sha256sum ; la cible verify la lit. Sinon chaque somme a son propre fichier.',
  'Ignores files of the list that are not among the inputs, as sha256sum --ignore-missing does.':
    'Ignore les fichiers de la liste qui ne sont pas parmi les entrées, comme sha256sum --ignore-missing.',
};

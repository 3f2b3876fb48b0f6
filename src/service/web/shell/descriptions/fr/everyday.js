/** Descriptions of everyday options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Width of the result in the unit of resize_by. Ignored with aspect_ratio.':
    'Largeur du résultat dans l’unité de resize_by. Sans effet avec aspect_ratio.',
  'Width in pixels. The height keeps the proportions; with both, the picture fits into them.':
    'Largeur en pixels. La hauteur suit les proportions ; avec les deux, l’image tient dans le cadre.',
  'Width of the result in pixels. Alone: the height follows.':
    'Largeur du résultat en pixels. Seule : la hauteur s’en déduit.',
  'Height of the result in the unit of resize_by. Ignored with aspect_ratio.':
    'Hauteur du résultat dans l’unité de resize_by. Sans effet avec aspect_ratio.',
  'Height in pixels. The width keeps the proportions; with both, the picture fits into them.':
    'Hauteur en pixels. La largeur suit les proportions ; avec les deux, l’image tient dans le cadre.',
  'Height of the result in pixels. Alone: the width follows.':
    'Hauteur du résultat en pixels. Seule : la largeur s’en déduit.',
  'Preset for quality against size; minimum is the smallest. May override other quality options.':
    'Préréglage entre qualité et taille ; minimum donne le plus petit fichier. Peut remplacer d’autres options de qualité.',
  'How close the result is to the source: 100 is best and largest. Each target has its own scale, so the same number looks different in another one. Not together with lossless.':
    'Fidélité du résultat à la source : 100 est le meilleur et le plus volumineux. Chaque format a sa propre échelle, le même nombre n’y donne donc pas le même aspect. Pas avec lossless.',
  'Stores the picture as a JPEG of this quality; 100 is best and largest. Left out: every pixel is kept exactly as it is.':
    'Enregistre l’image en JPEG de cette qualité ; 100 est le meilleur et le plus volumineux. Sans valeur : chaque pixel est conservé exactement.',
  'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.':
    'Qualité de l’image, sur la même échelle pour tous les codecs : 90 se distingue à peine de la source, 75 est bon, 50 montre des pertes. Sans valeur : 75.',
  'Quality of the pictures: higher is better and larger.':
    'Qualité des images : plus la valeur est haute, meilleur et plus volumineux est le résultat.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Quality is reduced to reach it, down to 10. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Taille maximale du fichier : octets, ou un nombre avec KB, MB (milliers) ou KiB, MiB (1024). La qualité est réduite pour l’atteindre, jusqu’à 10. Une taille impossible est refusée ; l’erreur indique la plus petite possible.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Only max_file_size_resize changes the picture to reach it. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Taille maximale du fichier : octets, ou un nombre avec KB, MB (milliers) ou KiB, MiB (1024). Seul max_file_size_resize modifie l’image pour l’atteindre. Une taille impossible est refusée ; l’erreur indique la plus petite possible.',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). The picture becomes a JPEG, of quality 90 at first, reduced down to 10 if needed. A size that cannot be reached is refused; the error names the smallest possible one.':
    'Taille maximale du fichier : octets, ou un nombre avec KB, MB (milliers) ou KiB, MiB (1024). L’image devient un JPEG, d’abord de qualité 90, réduite jusqu’à 10 si nécessaire. Une taille impossible est refusée ; l’erreur indique la plus petite possible.',
  'Maximum size in KiB; the result comes as close to it as possible.':
    'Taille maximale en KiB ; le résultat s’en approche autant que possible.',
  'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.':
    'Taille maximale du résultat, par exemple 16MB ; les débits sont choisis en conséquence. Un avertissement signale si c’est impossible.',
  'Video codec. copy keeps the picture of the source unchanged. Left out: copy if the target supports the codec and no option changes the picture, otherwise the first in the list.':
    'Codec vidéo. copy garde l’image de la source telle quelle. Sans valeur : copy si le format accepte le codec et qu’aucune option ne modifie l’image, sinon le premier de la liste.',
  'Frames per second, evenly spaced. Left out: as in the source.':
    'Images par seconde, à intervalles réguliers. Sans valeur : comme la source.',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25.':
    'Images par seconde, à intervalles réguliers. Sans valeur : comme la source, jusqu’à 25.',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25. GIF counts hundredths of seconds, so rates that do not divide 100 come out uneven.':
    'Images par seconde, à intervalles réguliers. Sans valeur : comme la source, jusqu’à 25. Le GIF compte en centièmes de seconde ; les cadences qui ne divisent pas 100 sont donc irrégulières.',
  'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.':
    'Vitesse de lecture du son, à la même hauteur : 2 est deux fois plus rapide, 0.5 deux fois plus lent.',
  'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.':
    'Lecture plus rapide (au-dessus de 1) ou plus lente (au-dessous de 1) ; le son garde sa hauteur.',
  'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.':
    'burn incruste la piste de sous-titres par défaut (sinon la première) dans l’image, none retire les sous-titres. Sans valeur : none, avec un avertissement si la source a des sous-titres.',
  'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.':
    'keep garde les sous-titres comme pistes que le lecteur peut masquer, burn incruste la piste par défaut (sinon la première) dans l’image, none les retire. Sans valeur : keep.',
  'Turns pages clockwise. Each item names the pages and the angle.':
    'Tourne des pages dans le sens horaire. Chaque élément indique les pages et l’angle.',
  'Turns the picture clockwise, in degrees.': 'Tourne l’image dans le sens horaire, en degrés.',
  'Codec inside the file.': 'Codec dans le fichier.',
  'Codec inside the file: amr_nb is telephone quality (8 kHz), amr_wb is wideband (16 kHz).':
    'Codec dans le fichier : amr_nb a la qualité du téléphone (8 kHz), amr_wb une bande plus large (16 kHz).',
  'Codec inside the file: uncompressed samples, or lossless compression.':
    'Codec dans le fichier : échantillons non compressés, ou compression sans perte.',
  'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.':
    'Codec dans le fichier. copy garde le son de la source tel quel si le format peut le contenir.',
  'Audio codec. copy keeps the sound of the source unchanged, none removes it. Left out: copy if the target supports the codec and no option changes the sound, otherwise the first in the list.':
    'Codec audio. copy garde le son de la source tel quel, none le retire. Sans valeur : copy si le format accepte le codec et qu’aucune option ne modifie le son, sinon le premier de la liste.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space.':
    'Débit du résultat en kbit/s : plus il est haut, meilleur est le son et plus le fichier est gros.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Usable with audio_codec aac only.':
    'Débit du résultat en kbit/s : plus il est haut, meilleur est le son et plus le fichier est gros. Seulement avec audio_codec aac.',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Not together with audio_vbr.':
    'Débit du résultat en kbit/s : plus il est haut, meilleur est le son et plus le fichier est gros. Pas avec audio_vbr.',
  'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.':
    'Débit du son en kbit/s, pour les codecs avec perte. Sans valeur : 64 par canal, 80 en mono.',
  'Start of the part to keep, as HH:MM:SS from the beginning.':
    'Début de la partie à garder, en HH:MM:SS depuis le commencement.',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.':
    'Début de la partie à garder, en HH:MM:SS ou HH:MM:SS.mmm. Sans valeur : le commencement.',
  'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.':
    'Fin de la partie à garder, en HH:MM:SS depuis le commencement. Doit venir après start.',
  'End of the part to keep. Must be after start.': 'Fin de la partie à garder. Doit venir après start.',
  'Brings the loudness to a target level, chosen by the other normalize options.':
    'Amène le volume à un niveau cible, choisi par les autres options normalize.',
  'Stretches brightness over the full range, which strengthens the contrast.':
    'Étend la luminosité à toute la plage, ce qui renforce le contraste.',
  'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one. By default all pages of documents and TIFF pictures, and the first of other files.':
    'Pages à montrer, une image par page : first, all, ou une sélection comme 1-3,5. Pour les livres, first est la couverture s’il y en a une. Par défaut toutes les pages des documents et des images TIFF, et la première des autres fichiers.',
  'Paper size to which every page is fitted. Not together with a custom page size.':
    'Format de papier auquel chaque page est adaptée. Pas avec un format personnalisé.',
  'Portrait (upright) or landscape (wide) pages.': 'Pages en portrait (portrait) ou en paysage (landscape).',
  'Joins all inputs, in their order, into one PDF.': 'Réunit toutes les entrées, dans leur ordre, en un seul PDF.',
  'Joins all inputs, in their order, into one sound. Each becomes a chapter, in formats that have these.':
    'Réunit toutes les entrées, dans leur ordre, en un seul son. Chacune devient un chapitre, dans les formats qui en ont.',
  'Puts all inputs, in their order, and all their pages into one file. Without it each page becomes a separate file, and each input is converted separately.':
    'Met toutes les entrées, dans leur ordre, et toutes leurs pages dans un seul fichier. Sinon chaque page devient un fichier et chaque entrée est convertie séparément.',
  'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.':
    'Fait une seule vidéo de toutes les entrées, dans leur ordre : les vidéos l’une après l’autre, au format de la première, ou des images montrées chacune quelques secondes. Un fichier audio devient la bande-son, les fichiers de sous-titres (srt, vtt, ass) deviennent les sous-titres.',
  'Where to split the document: page numbers or ranges separated by commas; all for one document per page; blank for one per stretch between blank pages, which are left out; bookmarks for one per top-level bookmark, named after it (bookmarks:2 for two levels); text:WORDS for a new one at each page with these words; barcode for a new one at each page with a barcode or QR code, named after it (barcode:CONTENT for one that says exactly this; separator sheets that say PATCHT are left out); size:5MB for documents of at most that size. Pages before the first bookmark, text or code become a document too.':
    'Où diviser le document : numéros de pages ou plages séparés par des virgules ; all pour un document par page ; blank pour un par suite de pages entre des pages vierges, qui sont omises ; bookmarks pour un par signet de premier niveau, qui lui donne son nom (bookmarks:2 pour deux niveaux) ; text:MOTS pour un nouveau à chaque page qui contient ces mots ; barcode pour un nouveau à chaque page qui porte un code-barres ou un code QR, qui lui donne son nom (barcode:CONTENU pour celui qui dit exactement cela ; les feuilles de séparation qui disent PATCHT sont omises) ; size:5MB pour des documents de cette taille au plus. Les pages avant le premier signet, texte ou code forment aussi un document.',
  'Recognises text in images and scans of the source (OCR).':
    'Reconnaît le texte dans les images et les numérisations de la source (OCR).',
  'Languages of the text to recognise: codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Languages and scripts cannot be mixed.':
    'Langues du texte à reconnaître : codes comme eng ou deu, ou écritures comme script-Latin, séparés par des virgules sans espaces. Langues et écritures ne se mélangent pas.',
  'Makes the result PDF/A (ISO 19005), for archives: part 1, 2 or 3 with all fonts embedded. Level b keeps how it looks, u also its text, a also its tags, which office documents and web pages bring along. Part 1 does not allow transparency; only part 3 keeps attached files. A document that cannot conform is refused. Not together with passwords, restrictions or color cmyk. true means 2b.':
    'Fait du résultat un PDF/A (ISO 19005) pour l’archivage : partie 1, 2 ou 3, avec toutes les polices incorporées. Le niveau b garde l’apparence, u aussi le texte, a aussi les balises, que les documents bureautiques et les pages web apportent. La partie 1 n’admet pas la transparence ; seule la partie 3 garde les fichiers joints. Un document qui ne peut s’y conformer est refusé. Pas avec des mots de passe, des restrictions ou color cmyk. true signifie 2b.',
  'How small the file becomes: low is faster than medium, high takes several times as long.':
    'Compacité du fichier : low est plus rapide que medium, high prend plusieurs fois plus de temps.',
  'How small the file becomes: low loses hardly anything, medium loses what is hard to see or hear, high loses more.':
    'Compacité du fichier : low ne perd presque rien, medium perd ce qui se voit ou s’entend à peine, high perd davantage.',
  'Encrypts the archive with this password. Left out or empty: no encryption.':
    'Chiffre l’archive avec ce mot de passe. Sans valeur ou vide : pas de chiffrement.',
  'Password needed to open the result. Adds one or replaces the old one.':
    'Mot de passe pour ouvrir le résultat. En ajoute un ou remplace l’ancien.',
  'Password that lifts the restrictions of the result. Adds one or replaces the old one.':
    'Mot de passe qui lève les restrictions du résultat. En ajoute un ou remplace l’ancien.',
  'Title of the book. Left out: that of the source.': 'Titre du livre. Sans valeur : celui de la source.',
  'Author of the book. Left out: that of the source.': 'Auteur du livre. Sans valeur : celui de la source.',
  'Device that the book is made for, with its screen and features.':
    'Appareil auquel le livre est destiné, avec son écran et ses fonctions.',
  'Version of the drawing format: AC1009 is release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.':
    'Version du format de dessin : AC1009 est la version 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.',
  'Version of the PDF format that the result conforms to.':
    'Version du format PDF à laquelle le résultat est conforme.',
  'Version of the EPUB format. Left out: that of the source if it is an EPUB, else 3.':
    'Version du format EPUB. Par défaut : celle de la source si c’est un EPUB, sinon 3.',
  'For DWG and DXF: model, the name of a layout, or all: the model and each layout with content, each as a page or picture. Left out: the model, or if it is empty the first layout with content.':
    'Pour DWG et DXF : model, le nom d’une présentation, ou all : le modèle et chaque présentation non vide, chacun en page ou en image. Sans valeur : le modèle ou, s’il est vide, la première présentation non vide.',
  'Language and country of the voice that reads a text source aloud.': 'Langue et pays de la voix qui lit un texte.',
  'Language and country spoken in an audio source, whose speech becomes text. pt-FB is Portuguese of Brazil.':
    'Langue et pays parlés dans un enregistrement, dont la parole devient du texte. pt-FB est le portugais du Brésil.',
  'Maximum number of characters in a chunk. Only a single table row, code block or HTML block can be longer.':
    'Nombre maximal de caractères d’un fragment. Seuls une ligne de tableau, un bloc de code ou un bloc HTML peuvent être plus longs.',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures.':
    'Que faire des images : none les omet ; files crée un zip du texte et d’un dossier d’images liées.',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures; inline embeds them in the text as data: addresses.':
    'Que faire des images : none les retire ; files crée un zip du texte et d’un dossier d’images liées ; inline les incorpore au texte comme adresses data:.',
  'Shared secret: makes the keyed variant (HMAC) of the digest. Left out: the plain digest.':
    'Secret partagé : calcule l’empreinte avec clé (HMAC). Sans valeur : l’empreinte simple.',
  'Cost: the work doubles with each step. Left out: 10. The minimum is 4; lower values use 4.':
    'Coût : chaque pas double le travail. Sans valeur : 10. Le minimum est 4 ; les valeurs inférieures donnent 4.',
  'Passes over each block: 3, 4 or 5. Left out: 3.': 'Passes sur chaque bloc : 3, 4 ou 5. Sans valeur : 3.',
  'Passes over each block: 3 or 4. Left out: 3.': 'Passes sur chaque bloc : 3 ou 4. Sans valeur : 3.',
  'Base name of the result, without extension. Left out or empty: the name of the input.':
    'Nom du résultat, sans extension. Sans valeur ou vide : le nom de l’entrée.',
  'What to do with several output files: false packs them into one file, true offers each as a separate download.':
    'Que faire de plusieurs fichiers de sortie : false les réunit en un seul fichier, true propose chacun en téléchargement séparé.',
  'With allow_multiple_outputs: if there are more files than this, they are packed into one file.':
    'Avec allow_multiple_outputs : au-delà de ce nombre, les fichiers sont réunis en un seul.',
  'Converts nothing. The result is a plan as JSON: how it would be done, what the options would do, what would be lost, and how long it would take.':
    'Ne convertit rien. Le résultat est un plan en JSON : comment ce serait fait, l’effet des options, ce qui se perdrait et combien de temps il faudrait.',
  'Whether each output has a receipt: what was read and written, by which programs and options, what was counted on both sides, and what is lost. Counting takes time.':
    'Si chaque résultat a un reçu : ce qui a été lu et écrit, avec quels programmes et options, ce qui a été compté des deux côtés et ce qui est perdu. Compter prend du temps.',
  'What must not be lost, or the conversion fails: content is anything of the content, any also metadata and the effect of options. With none, or left out, there are warnings.':
    'Ce qui ne doit pas se perdre, sinon la conversion échoue : content désigne tout le contenu, any aussi les métadonnées et l’effet des options. Avec none, ou sans indication, il y a des avertissements.',
  'Name of a predefined set of options. Options given with it override those of the preset.':
    'Nom d’un ensemble d’options prédéfini. Les options données en plus l’emportent.',
  'Password required to download the result. Printable ASCII characters.':
    'Mot de passe exigé pour télécharger le résultat. Caractères ASCII imprimables.',
};

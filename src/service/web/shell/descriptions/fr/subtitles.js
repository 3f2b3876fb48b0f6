/* Options of subtitles. */

export default {
  'Seconds by which all subtitles are shown later, or earlier if below 0. Those that would end before the beginning are left out, with a warning.':
    'Secondes dont tous les sous-titres sont retardés, ou avancés si la valeur est inférieure à 0. Ceux qui finiraient avant le début sont omis, avec un avertissement.',
  'Fits subtitles to a film of another frame rate, as from:to: 25:23.976 for subtitles of a film with 25 frames per second and a film with 23.976. Before shift.':
    'Adapte les sous-titres à un film d’une autre fréquence d’images, sous la forme origine:cible : 25:23.976 pour les sous-titres d’un film à 25 images par seconde et un film à 23,976. Avant le décalage.',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm, after stretch and shift. Times then count from there. Left out: the beginning.':
    'Début de la partie à garder, sous la forme HH:MM:SS ou HH:MM:SS.mmm, après l’adaptation et le décalage. Les temps sont ensuite comptés à partir de là. Par défaut : le début.',
  'Maximum number of characters in a line. Longer lines are wrapped at words, and a subtitle with more than two lines is divided into several. Left out: lines stay.':
    'Nombre maximal de caractères par ligne. Les lignes plus longues sont coupées entre les mots, et un sous-titre de plus de deux lignes est divisé en plusieurs. Par défaut : les lignes ne changent pas.',
  'Maximum number of characters per second: subtitles are shown longer, into the pause after them. Those that stay faster are counted in a warning. Left out: ends stay.':
    'Nombre maximal de caractères par seconde : les sous-titres sont affichés plus longtemps, dans la pause qui suit. Un avertissement compte ceux qui restent plus rapides. Par défaut : les fins ne changent pas.',
  'Character encoding of subtitle files. Left out: recognised, with a warning if it is a guess.':
    'Encodage des caractères des fichiers de sous-titres. Par défaut : détecté, avec un avertissement s’il est deviné.',
  'MicroDVD only, which counts in frames: frames per second. Left out: as the file says, otherwise 23.976, with a warning.':
    'Seulement pour MicroDVD, qui compte en images : images par seconde. Par défaut : ce que dit le fichier, sinon 23,976, avec un avertissement.',
};

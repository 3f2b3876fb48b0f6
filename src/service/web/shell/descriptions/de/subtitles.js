/* Options of subtitles. */

export default {
  'Seconds by which all subtitles are shown later, or earlier if below 0. Those that would end before the beginning are left out, with a warning.':
    'Sekunden, um die alle Untertitel später gezeigt werden, unter 0 früher. Untertitel, die vor dem Anfang enden würden, fallen weg, mit einer Warnung.',
  'Fits subtitles to a film of another frame rate, as from:to: 25:23.976 for subtitles of a film with 25 frames per second and a film with 23.976. Before shift.':
    'Passt Untertitel an einen Film mit anderer Bildrate an, als von:nach: 25:23.976 für Untertitel eines Films mit 25 Bildern pro Sekunde und einen Film mit 23,976. Vor der Verschiebung.',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm, after stretch and shift. Times then count from there. Left out: the beginning.':
    'Anfang des Teils, der bleibt, als HH:MM:SS oder HH:MM:SS.mmm, nach Anpassung und Verschiebung. Die Zeiten zählen dann von dort. Ohne Angabe: der Anfang.',
  'Maximum number of characters in a line. Longer lines are wrapped at words, and a subtitle with more than two lines is divided into several. Left out: lines stay.':
    'Höchstzahl der Zeichen in einer Zeile. Längere Zeilen werden an Wörtern umbrochen, und ein Untertitel mit mehr als zwei Zeilen wird in mehrere geteilt. Ohne Angabe: Die Zeilen bleiben.',
  'Maximum number of characters per second: subtitles are shown longer, into the pause after them. Those that stay faster are counted in a warning. Left out: ends stay.':
    'Höchstzahl der Zeichen pro Sekunde: Untertitel werden länger gezeigt, in die Pause danach hinein. Eine Warnung zählt die, die schneller bleiben. Ohne Angabe: Die Enden bleiben.',
  'Character encoding of subtitle files. Left out: recognised, with a warning if it is a guess.':
    'Zeichenkodierung von Untertiteldateien. Ohne Angabe: erkannt, mit einer Warnung, wenn sie geraten ist.',
  'MicroDVD only, which counts in frames: frames per second. Left out: as the file says, otherwise 23.976, with a warning.':
    'Nur für MicroDVD, das in Bildern zählt: Bilder pro Sekunde. Ohne Angabe: wie in der Datei angegeben, sonst 23,976, mit einer Warnung.',
};

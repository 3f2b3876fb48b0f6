/* Options of subtitles. */

export default {
  'Seconds by which all subtitles are shown later, or earlier if below 0. Those that would end before the beginning are left out, with a warning.':
    'Segundos que todos los subtítulos se muestran más tarde, o antes si es menor que 0. Los que acabarían antes del comienzo se omiten, con una advertencia.',
  'Fits subtitles to a film of another frame rate, as from:to: 25:23.976 for subtitles of a film with 25 frames per second and a film with 23.976. Before shift.':
    'Adapta los subtítulos a una película con otra frecuencia de fotogramas, como origen:destino: 25:23.976 para subtítulos de una película de 25 fotogramas por segundo y una película de 23,976. Antes del desplazamiento.',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm, after stretch and shift. Times then count from there. Left out: the beginning.':
    'Comienzo de la parte que se conserva, como HH:MM:SS o HH:MM:SS.mmm, después de la adaptación y el desplazamiento. Los tiempos se cuentan desde ahí. Si se omite: el principio.',
  'Maximum number of characters in a line. Longer lines are wrapped at words, and a subtitle with more than two lines is divided into several. Left out: lines stay.':
    'Número máximo de caracteres por línea. Las líneas más largas se dividen entre palabras, y un subtítulo de más de dos líneas se divide en varios. Si se omite: las líneas no cambian.',
  'Maximum number of characters per second: subtitles are shown longer, into the pause after them. Those that stay faster are counted in a warning. Left out: ends stay.':
    'Número máximo de caracteres por segundo: los subtítulos se muestran más tiempo, dentro de la pausa siguiente. Una advertencia cuenta los que siguen siendo más rápidos. Si se omite: los finales no cambian.',
  'Character encoding of subtitle files. Left out: recognised, with a warning if it is a guess.':
    'Codificación de caracteres de los archivos de subtítulos. Si se omite: se detecta, con una advertencia si es una suposición.',
  'MicroDVD only, which counts in frames: frames per second. Left out: as the file says, otherwise 23.976, with a warning.':
    'Solo para MicroDVD, que cuenta en fotogramas: fotogramas por segundo. Si se omite: lo que dice el archivo; si no, 23,976, con una advertencia.',
};

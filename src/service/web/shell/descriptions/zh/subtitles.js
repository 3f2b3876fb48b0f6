/* Options of subtitles. */

export default {
  'Seconds by which all subtitles are shown later, or earlier if below 0. Those that would end before the beginning are left out, with a warning.':
    '所有字幕延后显示的秒数；小于 0 则提前。会在开头之前结束的字幕将被省略，并给出警告。',
  'Fits subtitles to a film of another frame rate, as from:to: 25:23.976 for subtitles of a film with 25 frames per second and a film with 23.976. Before shift.':
    '使字幕适应另一帧率的影片，格式为 原:目标：25:23.976 表示把每秒 25 帧影片的字幕用于每秒 23.976 帧的影片。先于时间平移。',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm, after stretch and shift. Times then count from there. Left out: the beginning.':
    '要保留部分的起点，格式为 HH:MM:SS 或 HH:MM:SS.mmm，在伸缩和平移之后计算。之后的时间从该处算起。省略时：开头。',
  'Maximum number of characters in a line. Longer lines are wrapped at words, and a subtitle with more than two lines is divided into several. Left out: lines stay.':
    '每行的最大字符数。较长的行在词间换行，超过两行的字幕会分成几条。省略时：行保持不变。',
  'Maximum number of characters per second: subtitles are shown longer, into the pause after them. Those that stay faster are counted in a warning. Left out: ends stay.':
    '每秒的最大字符数：字幕会延长显示到其后的停顿中。仍然过快的字幕数量会在警告中给出。省略时：结束时间不变。',
  'Character encoding of subtitle files. Left out: recognised, with a warning if it is a guess.':
    '字幕文件的字符编码。省略时：自动识别，若为猜测则给出警告。',
  'MicroDVD only, which counts in frames: frames per second. Left out: as the file says, otherwise 23.976, with a warning.':
    '仅用于以帧计时的 MicroDVD：每秒帧数。省略时：按文件所述，否则为 23.976，并给出警告。',
};

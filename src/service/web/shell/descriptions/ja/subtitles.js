/* Options of subtitles. */

export default {
  'Seconds by which all subtitles are shown later, or earlier if below 0. Those that would end before the beginning are left out, with a warning.':
    'すべての字幕を遅らせる秒数。0 未満なら早めます。開始前に終わることになる字幕は省かれ、警告が出ます。',
  'Fits subtitles to a film of another frame rate, as from:to: 25:23.976 for subtitles of a film with 25 frames per second and a film with 23.976. Before shift.':
    '字幕を別のフレームレートの映像に合わせます。元:先 の形で、25 fps の映像の字幕を 23.976 fps の映像に合わせるなら 25:23.976。時間のずらしより先に行われます。',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm, after stretch and shift. Times then count from there. Left out: the beginning.':
    '残す部分の開始位置（HH:MM:SS または HH:MM:SS.mmm）。伸縮とずらしの後の時刻で、以後の時刻はそこから数えます。省略時：先頭。',
  'Maximum number of characters in a line. Longer lines are wrapped at words, and a subtitle with more than two lines is divided into several. Left out: lines stay.':
    '1 行の最大文字数。長い行は単語の区切りで折り返され、2 行を超える字幕は複数に分けられます。省略時：行はそのまま。',
  'Maximum number of characters per second: subtitles are shown longer, into the pause after them. Those that stay faster are counted in a warning. Left out: ends stay.':
    '1 秒あたりの最大文字数：字幕は後の間まで長く表示されます。それでも速い字幕の数は警告で示されます。省略時：終了時刻はそのまま。',
  'Character encoding of subtitle files. Left out: recognised, with a warning if it is a guess.':
    '字幕ファイルの文字コード。省略時：自動判別し、推測の場合は警告が出ます。',
  'MicroDVD only, which counts in frames: frames per second. Left out: as the file says, otherwise 23.976, with a warning.':
    'フレーム数で数える MicroDVD のみ：1 秒あたりのフレーム数。省略時：ファイルの指定、なければ 23.976 とし、警告が出ます。',
};

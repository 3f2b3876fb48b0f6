import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fitDiagonally } from '../../tools/formats/pictures/diagonal-text.ts';

/** Name of the script in the work folder, where ffmpeg runs. */
const FILE = 'watermark.ass';

/** Filter of ffmpeg that draws the text of `writeWatermark` at the size of the result. */
export const WATERMARK_FILTER = `ass=${FILE}`;

/** Distance of lines, and width of a bold letter and of a wide one (Chinese), in font sizes of libass, which are the height of a line. */
const LINE = 1.1;
const LETTER = 0.62;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;
/** Shows for as long as any film. */
const ALWAYS = '0:00:00.00,99:59:59.99';

/**
 * Writes a text as a script of subtitles (Advanced SubStation Alpha), which stands across the whole film: along its diagonal, light with a
 * dark edge, so that the film shows through.
 * @param size of the result
 */
export async function writeWatermark(
  folder: string,
  text: string,
  picture: { readonly width: number; readonly height: number },
): Promise<void> {
  const lines = text.split('\n');
  const ems = Math.max(
    ...lines.map((line) => [...line].reduce((sum, each) => sum + (WIDE.test(each) ? 1 : LETTER), 0)),
  );
  const { width, height } = picture;
  const { fontSize, degrees } = fitDiagonally({ lines: lines.length, lineHeight: LINE, width: ems }, picture);
  const style = ['sans-serif', fontSize, '&H99FFFFFF', '&H99000000', -1, 1, fontSize / 30, 0, 5, degrees];
  const script = [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, BorderStyle, Outline, Shadow, Alignment, Angle',
    `Style: Mark,${style.join(',')}`,
    '[Events]',
    'Format: Layer, Start, End, Style, MarginL, MarginR, MarginV, Text',
    `Dialogue: 0,${ALWAYS},Mark,0,0,0,{\\pos(${width / 2},${height / 2})}${lines.map(escaped).join('\\N')}`,
  ];
  await writeFile(join(folder, FILE), `${script.join('\n')}\n`);
}

/** Braces hold commands, and a backslash begins one: a word joiner after it makes it a letter. */
const escaped = (line: string): string => line.replace(/\\/g, '\\\u2060').replace(/[{}]/g, '\\$&');

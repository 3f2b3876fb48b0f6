/** Widths of the letters from space to ~ in Helvetica, thousandths of the font size (Adobe's font metrics, Helvetica.afm). */
const ASCII: readonly number[] = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
];
const FIRST = 32;

const USUAL = 556;
/** Chinese, Japanese and Korean letters are square. */
const SQUARE = 1000;
const isSquare = (code: number): boolean => code >= 0x2e80 && code <= 0xffdc;
/** A space at which lines are not broken. */
const HARD_SPACE = 0xa0;

/** Height of a capital, as a share of the font size: Liberation Sans, which has the widths of Helvetica. */
export const CAPITAL_HEIGHT = 0.69;
/** How far letters reach below the line, as a share of a capital's height. */
export const DESCENT = 0.31;

/** Returns the width of a line of text in Helvetica, as a multiple of a capital's height; letters outside ASCII get a usual width. */
export function textWidth(text: string): number {
  let thousandths = 0;
  for (const letter of text) thousandths += widthOf(letter.codePointAt(0) ?? 0);
  return thousandths / 1000 / CAPITAL_HEIGHT;
}

const widthOf = (code: number): number =>
  ASCII[(code === HARD_SPACE ? FIRST : code) - FIRST] ?? (isSquare(code) ? SQUARE : USUAL);

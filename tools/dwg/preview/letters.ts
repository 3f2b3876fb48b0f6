/**
 * Widths of letters in Helvetica and what has its measures (Arial, Liberation Sans), thousandths of the font size: from Adobe's
 * font metrics, rounded. What is not here is as wide as most letters.
 */
const WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "ijl'|": 222,
    'ftI.,:;/\\ ![]': 278,
    'r()-`"*{}^': 340,
    cksvxyzJ: 500,
    ABEKPSVXY: 667,
    FTZL: 600,
    CDHNRUw: 722,
    GOQ: 778,
    'mM%': 850,
    'W@': 970,
  }).flatMap(([letters, width]) => Array.from(letters, (letter) => [letter, width] as const)),
);

const USUAL = 556;
/** Chinese, Japanese and Korean letters are squares. */
const SQUARE = 1000;
const isSquare = (letter: string): boolean => letter >= '\u2e80' && letter <= '\uffdc';

/** Height of a capital, as a part of the font size: Liberation Sans. */
export const CAPITAL_HEIGHT = 0.69;
/** How far letters reach below the line, as a part of a capital's height. */
export const DESCENT = 0.31;

/** About how wide a line of text is, as a multiple of a capital's height. */
export function textWidth(text: string): number {
  const thousandths = Array.from(text).reduce(
    (sum, letter) => sum + (WIDTHS.get(letter) ?? (isSquare(letter) ? SQUARE : USUAL)),
    0,
  );
  return thousandths / 1000 / CAPITAL_HEIGHT;
}

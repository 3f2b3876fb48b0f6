import { lineOf } from '../pdf-text/layout/lines.ts';
import type { Line, Word } from '../pdf-text/reading/page.ts';

/** A word with at least this many letters whose height is this many times its width runs up or down the page. */
const TURNED = 2;
const FEWEST_LETTERS = 3;
/** Font size as a share of the width of a line that runs down the page. */
const SIZE = 0.8;

/** Sets the size of turned words by their width: poppler's box of such a word is as high as the word is long. */
export function withTurnedSizes(lines: readonly Line[]): Line[] {
  return lines.map((line) => {
    if (!line.words.some(isTurned)) return line;
    return lineOf(line.words.map(sized), line.block, line.line);
  });
}

function isTurned({ spans, x0, x1, y0, y1 }: Word): boolean {
  const letters = spans.reduce((sum, { text }) => sum + text.length, 0);
  return (
    letters >= FEWEST_LETTERS && y1 - y0 > TURNED * (x1 - x0) && spans.some(({ style }) => style.size > 1.2 * (x1 - x0))
  );
}

function sized(word: Word): Word {
  if (!isTurned(word)) return word;
  const size = Math.max(1, Math.round(SIZE * (word.x1 - word.x0)));
  return { ...word, spans: word.spans.map((span) => ({ ...span, style: { ...span.style, size } })) };
}

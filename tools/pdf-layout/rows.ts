import { lineOf } from '../pdf-text/layout/lines.ts';
import { type Line, middle } from '../pdf-text/reading/page.ts';

/**
 * Lines that are seen as one, from top to bottom, each row from left to right. Raised numbers and signs of other fonts, which stand
 * higher or lower than the text beside them, belong to its row.
 */
export function seenRows(lines: readonly Line[]): Line[][] {
  const rows: { main: Line; parts: Line[] }[] = [];
  // The largest text of a row says where it is; smaller parts go to it.
  for (const line of [...lines].sort((a, b) => middle(a) - middle(b))) {
    const last = rows.at(-1);
    const isSame = last !== undefined && isBeside(last.parts, line) && isInRow(last.main, line);
    if (!isSame) rows.push({ main: line, parts: [line] });
    else {
      last.parts.push(line);
      if (line.size > last.main.size) last.main = line;
    }
  }
  return rows.map(({ parts }) => parts.sort((a, b) => a.x0 - b.x0));
}

/** Nothing of the row is above or below the line. */
function isBeside(parts: readonly Line[], line: Line): boolean {
  return parts.every((part) => line.x0 > part.x1 - 1 || line.x1 < part.x0 + 1);
}

/** By sizes, for the height of a box is another in each font. */
function isInRow(a: Line, b: Line): boolean {
  const [large, small] = a.size >= b.size ? [a, b] : [b, a];
  const away = Math.abs(middle(large) - middle(small));
  return away < (small.size < 0.85 * large.size ? 0.62 : 0.4) * large.size;
}

/** Parts of a row so near to each other, in font sizes, are one line; poppler's own lines have wider gaps where they are justified. */
const NEAR = 1;
const NEAR_IN_LINE = 2;

/** The row with parts that stand close together as one. */
export function joinedParts(row: readonly Line[], near = NEAR): Line[] {
  const result: Line[] = [];
  for (const line of row) {
    const last = result.at(-1);
    const most = last?.line === line.line ? Math.max(near, NEAR_IN_LINE) : near;
    if (last !== undefined && line.x0 - last.x1 < most * Math.max(last.size, line.size)) {
      result[result.length - 1] = lineOf([...last.words, ...line.words], last.block, last.line);
    } else result.push(line);
  }
  return result;
}

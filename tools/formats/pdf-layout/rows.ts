import { lineOf } from '../pdf-text/layout/lines.ts';
import { type Line, middle } from '../pdf-text/reading/page.ts';

/**
 * Returns rows of lines that look like one, from top to bottom, each row from left to right. Raised numbers and signs in other fonts, which
 * are higher or lower than the text beside them, belong to its row.
 */
export function seenRows(lines: readonly Line[]): Line[][] {
  const rows: { main: Line; parts: Line[] }[] = [];
  // The largest text of a row defines its height; smaller parts are added to it.
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

/** Whether no part of the row is above or below the line. */
function isBeside(parts: readonly Line[], line: Line): boolean {
  return parts.every((part) => line.x0 > part.x1 - 1 || line.x1 < part.x0 + 1);
}

/** Compares sizes, because the height of a box differs by font. */
function isInRow(a: Line, b: Line): boolean {
  const [large, small] = a.size >= b.size ? [a, b] : [b, a];
  const away = Math.abs(middle(large) - middle(small));
  return away < (small.size < 0.85 * large.size ? 0.62 : 0.4) * large.size;
}

/** Parts of a row this close, in font sizes, are one line; poppler's own lines have wider gaps if they are justified. */
const NEAR = 1;
const NEAR_IN_LINE = 2;

/** Joins parts of the row that are close together. */
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

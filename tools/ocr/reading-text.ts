import { isMostlyRtl } from '../pdf-text/layout/direction.ts';
import { lineOf, splitAtGaps } from '../pdf-text/layout/lines.ts';
import { zonesOf } from '../pdf-text/layout/zones.ts';
import { tableText } from '../pdf-text/plain-text.ts';
import type { Line } from '../pdf-text/reading/page.ts';
import type { Table } from '../pdf-text/tables/table.ts';
import { findTables } from '../pdf-text/tables/tables.ts';
import type { TextLine, TextPage } from './page.ts';

/** A letter's height to its font's size, from the top of capitals to the lowest descender (Liberation Serif, Carlito). */
const LINE_HEIGHT = 0.94;
/** A gap this wide, in font sizes, is between cells or columns. */
const CELL_GAP = 1;

/**
 * The page as plain text in the order in which tesseract reads it, columns one after the other: its lines as they are on the
 * page, blank lines between paragraphs. Where several lines are a table, its rows are the lines.
 */
export function readingText({ paragraphs }: TextPage): string {
  const tableOf = tablesOf(paragraphs.flatMap(({ lines }) => lines));
  const written = new Set<Table>();
  const blocks = paragraphs.flatMap((paragraph) => {
    const found: string[][] = [[]];
    for (const line of paragraph.lines) {
      const table = tableOf.get(line);
      if (table === undefined) found.at(-1)?.push(line.text);
      else if (!written.has(table)) {
        written.add(table);
        found.push(tableText(table), []);
      }
    }
    return found.filter((block) => block.length > 0);
  });
  return blocks.length === 0 ? '' : `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** The tables of a page, by the lines that belong to each as a whole. Text from right to left has none: its words do not stand in their order. */
function tablesOf(lines: readonly TextLine[]): ReadonlyMap<TextLine, Table> {
  if (lines.some(({ text }) => isMostlyRtl(text))) return new Map();
  const whole = new Map<Line, TextLine>();
  for (const [index, line] of lines.entries()) {
    for (const part of splitAtGaps(asLine(line, index), CELL_GAP * sizeOf(line))) whole.set(part, line);
  }
  const result = new Map<TextLine, Table>();
  for (const zone of zonesOf([...whole.keys()], false)) {
    for (const table of findTables(zone, [])) {
      const rows = new Set([...table.lines].flatMap((part) => whole.get(part) ?? []));
      const isWhole = [...whole].every(([part, line]) => !rows.has(line) || table.lines.has(part));
      if (isWhole) for (const line of rows) result.set(line, table);
    }
  }
  return result;
}

const sizeOf = ({ y0, y1 }: TextLine): number => (y1 - y0) / LINE_HEIGHT;

function asLine(line: TextLine, index: number): Line {
  const style = { size: sizeOf(line), bold: false, italic: false, link: null };
  const { y0, y1 } = line;
  const words = [...line.words].sort((one, other) => one.x0 - other.x0);
  // Words are as high as their letters; the line's height is the same for all.
  const same = words.map(({ text, x0, x1 }) => ({ x0, x1, y0, y1, spans: [{ text, style, script: null }] }));
  return lineOf(same, index, index);
}

import { isMostlyRtl } from '../../formats/pdf-text/layout/direction.ts';
import { lineOf, splitAtGaps } from '../../formats/pdf-text/layout/lines.ts';
import { zonesOf } from '../../formats/pdf-text/layout/zones.ts';
import { tableText } from '../../formats/pdf-text/plain-text.ts';
import type { Line } from '../../formats/pdf-text/reading/page.ts';
import type { Table } from '../../formats/pdf-text/tables/table.ts';
import { findTables } from '../../formats/pdf-text/tables/tables.ts';
import type { TextLine, TextPage } from './page.ts';

/** Ratio of a line's height, from the top of capitals to the lowest descender, to the font size (Liberation Serif, Carlito). */
const LINE_HEIGHT = 0.94;
/** Width of a gap between cells or columns, in font sizes. */
const CELL_GAP = 1;

/**
 * Returns the page as plain text in tesseract's reading order, columns one after the other: its lines as on the page, blank lines between
 * paragraphs. If several lines are a table, its rows are the lines.
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

/** Returns the tables of a page, by the lines that belong to each. Right-to-left text has none: its words are not in positional order. */
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
  // A word is as high as its letters; the height of the line is the same for all.
  const same = words.map(({ text, x0, x1 }) => ({ x0, x1, y0, y1, spans: [{ text, style, script: null }] }));
  return lineOf(same, index, index);
}

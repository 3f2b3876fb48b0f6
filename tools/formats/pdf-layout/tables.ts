import {
  type Border,
  type Paragraph,
  PLAIN,
  type Side,
  type Table,
  type TableCell,
  type TableRow,
} from '../docx/model.ts';
import { around, type Box, type Line } from '../pdf-text/reading/page.ts';
import type { Grid, GridCell } from '../pdf-text/tables/graphics/grids.ts';
import type { Item, Rule } from '../pdf-text/tables/graphics/items.ts';
import { linesIn } from '../pdf-text/tables/ruled-tables.ts';
import type { Table as TextTable } from '../pdf-text/tables/table.ts';
import { type Placed, partsOf, placedParagraphs, type Setting, tabbedRow } from './paragraphs.ts';
import { joinedParts, seenRows } from './rows.ts';

/** A table with its place on the page. */
export interface PlacedTable extends Box {
  readonly table: Table;
}

const PADDING = 2;

interface Cell extends GridCell {
  readonly lines: readonly Line[];
}

/** Lines and coloured areas around cells. */
interface Drawn {
  readonly rules: readonly Rule[];
  readonly areas: readonly Item[];
}

/** Returns a table that is drawn with lines, with the words inside it. */
export function gridTable(
  grid: Grid,
  lines: readonly Line[],
  areas: readonly Item[],
  left: number,
  setting: Setting,
): PlacedTable {
  const cells = grid.cells.map((cell) => ({ ...cell, lines: linesIn(cell, lines) }));
  return tableOf(cells, grid.xs, grid.ys, { rules: grid.rules, areas }, left, setting);
}

/** Returns a table without lines, from text in columns. */
export function textTable(
  table: TextTable,
  rules: readonly Rule[],
  areas: readonly Item[],
  page: { readonly x0: number; readonly x1: number },
  setting: Setting,
): PlacedTable {
  const box = around([...table.lines]);
  const { columns } = table;
  const xs = columns.map((column, index) => {
    const before = columns[index - 1];
    return before === undefined ? column.x0 - PADDING : (before.x1 + column.x0) / 2;
  });
  // The last column may reach as far as the page's text, so that another font fits.
  const last = (columns.at(-1)?.x1 ?? box.x1) + PADDING;
  xs.push(Math.max(last, Math.min(page.x1 + 4 * PADDING, last + 24)));
  const tops = table.rows.map((row) => {
    const inRow = row.flatMap((cell) => [...cell.lines]);
    return inRow.length === 0 ? null : around(inRow);
  });
  const ys = [box.y0 - 1];
  for (const [index, row] of tops.entries()) {
    const next = tops.slice(index + 1).find((each) => each !== null);
    const bottom = row?.y1 ?? ys.at(-1) ?? 0;
    ys.push(
      next === undefined || next === null
        ? Math.max(bottom, box.y1) + 1
        : Math.max((ys.at(-1) ?? 0) + 1, (bottom + next.y0) / 2),
    );
  }
  const cells = table.rows.flatMap((row, at) => {
    let column = 0;
    return row.map(({ lines, span }): Cell => {
      const start = column;
      column += span;
      return {
        column: start,
        row: at,
        columns: span,
        rows: 1,
        lines,
        x0: xs[start] as number,
        x1: xs[Math.min(start + span, xs.length - 1)] as number,
        y0: ys[at] as number,
        y1: ys[at + 1] as number,
      };
    });
  });
  return tableOf(cells, xs, ys, { rules: tableRules(box, rules), areas }, page.x0, setting);
}

/** A rule this far outside a table's text still belongs to it. */
const AROUND = 8;

/** Returns the rules that span most of a table: others are boxes and signs inside it. */
export function tableRules(box: Box, rules: readonly Rule[]): Rule[] {
  return rules.filter((rule) => {
    const isIn =
      rule.x0 > box.x0 - 3 * AROUND &&
      rule.x1 < box.x1 + 3 * AROUND &&
      rule.y0 > box.y0 - AROUND &&
      rule.y1 < box.y1 + AROUND;
    const isLong =
      rule.direction === 'across'
        ? rule.x1 - rule.x0 > 0.6 * (box.x1 - box.x0)
        : rule.y1 - rule.y0 > 0.6 * (box.y1 - box.y0);
    return isIn && isLong;
  });
}

/** Whether an area is the background of cells: as wide as the table, or the fill of a cell. */
export function isBackground(area: Box, table: Box): boolean {
  return area.x1 - area.x0 > 0.4 * (table.x1 - table.x0) || area.y1 - area.y0 > 0.6 * (table.y1 - table.y0);
}

function tableOf(
  cells: readonly Cell[],
  xs: readonly number[],
  ys: readonly number[],
  drawn: Drawn,
  left: number,
  setting: Setting,
): PlacedTable {
  const [x0, x1, y0, y1] = [xs[0], xs.at(-1), ys[0], ys.at(-1)] as [number, number, number, number];
  // An area that reaches out of the table is the background of more than its cells.
  const isOwn = (area: Item): boolean =>
    area.x0 > x0 - AROUND && area.x1 < x1 + AROUND && area.y0 > y0 - AROUND && area.y1 < y1 + AROUND;
  const own = { ...drawn, areas: drawn.areas.filter(isOwn) };
  const rows: TableRow[] = ys.slice(1).map((bottom, row) => {
    const top = ys[row] as number;
    return { height: bottom - top, cells: rowCells(cells, row, xs.length - 1, own, setting) };
  });
  const widths = xs.slice(1).map((x, index) => x - (xs[index] as number));
  return { x0, x1, y0, y1, table: { kind: 'table', indent: x0 - left, widths, rows, padding: PADDING } };
}

/** Returns the cells of one row, including those that continue from the rows above. */
function rowCells(cells: readonly Cell[], row: number, columns: number, drawn: Drawn, setting: Setting): TableCell[] {
  const result: TableCell[] = [];
  for (let column = 0; column < columns; ) {
    const cell = cells.find(
      (each) =>
        each.column <= column && column < each.column + each.columns && each.row <= row && row < each.row + each.rows,
    );
    if (cell === undefined) {
      result.push({ blocks: [], span: 1, merge: null, fill: null, borders: {}, middle: false });
      column += 1;
      continue;
    }
    const isFirst = cell.row === row;
    const merge = cell.rows === 1 ? null : isFirst ? 'first' : 'rest';
    const { blocks, centred } = isFirst ? cellContent(cell, setting) : { blocks: [], centred: false };
    const fill = fillOf(cell, drawn.areas);
    result.push({ blocks, span: cell.columns, merge, fill, borders: bordersOf(cell, drawn.rules), middle: centred });
    column = cell.column + cell.columns;
  }
  return result;
}

/** Lines of a cell may be brought this close, as a share of their usual distance. */
const TIGHTEST = 0.8;

/** A cell with much room above and below its text is centred vertically. */
function cellContent(cell: Cell, setting: Setting): { blocks: Paragraph[]; centred: boolean } {
  const inner = { x0: cell.x0 + PADDING, x1: cell.x1 - PADDING };
  const lines = seenRows(cell.lines).flatMap((row) => joinedParts(row, Number.POSITIVE_INFINITY));
  const placed = placedCell(lines, inner, setting);
  const [first, last] = [placed[0], placed.at(-1)];
  if (first === undefined || last === undefined) return { blocks: [], centred: false };
  const height = placed.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
  // Lines that are slightly too high for their row would make it higher.
  const tight = Math.min(1, Math.max(TIGHTEST, (cell.y1 - cell.y0) / Math.max(1, height)));
  const [above, below] = [first.top - cell.y0, cell.y1 - last.bottom];
  const centred = above > 3 && Math.abs(above - below) < 0.35 * (above + below) + 2;
  let bottom = centred ? first.top : cell.y0;
  const blocks = placed.map(({ paragraph, top, bottom: end }) => {
    const before = Math.max(0, top - bottom);
    bottom = end;
    return {
      ...paragraph,
      before: tight < 1 ? 0 : before,
      pitch: paragraph.pitch === null ? null : paragraph.pitch * tight,
    };
  });
  return { blocks, centred };
}

function placedCell(lines: readonly Line[], inner: { x0: number; x1: number }, setting: Setting): Placed[] {
  const placed: Placed[] = [];
  let text: Line[] = [];
  const end = (): void => {
    placed.push(...placedParagraphs(text, inner, setting, { items: false }).map(withinCell));
    text = [];
  };
  for (const line of lines) {
    const parts = partsOf(line);
    if (parts.length === 1) text.push(line);
    else {
      end();
      placed.push(tabbedRow(parts, inner, setting));
    }
  }
  end();
  return placed;
}

/** Within a cell nothing may reach out to the sides, and there are no headings. */
function withinCell(placed: Placed): Placed {
  const { indent } = placed.paragraph;
  const [left, right] = [Math.max(0, indent.left), Math.max(0, indent.right)];
  const first = Math.max(-left, indent.first);
  return { ...placed, paragraph: { ...placed.paragraph, heading: null, indent: { left, right, first } } };
}

const EDGE = 3;

function bordersOf(cell: Box, rules: readonly Rule[]): TableCell['borders'] {
  const at = (side: Side): Border | undefined => {
    const isAcross = side === 'top' || side === 'bottom';
    const place = { top: cell.y0, bottom: cell.y1, left: cell.x0, right: cell.x1 }[side];
    const found = rules.find((rule) => {
      if ((rule.direction === 'across') !== isAcross) return false;
      const away = Math.abs((isAcross ? (rule.y0 + rule.y1) / 2 : (rule.x0 + rule.x1) / 2) - place);
      const common = isAcross
        ? Math.min(rule.x1, cell.x1) - Math.max(rule.x0, cell.x0)
        : Math.min(rule.y1, cell.y1) - Math.max(rule.y0, cell.y0);
      return away < EDGE && common > 0.5 * (isAcross ? cell.x1 - cell.x0 : cell.y1 - cell.y0);
    });
    if (found === undefined) return undefined;
    return { width: found.width, color: /^[0-9A-F]{6}$/.test(found.color) ? found.color : '000000' };
  };
  const borders: Partial<Record<Side, Border>> = {};
  for (const side of ['top', 'left', 'bottom', 'right'] as const) {
    const border = at(side);
    if (border !== undefined) borders[side] = border;
  }
  return borders;
}

/** Returns the colour of the last area that covers the middle of the cell and most of it. */
function fillOf(cell: Box, areas: readonly Item[]): string | null {
  const covers = (area: Box): boolean => {
    const w = Math.min(area.x1, cell.x1) - Math.max(area.x0, cell.x0);
    const h = Math.min(area.y1, cell.y1) - Math.max(area.y0, cell.y0);
    return w > 0.7 * (cell.x1 - cell.x0) && h > 0.6 * (cell.y1 - cell.y0);
  };
  const fill = areas.findLast(covers)?.area ?? null;
  return fill === 'FFFFFF' ? null : fill;
}

/** Returns an empty paragraph, for content that needs one. */
export const emptyParagraph = (pitch: number): Paragraph => ({ ...PLAIN, content: [], pitch });

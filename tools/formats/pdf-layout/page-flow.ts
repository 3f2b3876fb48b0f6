import type { Table } from '../docx/model.ts';
import type { Interval } from '../pdf-text/layout/columns.ts';
import { lineOf } from '../pdf-text/layout/lines.ts';
import type { Box, Line, Page, Word } from '../pdf-text/reading/page.ts';
import { joinParts } from '../pdf-text/structure/contents.ts';
import { looksLikeHeading } from '../pdf-text/structure/headings.ts';
import { type Grid, gridsOf } from '../pdf-text/tables/graphics/grids.ts';
import { type Item, overlap, type Rule } from '../pdf-text/tables/graphics/items.ts';
import type { DrawnLetter } from '../pdf-text/tables/graphics/svg.ts';
import { findTables } from '../pdf-text/tables/tables.ts';
import { type Drawing, drawingsOf, underlined, underlinesOf } from './drawings.ts';
import { edgeKey, type Frame, type LayoutFacts, sizeKey } from './facts.ts';
import { type FootnoteKeeper, NO_NOTES } from './footnotes.ts';
import { type Placed, placedParagraphs, type Setting, textOf } from './paragraphs.ts';
import { regionsOf } from './regions.ts';
import { withScripts } from './scripts.ts';
import { gridTable, isBackground, type PlacedTable, tableRules, textTable } from './tables.ts';
import { withTurnedSizes } from './turned.ts';

/** Content of a column, from top to bottom. */
export type Piece =
  | { readonly kind: 'paragraph'; readonly placed: Placed }
  | { readonly kind: 'table'; readonly table: Table; readonly top: number; readonly bottom: number }
  | { readonly kind: 'drawing'; readonly drawing: Drawing; readonly left: number };

export interface FlowColumn {
  readonly x0: number;
  readonly x1: number;
  readonly pieces: readonly Piece[];
}

export interface FlowRegion {
  readonly columns: readonly FlowColumn[];
}

/** A page as flowing text: regions from top to bottom, and content with a fixed position outside the text. */
export interface PageFlow {
  readonly width: number;
  readonly height: number;
  readonly frame: Frame;
  readonly regions: readonly FlowRegion[];
  readonly apart: readonly (Drawing & { readonly behind: boolean })[];
  /** Columns of its last table, which may continue on the next page. */
  readonly above: readonly Interval[];
  /** Text of its footnotes, with their marks and references. */
  readonly notes: string;
}

/** If a picture covers this share of a page whose text is hidden, it is the scan that the text was read from. */
const SCAN_SHARE = 0.7;

interface PagePlace {
  readonly number: number;
  readonly facts: LayoutFacts;
  readonly above: readonly Interval[];
  /** Letters that the page draws; null if they are not known. */
  readonly letters: readonly DrawnLetter[] | null;
  readonly footnote: FootnoteKeeper;
}

/** @param items drawings of the page besides its text */
export function flowOf(page: Page, items: readonly Item[], place: PagePlace): PageFlow {
  const { facts } = place;
  const frame = facts.frames.get(sizeKey(page)) ?? {
    left: 72,
    right: page.width - 72,
    top: 72,
    bottom: page.height - 72,
  };
  const plain: Setting = { facts: facts.text, body: facts.body, notes: NO_NOTES };
  const drawn =
    page.lines.length > 0 && place.letters?.length === 0 ? items.filter((item) => !isScan(item, page)) : items;
  const isHeading = (line: Line): boolean => looksLikeHeading(line, facts.text);
  const all = withScripts(joinParts(withTurnedSizes(bodyLines(page, facts)), isHeading));
  const rules = drawn.flatMap((item) => item.rules.filter((rule) => !isPageEdge(rule, page)));
  const grids = gridsOf(rules).filter((grid) => hasWords(grid, all));
  const inGrids = new Set(grids.flatMap((grid) => [...grid.rules]));
  const { words, used } = underlinesOf(
    rules.filter((rule) => !inGrids.has(rule)),
    all,
  );
  const marked = underlined(all, words);
  const notes = place.footnote.take(marked, rules, frame, plain);
  const setting: Setting = { ...plain, notes: notes.references };
  const lines = cutAtGrids(
    marked.filter((line) => !notes.lines.has(line)),
    grids,
  );
  const areas = drawn.filter(({ area }) => area !== null);
  const tables = grids.map((grid) => gridTable(grid, lines, areas, frame.left, setting));
  const outside = lines.filter((line) => !grids.some((grid) => isInside(line, grid)));
  const found = findTables(outside, place.above);
  const page_ = { x0: frame.left, x1: frame.right };
  const inTables = new Set(found.flatMap((table) => [...table.lines]));
  tables.push(...found.map((table) => textTable(table, rules, areas, page_, setting)));
  const text = outside.filter((line) => !inTables.has(line));
  const spent = new Set([...used, ...notes.rules]);
  const isLeft = (item: Item): boolean => !isUsed(item, [...grids], tables, inGrids, spent);
  const drawings = drawingsOf(drawn.filter(isLeft));
  const { inText, apart } = partDrawings(drawings, lines, tables, frame, place.letters ?? []);
  const others: Box[] = [...tables, ...inText];
  const regions = regionsOf(text, others, page_).map(({ columns }) => ({
    columns: columns.map((column) => ({
      x0: column.x0,
      x1: column.x1,
      pieces: piecesOf(column.lines, column.others as (PlacedTable | Drawing)[], column, setting),
    })),
  }));
  return {
    width: page.width,
    height: page.height,
    frame,
    regions,
    apart,
    above: found.at(-1)?.columns ?? [],
    notes: `${notes.text} ${[...notes.references.keys()].join(' ')}`,
  };
}

/** Returns the page's lines without headers, footers and page numbers. */
function bodyLines(page: Page, facts: LayoutFacts): Line[] {
  return page.lines.filter((line) => !isRunningLine(line, page, facts));
}

/** Whether the line belongs to a header or footer. */
export function isRunningLine(line: Line, page: Page, { runningKeys }: LayoutFacts): boolean {
  const key = edgeKey(line, page);
  return key !== null && runningKeys.has(key);
}

/** Returns all flowing text, with the marks of its lists. */
export function textOfFlow({ regions, notes }: PageFlow): string {
  const pieces = regions.flatMap(({ columns }) => columns.flatMap((column) => [...column.pieces]));
  return [...pieces.map(textOfPiece), notes].join('\n');
}

function textOfPiece(piece: Piece): string {
  if (piece.kind === 'drawing') return '';
  if (piece.kind === 'paragraph') return `${piece.placed.markText ?? ''} ${textOf(piece.placed.paragraph)}`;
  const cells = piece.table.rows.flatMap((row) => row.cells.flatMap((cell) => [...cell.blocks]));
  return cells.map(textOf).join('\n');
}

function isScan({ image, ...box }: Item, page: Page): boolean {
  return image !== null && (box.x1 - box.x0) * (box.y1 - box.y0) > SCAN_SHARE * page.width * page.height;
}

/** Whether a rule is an edge of a page that is painted as a whole. */
function isPageEdge({ x0, x1, y0, y1 }: Rule, { width, height }: Page): boolean {
  const isAcross = x1 - x0 > 0.95 * width && (y0 < 3 || y1 > height - 3);
  return isAcross || (y1 - y0 > 0.95 * height && (x0 < 3 || x1 > width - 3));
}

const hasWords = (grid: Grid, lines: readonly Line[]): boolean => lines.some((line) => isInside(line, grid));

/** Cuts the lines at the sides of drawn tables. */
function cutAtGrids(lines: readonly Line[], grids: readonly Grid[]): Line[] {
  return lines.flatMap((line) => {
    const parts = new Map<Grid | undefined, Word[]>();
    for (const word of line.words) {
      const grid = grids.find((each) => isInside(word, each));
      parts.set(grid, [...(parts.get(grid) ?? []), word]);
    }
    return parts.size < 2 ? [line] : [...parts.values()].map((words) => lineOf(words, line.block, line.line));
  });
}

function isInside(line: Box, { x0, x1, y0, y1 }: Box): boolean {
  const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2];
  return x > x0 && x < x1 && y > y0 && y < y1;
}

/** Whether tables or underlines already show what the item draws. */
function isUsed(
  item: Item,
  grids: readonly Grid[],
  tables: readonly PlacedTable[],
  inGrids: ReadonlySet<Rule>,
  underlines: ReadonlySet<Rule>,
): boolean {
  if (item.rules.length > 0) {
    const isInTable = (rule: Rule): boolean => tables.some((table) => tableRules(table, [rule]).length > 0);
    return item.rules.every((rule) => inGrids.has(rule) || underlines.has(rule) || isInTable(rule));
  }
  if (item.area === null) return false;
  return (
    grids.some((grid) => isWithin(item, grid, 4)) ||
    tables.some((table) => isWithin(item, table, 6) && isBackground(item, table))
  );
}

function isWithin(box: Box, other: Box, by: number): boolean {
  return box.x0 > other.x0 - by && box.x1 < other.x1 + by && box.y0 > other.y0 - by && box.y1 < other.y1 + by;
}

/** Drawings with no text over or beside them flow with the text; the others keep their position. */
function partDrawings(
  drawings: readonly Drawing[],
  lines: readonly Line[],
  tables: readonly PlacedTable[],
  frame: Frame,
  letters: readonly DrawnLetter[],
): { inText: Drawing[]; apart: (Drawing & { behind: boolean })[] } {
  const inText: Drawing[] = [];
  const apart: (Drawing & { behind: boolean })[] = [];
  for (const drawing of drawings) {
    const isUnder = (box: Box): boolean => overlap(box, drawing, -1);
    const isBeside = (box: Box): boolean => box.y0 < drawing.y1 - 2 && box.y1 > drawing.y0 + 2;
    const others = drawings.some((other) => other !== drawing && isBeside(other));
    const fits =
      drawing.x0 > frame.left - 3 &&
      drawing.x1 < frame.right + 3 &&
      drawing.y0 > frame.top - 6 &&
      drawing.y1 < frame.bottom + 24;
    const isLarge = drawing.x1 - drawing.x0 > 12 && drawing.y1 - drawing.y0 > 12;
    if (lines.some(isUnder) || tables.some(isUnder)) apart.push({ ...drawing, behind: isBehind(drawing, letters) });
    else if (fits && isLarge && !others && lines.length > 0 && !lines.some(isBeside) && !tables.some(isBeside))
      inText.push(drawing);
    else apart.push({ ...drawing, behind: false });
  }
  return { inText, apart };
}

/** Whether letters are drawn over it later; without any letters it counts as background. */
function isBehind(drawing: Drawing, letters: readonly DrawnLetter[]): boolean {
  const first = Math.min(...drawing.items.map(({ order }) => order));
  const over = letters.filter(({ x, y }) => x > drawing.x0 && x < drawing.x1 && y > drawing.y0 && y < drawing.y1);
  return over.length === 0 || over.some(({ order }) => order > first);
}

function piecesOf(
  lines: readonly Line[],
  others: readonly (PlacedTable | Drawing)[],
  column: { readonly x0: number; readonly x1: number },
  setting: Setting,
): Piece[] {
  const pieces: Piece[] = [];
  let rest = [...lines];
  const text = (these: readonly Line[]): void => {
    pieces.push(...placedParagraphs(these, column, setting).map((placed): Piece => ({ kind: 'paragraph', placed })));
  };
  for (const other of [...others].sort((a, b) => a.y0 - b.y0)) {
    const above = rest.filter((line) => (line.y0 + line.y1) / 2 < (other.y0 + other.y1) / 2);
    rest = rest.filter((line) => !above.includes(line));
    text(above);
    if ('table' in other) {
      const table = { ...other.table, indent: other.x0 - column.x0 };
      pieces.push({ kind: 'table', table, top: other.y0, bottom: other.y1 });
    } else pieces.push({ kind: 'drawing', drawing: other, left: other.x0 - column.x0 });
  }
  text(rest);
  return pieces;
}

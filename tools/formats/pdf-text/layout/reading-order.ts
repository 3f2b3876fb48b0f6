import { around, type Box, type Line, middle, width, wordText } from '../reading/page.ts';
import { isEntry } from '../structure/contents.ts';
import type { Grid } from '../tables/graphics/grids.ts';
import { takeRuledTables } from '../tables/ruled-tables.ts';
import { sideBySide } from '../tables/side-by-side.ts';
import type { Table } from '../tables/table.ts';
import { findTables } from '../tables/tables.ts';
import { type Chain, chainsOf, isRunning } from './chains.ts';
import { type Interval, overlaps } from './columns.ts';
import { isMostlyRtl } from './direction.ts';
import { joinSameLine, rowsOf } from './lines.ts';
import { zonesOf } from './zones.ts';

/** Consecutive content of a page: lines of text, or a table whose rows stay together. */
export type Part =
  | { readonly kind: 'text'; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly table: Table };

/**
 * Returns the lines of a page as parts in reading order: columns of text one after the other, other content side by side from left to right
 * (from right to left if most of the page is written so), with the tables of each.
 * @param above columns of the previous page's last table, which the first table of this page may continue; empty if none
 * @param grids tables of the page that are drawn with lines
 * @returns the parts and the columns of the page's last table, empty if there is none
 */
export function partsOf(
  lines: readonly Line[],
  above: readonly Interval[],
  grids: readonly Grid[] = [],
): { parts: Part[]; columns: readonly Interval[] } {
  if (isTurnedPage(lines)) return { parts: lines.length === 0 ? [] : [{ kind: 'text', lines }], columns: [] };
  const ruled = takeRuledTables(lines, grids);
  const rtl = isMostlyRtl(lines.map((line) => line.words.map(wordText).join(' ')).join(' '));
  const parts: Part[] = [];
  let columns: readonly Interval[] | null = null;
  for (const zone of zonesOf(ruled.lines, rtl)) {
    const inRuled = zone.filter((line) => ruled.tables.has(line));
    const others = zone.filter((line) => !ruled.tables.has(line));
    const tables = findTables(others, columns ?? above);
    const known = inRuled.map((line) => ({ table: ruled.tables.get(line) as Table, text: null, box: line }));
    const goesOn = columns === null && tables[0]?.columns.length === above.length;
    const found = tables.map((table, index) => withBox(table, index === 0 && goesOn ? null : sideBySide(table, rtl)));
    parts.push(...partsOfZone(others, [...known, ...found], rtl));
    columns = tables.at(-1)?.columns ?? columns;
  }
  return { parts: joined(parts), columns: columns ?? [] };
}

/** Returns the lines of a page in reading order. */
export function linesInOrder(lines: readonly Line[]): Line[] {
  return partsOf(lines, []).parts.flatMap((part) => (part.kind === 'text' ? part.lines : [...part.table.lines]));
}

/** Whether most lines of a page run vertically or upside down. Poppler's order is then kept, because it knows how each line is turned. */
function isTurnedPage(lines: readonly Line[]): boolean {
  const long = lines.filter(({ words }) => words.length > 1);
  return long.filter(isTurned).length * 2 > long.length;
}

/** Decides by the line's shape and by its words, which are in reading order. */
function isTurned({ x0, x1, y0, y1, words }: Line): boolean {
  return y1 - y0 > x1 - x0 || (words[0]?.x0 ?? 0) > (words.at(-1)?.x0 ?? 0);
}

interface Item extends Box {
  readonly part: Part;
}

/** A table with its place on the page. */
interface PlacedTable {
  readonly table: Table;
  /** Lines in reading order if the table is really text side by side; null otherwise. */
  readonly text: readonly Line[] | null;
  readonly box: Box;
}

const withBox = (table: Table, text: readonly Line[] | null): PlacedTable => {
  return { table, text, box: core([...table.lines]) };
};

function partsOfZone(zone: readonly Line[], tables: readonly PlacedTable[], rtl: boolean): Part[] {
  const inTables = new Set(tables.flatMap(({ table }) => [...table.lines]));
  const text = joinSameLine(zone.filter((line) => !inTables.has(line)));
  const items: Item[] = [
    ...tables.map(({ table, text: lines, box: { x0, y0, x1, y1 } }): Item => {
      return { part: lines === null ? { kind: 'table', table } : { kind: 'text', lines }, x0, y0, x1, y1 };
    }),
    ...besideEachOther(chainsOf(text)).map((lines): Item => ({ part: { kind: 'text', lines }, ...core(lines) })),
  ];
  return inOrder(items, rtl).map(({ part }) => part);
}

/** Chains of a zone above which they are not compared with each other. */
const MAX_CHAINS = 1000;

/** Returns the lines of each chain; chains that form rows (labels and their values, an equation and its number) are read row by row. */
function besideEachOther(chains: readonly Chain[]): Line[][] {
  const groups = new Map(chains.map((chain) => [chain, [chain]]));
  const compared = chains.length > MAX_CHAINS ? [] : chains;
  for (const [index, one] of compared.entries()) {
    for (const other of compared.slice(index + 1)) {
      const [group, second] = [groups.get(one) ?? [], groups.get(other) ?? []];
      if (group === second || !areRows(one, other)) continue;
      group.push(...second);
      for (const chain of second) groups.set(chain, group);
    }
  }
  return [...new Set(groups.values())].map((group) => rowByRow(group.flatMap(({ lines }) => lines)));
}

/** Returns each row from left to right. If text at the end of a line broke it, that text comes after the rest of the line. */
function rowByRow(lines: readonly Line[]): Line[] {
  const result: Line[] = [];
  const rows = rowsOf(lines);
  let held: readonly Line[] = [];
  for (const [index, row] of rows.entries()) {
    const [first, ...beside] = row;
    if (first === undefined) continue;
    if (beside.length > 0) result.push(...held);
    result.push(first);
    if (beside.length > 0) held = beside;
    const next = rows[index + 1];
    if (held.length > 0 && next?.length === 1 && isBrokenBefore(held[0] as Line, first, next[0] as Line)) continue;
    result.push(...held);
    held = [];
  }
  return result;
}

/** Whether the next line continues a line that had no room for its first word. */
function isBrokenBefore(beside: Line, line: Line, next: Line): boolean {
  const word = next.words[0];
  const isBelow = overlaps(line, next) && middle(next) - middle(line) < 1.6 * line.size;
  return word !== undefined && isBelow && beside.x0 - line.x1 < width(word) + 2 * line.size;
}

/**
 * Whether each line of the shorter chain is at the height of a line of the other. Beside running text that is chance, except for a single
 * line in its width, or beside its first or last line.
 */
function areRows(one: Chain, other: Chain): boolean {
  if (one.y0 > other.y1 || other.y0 > one.y1) return false;
  const [short, long] = one.lines.length <= other.lines.length ? [one, other] : [other, one];
  const { lines } = long;
  // These are two columns of an index.
  if (short.lines.some(isEntry) && lines.some(isEntry)) return false;
  if (!isRunning(long)) return short.lines.every((line) => lines.some((beside) => isBeside(line, beside)));
  const [only, second] = short.lines;
  if (only === undefined || second !== undefined) return false;
  const places = overlaps(only, long) ? lines : [lines[0] as Line, lines.at(-1) as Line];
  return places.some((beside) => isBeside(only, beside));
}

function isBeside(line: Line, other: Line): boolean {
  return !overlaps(line, other) && Math.abs(middle(line) - middle(other)) <= 0.35 * Math.min(line.size, other.size);
}

/** Returns the box of lines without parts that reach into the lines above and below. */
function core(lines: readonly Line[]): Box {
  const tall = lines.map((line) => {
    const half = Math.min(0.35 * line.size, (line.y1 - line.y0) / 2);
    return { ...line, y0: middle(line) - half, y1: middle(line) + half };
  });
  return around(tall);
}

/** Content above a horizontal gap comes first, then content left of a vertical gap, and so on in each part. */
function inOrder(items: readonly Item[], rtl: boolean): Item[] {
  if (items.length < 2) return [...items];
  const rows = cut(
    items,
    ({ y0 }) => y0,
    ({ y1 }) => y1,
  );
  if (rows.length > 1) return rows.flatMap((row) => inOrder(row, rtl));
  const columns = cut(
    items,
    ({ x0 }) => x0,
    ({ x1 }) => x1,
  );
  if (columns.length > 1) return (rtl ? columns.reverse() : columns).flatMap((column) => inOrder(column, rtl));
  return [...items].sort((a, b) => a.y0 - b.y0 || (rtl ? b.x1 - a.x1 : a.x0 - b.x0));
}

/** Splits the items at gaps that no item crosses, ordered by their starts. */
function cut(items: readonly Item[], start: (item: Item) => number, end: (item: Item) => number): Item[][] {
  const groups: Item[][] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const item of [...items].sort((a, b) => start(a) - start(b))) {
    const group = groups.at(-1);
    if (group === undefined || start(item) >= reach) groups.push([item]);
    else group.push(item);
    reach = Math.max(reach, end(item));
  }
  return groups;
}

/** Joins consecutive texts. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') {
      result[result.length - 1] = { kind: 'text', lines: [...last.lines, ...part.lines] };
    } else result.push(part);
  }
  return result;
}

import { around, type Box, type Line, middle, type Page, type Picture, width } from '../reading/page.ts';
import { type DocumentFacts, pictureKey, runningKey } from '../statistics.ts';
import { contentsLines, isEntry, joinParts, withoutLeader } from '../structure/contents.ts';
import { joinDropCaps } from '../structure/drop-caps.ts';
import { headingsOf, looksLikeHeading } from '../structure/headings.ts';
import { startsList } from '../structure/lists.ts';
import type { Grid } from '../tables/graphics/grids.ts';
import type { Cell, Table } from '../tables/table.ts';
import type { Interval } from './columns.ts';
import { type Inline, inlineOf, inlineText, joinLines } from './inline.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import { partsOf } from './reading-order.ts';

/** Content of a page, in reading order. */
export type Block =
  | {
      readonly kind: 'paragraph';
      readonly content: Inline;
      readonly rtl: boolean;
      readonly size: number;
      readonly full: boolean;
      readonly box: Box;
    }
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly content: Inline;
      readonly rtl: boolean;
      readonly box: Box;
    }
  | {
      readonly kind: 'item';
      readonly mark: string;
      readonly indent: number;
      readonly content: Inline;
      readonly rtl: boolean;
      readonly box: Box;
    }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly TableCell[])[];
      readonly rtl: boolean;
      readonly box: Box;
    }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly box: Box };

export interface TableCell {
  readonly paragraphs: readonly Inline[];
  readonly span: number;
  readonly rows: number;
}

/** Smaller pictures are rules, bullets and spacers. Points. */
const SMALLEST_PICTURE = 6;
/** A picture that covers this share of a page with text is its background, or the scan from which the text was read. */
const BACKGROUND_SHARE = 0.7;

/** Context of a page: its number, from 1, the columns of the last table of the previous page, and what is drawn on it. */
export interface PagePlace {
  readonly number: number;
  readonly facts: DocumentFacts;
  readonly above: readonly Interval[];
  /** The tables that are drawn with lines. */
  readonly grids: readonly Grid[];
}

/**
 * Returns the lines of a page without headers, footers and page numbers, except on the page that keeps them. Text beside a page number,
 * such as the name of the chapter, is removed with it.
 */
export function ownLines(page: Page, number: number, facts: DocumentFacts): Line[] {
  const kept: { line: Line; atEdge: boolean }[] = [];
  const numbers: Line[] = [];
  for (const line of page.lines) {
    const key = runningKey(line, inlineText(inlineOf(line)), page);
    const keeper = key === null ? undefined : facts.running.get(key);
    if (keeper === undefined || keeper === number) kept.push({ line, atEdge: key !== null && keeper === undefined });
    else if (keeper === null) numbers.push(line);
  }
  const isBesideNumber = (line: Line): boolean => numbers.some((other) => Math.abs(middle(other) - middle(line)) < 2);
  const own = kept.filter(({ line, atEdge }) => !atEdge || !isBesideNumber(line)).map(({ line }) => line);
  return joinParts(joinDropCaps(own), (line) => looksLikeHeading(line, facts));
}

/** Returns the page as flowing text. */
export function blocksOf(page: Page, place: PagePlace): { blocks: Block[]; columns: readonly Interval[] } {
  const { number, facts, above, grids } = place;
  const { parts, columns } = partsOf(ownLines(page, number, facts), above, grids);
  const blocks = parts.flatMap((part, index) => {
    if (part.kind === 'table') return tableBlocks(part.table, facts);
    const after = parts[index + 1];
    return textBlocks(part.lines, facts, after?.kind === 'table' ? after.table : null);
  });
  return { blocks: withPictures(blocks, ownPictures(page, number, facts)), columns };
}

/** @param table the table that follows the lines; null if there is none */
function textBlocks(lines: readonly Line[], facts: DocumentFacts, table: Table | null): Block[] {
  const paragraphs = paragraphsOf(lines, facts);
  const headings = headingsOf(paragraphs, facts, table);
  return paragraphs.map((paragraph, index) =>
    textBlock(paragraph, headings[index] ?? null, startsList(paragraphs, index, headings), facts),
  );
}

function textBlock(paragraph: Paragraph, level: number | null, isItem: boolean, facts: DocumentFacts): Block {
  const { lines, mark, full } = paragraph;
  const joined = joinLines(lines.map(inlineOf), facts.vocabulary);
  const content = lines.some(isEntry) ? withoutLeader(joined) : joined;
  const first = lines[0] as Line;
  const base = { content, rtl: first.rtl, box: around(lines) };
  if (level !== null) return { kind: 'heading', level, ...base };
  if (!isItem || mark === null) return { kind: 'paragraph', size: first.size, full, ...base };
  return {
    kind: 'item',
    mark,
    indent: first.rtl ? -first.x1 : first.x0,
    ...base,
    content: withoutStart(content, mark.length),
  };
}

/** Returns the text of an item without its mark. */
export function withoutStart(content: Inline, length: number): Inline {
  let left = length;
  const rest = content.map((span) => {
    const cut = Math.min(left, span.text.length);
    left -= cut;
    return { ...span, text: span.text.slice(cut) };
  });
  const start = rest.findIndex(({ text }) => text.trim() !== '');
  return rest
    .slice(Math.max(0, start))
    .map((span, index) => (index === 0 ? { ...span, text: span.text.trimStart() } : span));
}

/** Returns a table; a table of contents that looks like one becomes a paragraph per entry. */
function tableBlocks(table: Table, facts: DocumentFacts): Block[] {
  const entries = contentsLines(table, facts);
  if (entries === null) return [tableBlock(table, facts)];
  return entries.flatMap((line) => textBlocks([line], facts, null));
}

function tableBlock(table: Table, facts: DocumentFacts): Block {
  const lines = [...table.lines];
  const rtl = lines.filter((line) => line.rtl).length * 2 > lines.length;
  const rows = table.rows.map((row) => {
    const cells = row.map((cell) => ({ paragraphs: cellContent(cell, facts), span: cell.span, rows: cell.rows ?? 1 }));
    return rtl ? cells.reverse() : cells;
  });
  return { kind: 'table', rows, rtl, box: around(lines) };
}

/** Returns the paragraphs of a cell. */
export function cellContent({ lines }: Cell, facts: DocumentFacts): Inline[] {
  return paragraphsOf(lines, facts).map((paragraph) => joinLines(paragraph.lines.map(inlineOf), facts.vocabulary));
}

function ownPictures(page: Page, number: number, facts: DocumentFacts): Picture[] {
  const area = page.width * page.height;
  return page.pictures.filter((picture) => {
    const height = picture.y1 - picture.y0;
    if (width(picture) < SMALLEST_PICTURE || height < SMALLEST_PICTURE) return false;
    if (page.lines.length > 0 && width(picture) * height > BACKGROUND_SHARE * area) return false;
    const kept = facts.runningPictures.get(pictureKey(picture));
    return kept === undefined || kept === number;
  });
}

/** Inserts each picture after the text above it in the same column; a picture at the top of a column comes before the text below it. */
function withPictures(blocks: readonly Block[], pictures: readonly Picture[]): Block[] {
  const after = new Map<number, Picture[]>();
  for (const picture of [...pictures].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const place = placeOf(picture, blocks);
    const list = after.get(place);
    if (list === undefined) after.set(place, [picture]);
    else list.push(picture);
  }
  const asBlocks = (place: number): Block[] =>
    (after.get(place) ?? []).map((picture) => ({ kind: 'picture', picture, box: picture }));
  return [...asBlocks(-1), ...blocks.flatMap((block, index) => [block, ...asBlocks(index)])];
}

/** Returns the index of the block that the picture follows: the nearest above it, else the one before the nearest below; -1 for none. */
function placeOf(picture: Picture, blocks: readonly Block[]): number {
  let above = -1;
  let below = blocks.length;
  let [nearest, next] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [index, { box }] of blocks.entries()) {
    if (box.x1 < picture.x0 || box.x0 > picture.x1) continue;
    const distance = picture.y0 - middle(box);
    if (distance >= 0 && distance <= nearest) [above, nearest] = [index, distance];
    if (distance < 0 && -distance < next) [below, next] = [index, -distance];
  }
  return above >= 0 || below === blocks.length ? above : below - 1;
}

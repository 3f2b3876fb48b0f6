import type { Piece } from './pieces.ts';
import { pieces } from './pieces.ts';

/** Sizes in characters (Unicode code points). */
export interface ChunkOptions {
  /** The maximum length of a chunk; a longer table row, code block or list item still stays whole. */
  readonly size: number;
  /** Of the end of a chunk, at most so much is the beginning of the next one. */
  readonly overlap: number;
}

/** A part of a Markdown text, as it stands there. */
export interface Chunk {
  readonly text: string;
  /** The headings that it stands under, the highest first; its own first heading is the last one. */
  readonly heading_path: readonly string[];
  /** From 1; null if the text has no marks of pages. */
  readonly page: number | null;
  /** Where it begins: code points from the start of the whole text. */
  readonly offset: number;
}

/**
 * A Markdown text in chunks for search and language models. A chunk ends at a heading, at a mark of a page, or where the next
 * piece (a sentence, a list item, a row of a table, a code block) would be too much; what is between two pieces is only white
 * space or a mark of a page.
 */
export function chunksOf(markdown: string, { size, overlap }: ChunkOptions): Chunk[] {
  const lengthOf = (from: Piece, to: Piece): number => codePoints(markdown, from.start, to.end);
  const groups: Piece[][] = [];
  let group: Piece[] = [];
  for (const piece of pieces(markdown, size)) {
    const [first, last] = [group[0], group.at(-1)];
    if (first !== undefined && last !== undefined) {
      const isOther = piece.page !== last.page || (piece.isHeading && !group.every(({ isHeading }) => isHeading));
      if (isOther || lengthOf(first, piece) > size) {
        groups.push(group);
        group = isOther ? [] : repeated(group, piece, { size, overlap }, lengthOf);
      }
    }
    group.push(piece);
  }
  if (group.length > 0) groups.push(group);
  return chunksFrom(markdown, groups);
}

/** The last pieces of a chunk with which the next one, which continues with `next`, begins. */
function repeated(
  group: readonly Piece[],
  next: Piece,
  { size, overlap }: ChunkOptions,
  lengthOf: (from: Piece, to: Piece) => number,
): Piece[] {
  const last = group.at(-1);
  let from = group.length;
  while (last !== undefined) {
    const piece = group[from - 1];
    const fits = piece?.mayRepeat === true && lengthOf(piece, last) <= overlap && lengthOf(piece, next) <= size;
    // The whole of a chunk is not said twice.
    if (!fits || from === 1) break;
    from -= 1;
  }
  return group.slice(from);
}

function chunksFrom(markdown: string, groups: readonly (readonly Piece[])[]): Chunk[] {
  let at = 0;
  let offset = 0;
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    // An overlap goes back.
    offset += first.start >= at ? codePoints(markdown, at, first.start) : -codePoints(markdown, first.start, at);
    at = first.start;
    return [{ text: markdown.slice(first.start, last.end), heading_path: last.headings, page: last.page, offset }];
  });
}

/** Characters between two places of a text. */
export function codePoints(text: string, start: number, end: number): number {
  let count = end - start;
  for (let at = start; at < end - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

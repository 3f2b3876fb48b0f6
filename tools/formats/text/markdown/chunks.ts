import type { Piece } from './pieces.ts';
import { pieces } from './pieces.ts';

/** Sizes in characters (Unicode code points). */
export interface ChunkOptions {
  /** The maximum length of a chunk; a longer table row, code block or list item still stays whole. */
  readonly size: number;
  /** Maximum length of a chunk's end that the next one repeats. */
  readonly overlap: number;
}

/** A part of a Markdown text, unchanged. */
export interface Chunk {
  readonly text: string;
  /** The headings above it, the highest first; its own first heading is the last one. */
  readonly heading_path: readonly string[];
  /** Page from 1; null if the text has no page marks. */
  readonly page: number | null;
  /** Where it begins: code points from the start of the whole text. */
  readonly offset: number;
}

/**
 * Splits a Markdown text into chunks for search and language models. A chunk ends at a heading, at a page mark, or before a piece (a
 * sentence, a list item, a row of a table, a code block) that would be too much; between two pieces there is only white space or a page
 * mark.
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

/** Returns the last pieces of a chunk that the next one, which continues with `next`, repeats. */
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
    // A chunk is never repeated as a whole.
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

/** Counts the characters between two places of a text. */
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

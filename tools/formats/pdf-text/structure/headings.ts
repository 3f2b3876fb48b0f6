import { inlineOf, inlineText } from '../layout/inline.ts';
import type { Paragraph } from '../layout/paragraphs.ts';
import { type Line, middle } from '../reading/page.ts';
import {
  type DocumentFacts,
  emphasisLevel,
  HEADING_RATIO,
  headingLevel,
  isAll,
  isInOtherFont,
  isInUsualFont,
  LEAST_BOLD_RATIO,
  lowestLevel,
} from '../statistics.ts';
import type { Table } from '../tables/table.ts';
import { isEntry } from './contents.ts';

/*
 * Finds headings: paragraphs in larger letters, and those in bold or italic letters or in another font that stand alone above text.
 */

/** Longer text is not a heading, however large. */
const LONGEST = 250;
const MOST_LINES = 4;
/** The same for text of the body's size. */
const LONGEST_EMPHASIZED = 120;
const MOST_EMPHASIZED_LINES = 2;
/** This many consecutive headings of one level are text in large letters, such as the lines of a title page. */
const MOST_IN_SUCCESSION = 3;
/** Fewer words than this after an emphasized line are not text under a heading, but the other half of a form or a label. */
const LEAST_WORDS_BELOW = 4;
/** Smallest room above a heading, and largest below it, in line distances. */
const LEAST_ROOM_ABOVE = 1.2;
const MOST_ROOM_BELOW = 4;

/** Whether the letters of a line look like a heading: larger, or bold. */
export function looksLikeHeading(line: Line, facts: DocumentFacts): boolean {
  if (headingLevel(line.size, facts) !== null) return true;
  return isAll(line, 'bold') && emphasisLevel([line], facts) !== null;
}

/**
 * Returns the level of each paragraph that is a heading, 1 to 6; null for all others.
 * @param table the table that follows the paragraphs; null if there is none
 */
export function headingsOf(
  paragraphs: readonly Paragraph[],
  facts: DocumentFacts,
  table: Table | null = null,
): (number | null)[] {
  const levels = paragraphs.map((paragraph) => sizeLevel(paragraph, facts));
  for (const run of runsOfOneLevel(levels))
    if (run.length >= MOST_IN_SUCCESSION) for (const at of run) levels[at] = null;
  // Backwards, because a heading may be above another one.
  for (let index = paragraphs.length - 1; index >= 0; index -= 1) {
    levels[index] ??= emphasizedLevel(paragraphs, levels, index, table, facts);
  }
  return levels;
}

function sizeLevel({ lines }: Paragraph, facts: DocumentFacts): number | null {
  const level = headingLevel(lines[0]?.size ?? 0, facts);
  if (level === null || lines.length > MOST_LINES || lines.some(isEntry)) return null;
  const text = textOf(lines);
  return text.length <= LONGEST && /\p{L}/u.test(text) ? level : null;
}

/** Returns groups of indexes of neighbours of the same level. */
function runsOfOneLevel(levels: readonly (number | null)[]): number[][] {
  const runs: number[][] = [];
  for (const [index, level] of levels.entries()) {
    if (level === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === index - 1 && levels[index - 1] === level) last.push(index);
    else runs.push([index]);
  }
  return runs;
}

/** @param levels those of the paragraphs after this one are known */
function emphasizedLevel(
  paragraphs: readonly Paragraph[],
  levels: readonly (number | null)[],
  index: number,
  table: Table | null,
  facts: DocumentFacts,
): number | null {
  const [paragraph, after] = [paragraphs[index] as Paragraph, paragraphs[index + 1] ?? null];
  const [first] = paragraph.lines;
  const next = after === null ? topOf(table) : after.lines[0];
  if (first === undefined || next === undefined) return null;
  const emphasis = emphasisLevel(paragraph.lines, facts);
  const level =
    emphasis ??
    (after === null ? levelAbove(paragraph.lines, table, facts) : null) ??
    levelBeside(paragraph.lines, next, facts);
  if (level === null) return null;
  if (paragraph.lines.length > MOST_EMPHASIZED_LINES || paragraph.lines.some(isEntry)) return null;
  const text = textOf(paragraph.lines);
  if (text.length > LONGEST_EMPHASIZED || !/\p{L}{2}/u.test(text) || /[.,;:،؛。\p{Sm}]$/u.test(text)) return null;
  const pitch = facts.leading * first.size;
  const last = paragraph.lines.at(-1) as Line;
  const below = middle(next) - middle(last);
  if (below <= 0 || below > MOST_ROOM_BELOW * pitch) return null;
  // This is a sentence that begins in bold letters and continues.
  if (below < LEAST_ROOM_ABOVE * pitch && /^\p{Ll}/u.test(textOf([next]))) return null;
  const before = lineBefore(paragraphs, index);
  if (before !== undefined) {
    const above = middle(first) - middle(before);
    if (above > 0 && above < LEAST_ROOM_ABOVE * pitch) return null;
  }
  // The text of an item is indented further than its mark, in all its lines.
  const start = Math.min(...(after?.lines ?? [next]).map(startOf));
  if (paragraph.mark !== null && start - startOf(first) > 0.8 * first.size) return null;
  if (after === null) return CAPTION.test(text) ? null : level;
  return isTextBelow(after, levels[index + 1] ?? null, level, facts) ? level : null;
}

/** A capital letter, one of a script without capitals, or a number. */
const TITLE_START = /^[\p{Pi}\p{Ps}"']?(?:\p{Lu}|\p{Lo}|\(?\p{N}+[).]?)/u;

/** Start of the caption of a table or figure. */
const CAPTION =
  /^\p{P}?(?:tab|fig|abb|box|chart|exhibit|ill|cuadro|quadro|schedule|табл|рис|表|表格|図表|표|그림|جدول|شکل|شكل)[\p{L}\p{M}.]*\s*(?:\p{N}|[IVXLC]+\b|[A-Z]\b)/iu;

/** Returns the line before a paragraph, ignoring lines of signs alone. */
function lineBefore(paragraphs: readonly Paragraph[], index: number): Line | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = paragraphs[at]?.lines.findLast((each) => /[\p{L}\p{N}]/u.test(textOf([each])));
    if (line !== undefined) return line;
  }
  return undefined;
}

/** Returns the first line of a table; undefined if there is none. */
function topOf(table: Table | null): Line | undefined {
  return [...(table?.lines ?? [])].sort((a, b) => middle(a) - middle(b))[0];
}

/** Returns the level of bold lines above a table that is not all bold, even if much of the document is. */
function levelAbove(lines: readonly Line[], table: Table | null, facts: DocumentFacts): number | null {
  const isBold = lines.every((line) => isAll(line, 'bold') && line.size >= LEAST_BOLD_RATIO * facts.bodySize);
  return isBold && [...(table?.lines ?? [])].some((line) => !isAll(line, 'bold')) ? lowestLevel(facts) : null;
}

/** Returns the level of lines that only the text below shows to be a heading: it is smaller than these bold lines, or in the usual font. */
function levelBeside(lines: readonly Line[], next: Line, facts: DocumentFacts): number | null {
  const isLarger = lines.every((line) => isAll(line, 'bold') && line.size >= HEADING_RATIO * next.size);
  if (isLarger && !isAll(next, 'bold')) return lowestLevel(facts);
  const isOther = lines.every((line) => isInOtherFont(line, facts)) && isInUsualFont(next, facts);
  return isOther && TITLE_START.test(textOf(lines)) ? lowestLevel(facts) : null;
}

/** Whether the following paragraph is a lower heading, or text that is not fully emphasized. */
function isTextBelow(after: Paragraph, its: number | null, level: number, facts: DocumentFacts): boolean {
  if (its !== null) return its > level;
  if (emphasisLevel(after.lines, facts) !== null) return false;
  return after.mark !== null || textOf(after.lines).split(' ').length >= LEAST_WORDS_BELOW;
}

const startOf = ({ rtl, x0, x1 }: Line): number => (rtl ? -x1 : x0);

const textOf = (lines: readonly Line[]): string => lines.map((line) => inlineText(inlineOf(line))).join(' ');

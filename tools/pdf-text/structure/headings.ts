import { inlineOf, inlineText } from '../layout/inline.ts';
import type { Paragraph } from '../layout/paragraphs.ts';
import { type Line, middle } from '../reading/page.ts';
import { type DocumentFacts, emphasisLevel, headingLevel, isAll } from '../statistics.ts';
import { isEntry } from './contents.ts';

/*
 * Which paragraphs are headings: those in larger letters, and those in bold or italic letters that stand alone above text.
 */

/** Longer text is not a heading, however large. */
const LONGEST = 250;
const MOST_LINES = 4;
/** The same for text of the body's size. */
const LONGEST_EMPHASIZED = 120;
const MOST_EMPHASIZED_LINES = 2;
/** Headings of one level after each other, from this number on, are text in large letters, such as the lines of a title page. */
const MOST_IN_SUCCESSION = 3;
/** Fewer words after an emphasized line are no text that it could be the heading of, but the other half of a form or a label. */
const LEAST_WORDS_BELOW = 4;
/** Above a heading is so much more room than between lines; below it at most so much, in distances of lines. */
const LEAST_ROOM_ABOVE = 1.2;
const MOST_ROOM_BELOW = 4;

/** Whether the letters of a line are those of a heading: larger, or bold. */
export function looksLikeHeading(line: Line, facts: DocumentFacts): boolean {
  if (headingLevel(line.size, facts) !== null) return true;
  return isAll(line, 'bold') && emphasisLevel([line], facts) !== null;
}

/** The level of each paragraph that is a heading, 1 to 6; null for all others. */
export function headingsOf(paragraphs: readonly Paragraph[], facts: DocumentFacts): (number | null)[] {
  const levels = paragraphs.map((paragraph) => sizeLevel(paragraph, facts));
  for (const run of runsOfOneLevel(levels))
    if (run.length >= MOST_IN_SUCCESSION) for (const at of run) levels[at] = null;
  // From the last one on, as a heading may stand above another one.
  for (let index = paragraphs.length - 1; index >= 0; index -= 1) {
    levels[index] ??= emphasizedLevel(paragraphs, levels, index, facts);
  }
  return levels;
}

function sizeLevel({ lines }: Paragraph, facts: DocumentFacts): number | null {
  const level = headingLevel(lines[0]?.size ?? 0, facts);
  if (level === null || lines.length > MOST_LINES || lines.some(isEntry)) return null;
  const text = textOf(lines);
  return text.length <= LONGEST && /\p{L}/u.test(text) ? level : null;
}

/** Indexes of neighbours of the same level. */
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

/** @param levels of the paragraphs after this one are known */
function emphasizedLevel(
  paragraphs: readonly Paragraph[],
  levels: readonly (number | null)[],
  index: number,
  facts: DocumentFacts,
): number | null {
  const [before, paragraph, after] = [paragraphs[index - 1], paragraphs[index] as Paragraph, paragraphs[index + 1]];
  const level = emphasisLevel(paragraph.lines, facts);
  const first = paragraph.lines[0];
  if (level === null || first === undefined || after === undefined) return null;
  if (paragraph.lines.length > MOST_EMPHASIZED_LINES || paragraph.lines.some(isEntry)) return null;
  const text = textOf(paragraph.lines);
  if (text.length > LONGEST_EMPHASIZED || !/\p{L}{2}/u.test(text) || /[.,;:،؛。]$/u.test(text)) return null;
  const pitch = facts.leading * first.size;
  const [last, next] = [paragraph.lines.at(-1) as Line, after.lines[0] as Line];
  const below = middle(next) - middle(last);
  if (below <= 0 || below > MOST_ROOM_BELOW * pitch) return null;
  // A sentence that begins in bold letters, and goes on.
  if (below < LEAST_ROOM_ABOVE * pitch && /^\p{Ll}/u.test(textOf([next]))) return null;
  if (before !== undefined) {
    const above = middle(first) - middle(before.lines.at(-1) as Line);
    if (above > 0 && above < LEAST_ROOM_ABOVE * pitch) return null;
  }
  // The text of an item stands further in than its mark.
  if (paragraph.mark !== null && startOf(next) - startOf(first) > 0.8 * first.size) return null;
  return isTextBelow(after, levels[index + 1] ?? null, level, facts) ? level : null;
}

/** Whether what follows is a lower heading, or text that is not emphasized as a whole. */
function isTextBelow(after: Paragraph, its: number | null, level: number, facts: DocumentFacts): boolean {
  if (its !== null) return its > level;
  if (emphasisLevel(after.lines, facts) !== null) return false;
  return after.mark !== null || textOf(after.lines).split(' ').length >= LEAST_WORDS_BELOW;
}

const startOf = ({ rtl, x0, x1 }: Line): number => (rtl ? -x1 : x0);

const textOf = (lines: readonly Line[]): string => lines.map((line) => inlineText(inlineOf(line))).join(' ');

import { around, type Box, type Line, middle, type Word, width, wordText } from '../reading/page.ts';
import { type DocumentFacts, headingLevel, isAll, isInOtherFont } from '../statistics.ts';
import { isEntry } from '../structure/contents.ts';
import { isListMark, spaceOf } from './lines.ts';

/** Lines that form one paragraph, or one list item if its first line starts with `mark`. */
export interface Paragraph {
  readonly lines: readonly Line[];
  readonly mark: string | null;
  /** Whether the last line is full, so that the text may continue in the next column or page. */
  readonly full: boolean;
}

/** Marks that can also be words or signs; only a wide gap after them makes them marks. */
const UNSURE_MARK = /^[-–—*o]$/;

/** Dialogues start with a dash too, but with an ordinary space after it. */
const UNSURE_GAP = 0.45;

/** Returns the mark that starts a line; null if there is none. */
export function markOf(line: Line): string | null {
  const words = line.rtl ? line.words.toReversed() : line.words;
  const [first, second] = words;
  if (first === undefined || second === undefined) return null;
  const text = wordText(first);
  if (isListMark(text)) return text;
  const gap = Math.max(first.x0, second.x0) - Math.min(first.x1, second.x1);
  return UNSURE_MARK.test(text) && gap > UNSURE_GAP * line.size ? text : null;
}

/** Start and end of a line's text in its own direction, growing towards its end. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

function extentOf(line: Box, rtl: boolean): Extent {
  return rtl ? { start: -line.x1, end: -line.x0 } : { start: line.x0, end: line.x1 };
}

/** Returns the position at which an item's text starts, after its mark. */
function textStart(line: Line): number {
  const words = line.rtl ? line.words.toReversed() : line.words;
  const second = words[1];
  return second === undefined ? extentOf(line, line.rtl).start : extentOf(second, line.rtl).start;
}

/** Returns paragraphs of lines in reading order. Takes linear time, except for the blocks of one page (MAX_BLOCKS). */
export function paragraphsOf(lines: readonly Line[], facts: DocumentFacts): Paragraph[] {
  const bounds = lineBounds(lines);
  const paragraphs: Paragraph[] = [];
  let current: Line[] = [];
  let mark: string | null = null;
  const end = (full: boolean): void => {
    if (current.length > 0) paragraphs.push({ lines: current, mark, full });
    current = [];
  };
  for (const [index, line] of lines.entries()) {
    const before = current.at(-1);
    const bound = before === undefined ? 0 : (bounds.get(before.block) ?? 0);
    if (before === undefined || isNew({ lines: current, mark, next: lines[index + 1] }, before, line, bound, facts)) {
      end(before !== undefined && !hasRoom(before, line, bound));
      mark = markOf(line);
    }
    current.push(line);
  }
  const last = current.at(-1);
  end(last !== undefined && extentOf(last, last.rtl).end > (bounds.get(last.block) ?? 0) - 4 * last.size);
  return paragraphs;
}

interface Growing {
  readonly lines: readonly Line[];
  readonly mark: string | null;
  /** The line after the one in question. */
  readonly next: Line | undefined;
}

function isNew(paragraph: Growing, before: Line, line: Line, bound: number, facts: DocumentFacts): boolean {
  if (markOf(line) !== null || before.rtl !== line.rtl || isEntry(before)) return true;
  if (Math.max(before.size, line.size) > 1.12 * Math.min(before.size, line.size)) return true;
  const pitch = middle(line) - middle(before);
  if (pitch <= 0.3 * line.size || before.x1 < line.x0 || line.x1 < before.x0) return true;
  if (pitch > expectedPitch(paragraph.lines, line, facts) * 1.3) return true;
  // The lines of a heading are broken for readability.
  const isHeading = line.block === before.block && headingLevel(line.size, facts) !== null;
  if (!isHeading && hasRoom(before, line, bound)) return true;
  if (isAllBold(before) !== isAllBold(line) && paragraph.lines.every(isAllBold)) return true;
  const endsOtherFont = !isInOtherFont(line, facts) && paragraph.lines.every((each) => isInOtherFont(each, facts));
  if (endsOtherFont && !startsSmall(line)) return true;
  return isOtherIndent(paragraph, before, line);
}

/** Returns the distance of lines in this paragraph, or the usual one of the document. */
function expectedPitch(lines: readonly Line[], line: Line, facts: DocumentFacts): number {
  const [first, second] = lines;
  return first !== undefined && second !== undefined ? middle(second) - middle(first) : facts.leading * line.size;
}

/** So much more room than a word needs, in font sizes, shows that a break was meant, whatever follows. */
const WIDE_ROOM = 6;

/**
 * Whether the first word of the line would have fitted at the end of the line before, so that the break was meant. A line that starts with
 * a small letter continues a sentence; some programs break lines a little early.
 */
function hasRoom(before: Line, line: Line, bound: number): boolean {
  const word = line.rtl ? line.words.at(-1) : line.words[0];
  if (word === undefined) return true;
  const room = bound - extentOf(before, before.rtl).end - spaceOf(line) - width(word);
  return room > (startsSmall(line) ? WIDE_ROOM : 0.1) * line.size;
}

const startsSmall = ({ words, rtl }: Line): boolean => /^\p{Ll}/u.test(words.at(rtl ? -1 : 0)?.spans[0]?.text ?? '');

const isAllBold = (line: Line): boolean => isAll(line, 'bold');

/** Whether the line is indented more or less than a line of this paragraph may be. */
function isOtherIndent({ lines, mark, next }: Growing, before: Line, line: Line): boolean {
  const tolerance = 0.8 * line.size;
  const { start } = extentOf(line, line.rtl);
  const isFirst = lines.length === 1;
  const from = isFirst && mark !== null ? textStart(before) : extentOf(before, before.rtl).start;
  // A first line may be indented, and the lines of an item may start below its mark.
  if (start < from - tolerance) return !isFirst;
  if (start <= from + tolerance) return false;
  const centred = Math.abs(before.x0 + before.x1 - line.x0 - line.x1) < line.size;
  const goesOn = next?.block !== line.block && !/[.!?:;]$/.test(wordText(before.words.at(-1) as Word));
  const sameAsNext = next?.block === line.block && Math.abs(extentOf(next, next.rtl).start - start) < 1;
  const hanging = isFirst && (sameAsNext || goesOn);
  return !centred && !hanging;
}

/** On a page with more blocks than this, the space beside each is not examined. */
const MAX_BLOCKS = 2000;

/**
 * Returns how far the lines of each of poppler's blocks could reach. A block of several long lines shows it itself; a short one (an
 * address, a heading) may reach as far as the page's text if nothing is beside it.
 */
function lineBounds(lines: readonly Line[]): Map<number, number> {
  const blocks = new Map<number, Line[]>();
  for (const line of lines) {
    const list = blocks.get(line.block);
    if (list === undefined) blocks.set(line.block, [line]);
    else list.push(line);
  }
  const boxes = [...blocks].map(([block, of]) => ({ block, of, rtl: of[0]?.rtl ?? false, box: around(of) }));
  const page = lines.length > 0 ? around(lines) : { x0: 0, y0: 0, x1: 0, y1: 0 };
  const bounds = new Map<number, number>();
  for (const { block, of, rtl, box } of boxes) {
    const own = extentOf(box, rtl);
    const isAlone =
      boxes.length <= MAX_BLOCKS && !boxes.some((other) => other.block !== block && isBeside(box, other.box, rtl));
    bounds.set(block, isAlone && !showsItsWidth(of, own) ? extentOf(page, rtl).end : own.end);
  }
  return bounds;
}

/** Whether `other` is in the way of longer lines. */
function isBeside(box: Box, other: Box, rtl: boolean): boolean {
  return (
    other.y0 < box.y1 &&
    other.y1 > box.y0 &&
    extentOf(other, rtl).start > extentOf(box, rtl).start &&
    extentOf(other, rtl).end > extentOf(box, rtl).end
  );
}

function showsItsWidth(lines: readonly Line[], own: Extent): boolean {
  const size = lines[0]?.size ?? 1;
  if (lines.length < 3 || own.end - own.start < 12 * size) return false;
  const full = lines.slice(0, -1).filter((line) => extentOf(line, line.rtl).end > own.end - 4 * size);
  return full.length >= 0.6 * (lines.length - 1);
}

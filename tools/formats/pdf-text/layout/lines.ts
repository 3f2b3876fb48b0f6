import {
  addWeight,
  around,
  type Box,
  type Line,
  middle,
  mode,
  type Page,
  type Span,
  type Word,
  wordLength,
  wordText,
} from '../reading/page.ts';
import type { RunPage } from '../reading/read-runs.ts';
import type { PlainLine, PlainPage } from '../reading/read-words.ts';
import { isMostlyRtl } from './direction.ts';
import { StyleFinder, sameStyle } from './styles.ts';

/** Gap that separates cells, in font sizes. Gaps between words are smaller; those of justified text reach 0.7. */
const CELL_GAP = 1;
/** Words of a line with a narrower gap between them have no space there (poppler's own rule). */
const SPACE_GAP = 0.1;
/** The same for letters of one font. */
const LEAST_SPACE = 0.03;

/** Returns the page's lines, each word with its style, cut at gaps wider than those between words. `runs` null: plain style. */
export function pageOf(words: PlainPage, runs: RunPage | null): Page {
  const styles = new StyleFinder(runs?.runs ?? []);
  const lines = words.lines.flatMap((line, index) => linesOf(line, index, styles));
  return { width: words.width, height: words.height, lines, pictures: runs?.pictures ?? [] };
}

function linesOf({ block, words }: PlainLine, line: number, styles: StyleFinder): Line[] {
  // In poppler's order: left to right, but turned text in reading order.
  const whole = lineOf(
    words.map((word) => styles.styled(word)),
    block,
    line,
  );
  return splitAtGaps(whole, CELL_GAP * whole.size);
}

/** Returns a line of these words (left to right, at least one); its box is that of its larger words, without raised ones. */
export function lineOf(words: readonly Word[], block: number, line: number): Line {
  const sizes = new Map<number, number>();
  for (const { spans } of words) for (const { text, style } of spans) addWeight(sizes, style.size, text.length);
  const size = mode(sizes) ?? 1;
  const isMain = (word: Word): boolean => word.spans.some(({ style }) => style.size > size * SCRIPT_SIZE);
  const main = words.filter(isMain);
  const { y0, y1 } = around(main.length > 0 ? main : words);
  const { x0, x1 } = around(words);
  const box = { x0, x1, y0, y1 };
  const rtl = isMostlyRtl(words.map(wordText).join(' '));
  // For turned text only the width is known to be its size.
  const isTurned = words.length > 1 && y1 - y0 > x1 - x0;
  return {
    ...box,
    words: words.map((word) => (isTurned || isMain(word) ? word : withScript(word, box, size))),
    block,
    line,
    size,
    rtl,
  };
}

/** Raised and lowered text is at most this size, compared with the text beside it. */
const SCRIPT_SIZE = 0.82;

function withScript(word: Word, line: Box, size: number): Word {
  const shift = middle(word) - middle(line);
  // Fonts differ by up to half a point.
  const threshold = Math.max(0.5, size * 0.08);
  if (Math.abs(shift) < threshold) return word;
  const script = shift < 0 ? 'super' : 'sub';
  return { ...word, spans: word.spans.map((span): Span => ({ ...span, script })) };
}

/** Splits a line at gaps wider than `gap`. The gap after the mark of a list item (`•`, `1.`) does not count. */
export function splitAtGaps(line: Line, gap: number): Line[] {
  const parts: Word[][] = [];
  let part: Word[] = [];
  for (const word of line.words) {
    const last = part.at(-1);
    const isMark =
      part.length === 1 && last !== undefined && isListMark(wordText(last)) && word.x0 - last.x1 < MARK_GAP * line.size;
    if (last !== undefined && word.x0 - last.x1 > gap && !isMark) {
      parts.push(part);
      part = [];
    }
    part.push(word);
  }
  parts.push(part);
  return parts.length === 1 ? [line] : parts.map((words) => lineOf(words, line.block, line.line));
}

/** Largest gap between an item's mark and its text, in font sizes. */
export const MARK_GAP = 4;

/** Whether a text is the mark of a list item: `•`, `1.`, `(a)`. */
export function isListMark(text: string): boolean {
  return /^(?:[•‣◦▪●○■□➢✓⁃∙·\uf0a7\uf0b7\uf0d8\uf0fc]|\(?(?:\d{1,3}|[a-z])[.)])$/i.test(text);
}

/** Smallest space between a word and a raised or lowered sign, in sizes of the word. */
const SPACE_BEFORE_SCRIPT = 0.15;

/** Whether there is a space between two consecutive words. */
export function spaceBetween(a: Word, b: Word): boolean {
  const across = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1);
  // Turned text goes up or down the page.
  const down = Math.max(a.y0, b.y0) - Math.min(a.y1, b.y1);
  // Two turned words beside each other are on different lines.
  if (a.turned === true && b.turned === true && down < 0) return true;
  const gap = Math.max(across, down);
  const [one, other] = [a.spans.at(-1), b.spans[0]];
  const [smaller, larger] = [one?.style.size ?? 0, other?.style.size ?? 0].sort((x, y) => x - y) as [number, number];
  if ((one?.script ?? null) !== (other?.script ?? null)) return gap > SPACE_BEFORE_SCRIPT * larger;
  // Letters of one font are two words only if the PDF has a space between them, however narrow.
  const areLetters = /[\p{L}\p{N}]$/u.test(one?.text ?? '') && /^[\p{L}\p{N}]/u.test(other?.text ?? '');
  const isNarrow = areLetters && one !== undefined && other !== undefined && sameStyle(one.style, other.style);
  return gap > (isNarrow ? LEAST_SPACE : SPACE_GAP) * smaller;
}

/** Returns rows of lines whose middles are at one height, from top to bottom; each row from left to right. */
export function rowsOf(lines: readonly Line[]): Line[][] {
  const sorted = [...lines].sort((a, b) => middle(a) - middle(b));
  const rows: Line[][] = [];
  let anchor: Line | null = null;
  for (const line of sorted) {
    if (anchor !== null && middle(line) - middle(anchor) <= 0.35 * Math.min(line.size, anchor.size))
      rows.at(-1)?.push(line);
    else {
      rows.push([line]);
      anchor = line;
    }
  }
  for (const row of rows) row.sort((a, b) => a.x0 - b.x0);
  return rows;
}

/** The number of a section: `1`, `2.3`, `4.`, `A.1`. */
const SECTION_NUMBER = /^(?:\d{1,3}(?:\.\d{1,3})*\.?|[A-Z](?:\.\d{1,3})+\.?|[A-Z]\.|[IVXL]{1,6}\.?)$/;

/**
 * Joins a mark that poppler took for a column of its own to its line, and the number of a heading to the heading.
 * @param isHeading whether a line looks like a heading
 */
export function joinMarks(lines: readonly Line[], isHeading: (line: Line) => boolean): Line[] {
  const joined = new Map<Line, Line>();
  const taken = new Set<Line>();
  for (const row of rowsOf(lines)) {
    for (const [index, line] of row.entries()) {
      const next = row[index + 1];
      const only = line.words.length === 1 ? line.words[0] : undefined;
      if (next === undefined || only === undefined) continue;
      const isMark = isListMark(wordText(only)) && wordLength(only) <= 4;
      const isNumber =
        SECTION_NUMBER.test(wordText(only)) && [line, next].every(isHeading) && Math.abs(line.size - next.size) < 0.5;
      if (!isMark && !isNumber) continue;
      if (next.x0 - line.x1 > MARK_GAP * next.size || next.x0 < line.x1) continue;
      joined.set(next, lineOf([...line.words, ...next.words], next.block, next.line));
      taken.add(line);
    }
  }
  return taken.size === 0
    ? [...lines]
    : lines.filter((line) => !taken.has(line)).map((line) => joined.get(line) ?? line);
}

/** Largest gap between a raised or lowered sign and its text, in sizes of the text, and the largest length of the sign. */
const SCRIPT_GAP = 0.3;
const LONGEST_SCRIPT = 8;

/** Each line is compared with every other; a page with more lines is not text. */
const MOST_COMPARED = 3000;

/** Joins raised and lowered signs that poppler took for lines of their own (note marks, exponents) to the text beside them. */
export function joinScripts(lines: readonly Line[]): Line[] {
  if (lines.length > MOST_COMPARED) return [...lines];
  const joined = new Map<Line, Line | null>();
  const current = (line: Line): Line | null => joined.get(line) ?? (joined.has(line) ? null : line);
  for (const sign of lines) {
    if (sign.words.reduce((sum, word) => sum + wordLength(word), 0) > LONGEST_SCRIPT) continue;
    for (const line of lines) {
      const text = current(line);
      const script = current(sign);
      if (text === null || script === null || !isScriptOf(script, text)) continue;
      const words = [...text.words, ...script.words].sort((a, b) => a.x0 - b.x0);
      joined.set(line, lineOf(words, text.block, text.line));
      joined.set(sign, null);
      break;
    }
  }
  return joined.size === 0 ? [...lines] : lines.flatMap((line) => current(line) ?? []);
}

function isScriptOf(sign: Line, line: Line): boolean {
  if (sign.size > SCRIPT_SIZE * line.size || line.rtl) return false;
  const isAtHeight = middle(sign) > line.y0 - SCRIPT_GAP * line.size && middle(sign) < line.y1 + SCRIPT_GAP * line.size;
  const gap = Math.max(sign.x0 - line.x1, line.x0 - sign.x1);
  return isAtHeight && gap > -SCRIPT_GAP * line.size && gap < SCRIPT_GAP * line.size;
}

/** Joins parts of one of poppler's lines again, at the place of the first part. */
export function joinSameLine(lines: readonly Line[]): Line[] {
  const parts = new Map<number, Line[]>();
  for (const line of lines) {
    const same = parts.get(line.line);
    if (same === undefined) parts.set(line.line, [line]);
    else same.push(line);
  }
  return [...parts.values()].map((same) => {
    const [first, ...others] = same;
    if (first === undefined || others.length === 0) return same[0] as Line;
    const words = same.sort((a, b) => a.x0 - b.x0).flatMap((line) => line.words);
    return lineOf(words, first.block, first.line);
  });
}

/** Returns the width of a space in a line. */
export const spaceOf = (line: Line): number => 0.25 * line.size;

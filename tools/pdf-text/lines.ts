import { isMostlyRtl } from './direction.ts';
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
} from './page.ts';
import type { RunPage } from './read-runs.ts';
import type { PlainLine, PlainPage } from './read-words.ts';
import { StyleFinder } from './styles.ts';

/** A gap as wide as the font size does not happen between words; justified text comes to 0.7. */
const CELL_GAP = 1;
/** Between words of a line that a narrower gap parts are no spaces (poppler's own rule). */
const SPACE_GAP = 0.1;

/** The page's lines, each word with its style, cut where gaps are wider than between words. `runs` null: plain style. */
export function pageOf(words: PlainPage, runs: RunPage | null): Page {
  const styles = new StyleFinder(runs?.runs ?? []);
  const lines = words.lines.flatMap((line, index) => linesOf(line, index, styles));
  return { width: words.width, height: words.height, lines, pictures: runs?.pictures ?? [] };
}

function linesOf({ block, words }: PlainLine, line: number, styles: StyleFinder): Line[] {
  // In poppler's order: from left to right, but in turned text as that is read.
  const whole = lineOf(
    words.map((word) => styles.styled(word)),
    block,
    line,
  );
  return splitAtGaps(whole, CELL_GAP * whole.size);
}

/** A line of these words (from left to right, at least one); its box is that of its larger words, without raised ones. */
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
  return {
    ...box,
    words: words.map((word) => (isMain(word) ? word : withScript(word, box, size))),
    block,
    line,
    size,
    rtl,
  };
}

/** Raised and lowered text is smaller than the text beside it. */
const SCRIPT_SIZE = 0.82;

function withScript(word: Word, line: Box, size: number): Word {
  const shift = middle(word) - middle(line);
  // Half a point is within what fonts differ in.
  const threshold = Math.max(0.5, size * 0.08);
  if (Math.abs(shift) < threshold) return word;
  const script = shift < 0 ? 'super' : 'sub';
  return { ...word, spans: word.spans.map((span): Span => ({ ...span, script })) };
}

/** Parts of a line between gaps wider than this. The gap after the mark of a list item (`•`, `1.`) does not count. */
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

/** The text of an item starts at most so many font sizes after its mark. */
export const MARK_GAP = 4;

/** `•`, `1.`, `(a)`: what stands before an item of a list. */
export function isListMark(text: string): boolean {
  return /^(?:[•‣◦▪●○■□➢✓⁃∙·\uf0a7\uf0b7\uf0d8\uf0fc]|\(?(?:\d{1,3}|[a-z])[.)])$/i.test(text);
}

/** Whether a space stands between two words that follow each other. */
export function spaceBetween(a: Word, b: Word): boolean {
  const across = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1);
  // Turned text goes up or down the page.
  const down = Math.max(a.y0, b.y0) - Math.min(a.y1, b.y1);
  const gap = Math.max(across, down);
  return gap > SPACE_GAP * Math.min(a.spans[0]?.style.size ?? 0, b.spans[0]?.style.size ?? 0);
}

/** Lines with their middles at one height, from top to bottom; each row from left to right. */
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

/** A mark that poppler took for a column of its own goes to the line it belongs to. */
export function joinMarks(lines: readonly Line[]): Line[] {
  const joined = new Map<Line, Line>();
  const taken = new Set<Line>();
  for (const row of rowsOf(lines)) {
    for (const [index, line] of row.entries()) {
      const next = row[index + 1];
      const only = line.words.length === 1 ? line.words[0] : undefined;
      if (next === undefined || only === undefined || !isListMark(wordText(only)) || wordLength(only) > 4) continue;
      if (next.x0 - line.x1 > MARK_GAP * next.size || next.x0 < line.x1) continue;
      joined.set(next, lineOf([...line.words, ...next.words], next.block, next.line));
      taken.add(line);
    }
  }
  return taken.size === 0
    ? [...lines]
    : lines.filter((line) => !taken.has(line)).map((line) => joined.get(line) ?? line);
}

/** Parts of one of poppler's lines that stand beside each other again; they keep their order. */
export function rejoin(lines: readonly Line[]): Line[] {
  const result: Line[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last !== undefined && last.line === line.line && last.x1 <= line.x0) {
      result[result.length - 1] = lineOf([...last.words, ...line.words], line.block, line.line);
    } else result.push(line);
  }
  return result;
}

/** The width of a space in a line. */
export const spaceOf = (line: Line): number => 0.25 * line.size;

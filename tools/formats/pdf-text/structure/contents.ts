import { type Inline, inlineText } from '../layout/inline.ts';
import { joinMarks, joinScripts, lineOf, MARK_GAP, rowsOf } from '../layout/lines.ts';
import { type Line, type Word, wordText } from '../reading/page.ts';
import type { DocumentFacts } from '../statistics.ts';
import type { Cell, Table } from '../tables/table.ts';

/*
 * Tables of contents: lines with a title, perhaps dots as a leader, and a page number.
 */

/** Dots that lead to a page number, with or without spaces between them. */
const LEADER = /(?:[.·…]\s?){4,}/u;
/** A line that ends with a leader and a page number (`12`, `xii`, `A-3`). */
const ENTRY = /\S.*?(?:[.·…]\s?){4,}[\p{L}\d-]{1,8}$/u;
const STARTS_WITH_LEADER = /^(?:[.·…]\s?){4,}/u;
/** Largest gap between the title and the dots, in font sizes. */
const LEADER_GAP = 10;
const PAGE_NUMBER = /^[\p{L}\d-]{1,8}$/u;

const textOf = (line: Line): string => line.words.map(wordText).join(' ');

/** Whether a line is an entry with dots before its page number. */
export function isEntry(line: Line): boolean {
  return ENTRY.test(textOf(line));
}

/**
 * Joins what poppler split into one line each: a mark or number and its text, raised signs and their text, the entries of contents.
 * @param isHeading whether a line looks like a heading
 */
export function joinParts(lines: readonly Line[], isHeading: (line: Line) => boolean): Line[] {
  return joinEntries(joinMarks(joinScripts(lines), isHeading));
}

/** Joins the parts of each entry with dots into one line: its number, title, dots and page number. */
function joinEntries(lines: readonly Line[]): Line[] {
  if (!lines.some((line) => LEADER.test(textOf(line)))) return [...lines];
  const replaced = new Map<Line, Line | null>();
  for (const row of rowsOf(lines)) {
    for (const [index, line] of row.entries()) {
      if (!LEADER.test(textOf(line)) || replaced.has(line)) continue;
      const entry = entryAround(row, index);
      if (entry.length < 2) continue;
      for (const part of entry) replaced.set(part, null);
      const words: Word[] = entry.flatMap((part) => part.words);
      replaced.set(entry[0] as Line, lineOf(words, line.block, line.line));
    }
  }
  return lines.flatMap((line) => {
    const found = replaced.get(line);
    return found === undefined ? [line] : found === null ? [] : [found];
  });
}

/** Returns the parts that belong to the dots in a row: what is close before them, and the number after them. */
function entryAround(row: readonly Line[], index: number): Line[] {
  const at = row[index] as Line;
  const entry = [at];
  for (let before = row[index - 1], n = index - 1; before !== undefined && n >= 0; n -= 1, before = row[n]) {
    const [first] = entry as [Line];
    const furthest = STARTS_WITH_LEADER.test(textOf(first)) ? LEADER_GAP : MARK_GAP;
    if (first.x0 - before.x1 > furthest * at.size || isEntry(before)) break;
    entry.unshift(before);
  }
  const after = row[index + 1];
  if (after !== undefined && PAGE_NUMBER.test(textOf(after)) && after.x0 - at.x1 < MARK_GAP * at.size)
    entry.push(after);
  return entry;
}

/** Returns the text of an entry with one sign in place of its dots. */
export function withoutLeader(content: Inline): Inline {
  const start = inlineText(content).search(LEADER);
  if (start < 0) return content;
  let at = 0;
  let written = false;
  return content.flatMap((span) => {
    const from = at;
    at += span.text.length;
    if (at <= start) return [span];
    const title = span.text.slice(0, Math.max(0, start - from)).trimEnd();
    const rest = span.text.slice(Math.max(0, start - from)).replace(/^[.·…\s]+/u, '');
    const text = written ? rest : `${title} … ${rest}`;
    written = true;
    return text === '' ? [] : [{ ...span, text }];
  });
}

/** Fewer rows may be an ordinary table. */
const LEAST_ROWS = 3;
/** Smallest distance of page numbers from most titles, in font sizes. */
const LEAST_GAP = 4;

/**
 * Returns the rows of a table of contents without dots as lines: each row ends with a number that is neither smaller than the one before
 * nor larger than the document's page count. Null for any other table.
 */
export function contentsLines({ rows }: Table, facts: DocumentFacts): Line[] | null {
  if (rows.length < LEAST_ROWS) return null;
  const lines: Line[] = [];
  let page = 0;
  for (const row of rows) {
    const parts = row.flatMap((cell: Cell) => cell.lines);
    const [number, ...others] = [...parts].sort((a, b) => b.x0 - a.x0);
    const value = number === undefined ? '' : textOf(number);
    if (number === undefined || !/^\d{1,4}$/.test(value) || Number(value) < page || Number(value) > facts.pages + 1)
      return null;
    if (!others.some((line) => /\p{L}/u.test(textOf(line)))) return null;
    page = Number(value);
    const words = parts.flatMap((line) => line.words).sort((a, b) => a.x0 - b.x0);
    lines.push(lineOf(words, number.block, number.line));
  }
  const far = lines.filter(({ words, size }) => (words.at(-1)?.x0 ?? 0) - (words.at(-2)?.x1 ?? 0) > LEAST_GAP * size);
  return page > 1 && far.length * 2 > lines.length ? lines : null;
}

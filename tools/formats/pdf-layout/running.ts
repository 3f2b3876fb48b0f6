import type { Inline, Paragraph, Running } from '../docx/model.ts';
import { inlineOf } from '../pdf-text/layout/inline.ts';
import { rowsOf } from '../pdf-text/layout/lines.ts';
import type { Line } from '../pdf-text/reading/page.ts';
import type { Frame, LayoutFacts, RunningLine } from './facts.ts';
import { NO_NOTES } from './footnotes.ts';
import { type Setting, tabbedRow } from './paragraphs.ts';

/** Headers and footers of the document, and their distance from the top and the bottom of the page, points. */
export interface RunningText {
  readonly headers: Running;
  readonly footers: Running;
  readonly headerAt: number;
  readonly footerAt: number;
  /** Number of the first page. */
  readonly firstNumber: number;
}

type Pages = 'default' | 'even' | 'first';

export function runningOf(facts: LayoutFacts, page: { readonly height: number }, frame: Frame): RunningText {
  const setting: Setting = { facts: facts.text, body: facts.body, notes: NO_NOTES };
  const pages = facts.text.pages;
  const offset = offsetOf(facts.running);
  const tops = facts.running.filter(({ edge }) => edge === 'top');
  const bottoms = facts.running.filter(({ edge }) => edge === 'bottom');
  const make = (lines: readonly RunningLine[]): { running: Running; at: { top: number; bottom: number } } =>
    runningPart(lines, { pages, offset }, frame, setting);
  const [header, footer] = [make(tops), make(bottoms)];
  return {
    headers: header.running,
    footers: footer.running,
    headerAt: Number.isFinite(header.at.top) ? Math.max(0, header.at.top) : 36,
    footerAt: Number.isFinite(footer.at.bottom) ? Math.max(0, page.height - footer.at.bottom) : 36,
    firstNumber: 1 + offset,
  };
}

/** Number of pages, and the offset of their printed numbers. */
interface Count {
  readonly pages: number;
  readonly offset: number;
}

/** Returns the offset of the page numbers in headers and footers; 0 if there are none. */
function offsetOf(running: readonly RunningLine[]): number {
  for (const { texts } of running) {
    if (texts.size < 2) continue;
    const numbers = [...texts].map(([page, text]) => (text.match(/\d+/g) ?? []).map((found) => Number(found) - page));
    const offset = numbers[0]?.find((each, index) => numbers.every((others) => others[index] === each));
    if (offset !== undefined) return offset;
  }
  return 0;
}

function runningPart(
  lines: readonly RunningLine[],
  count: Count,
  frame: Frame,
  setting: Setting,
): { running: Running; at: { top: number; bottom: number } } {
  const at = { top: Number.POSITIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY };
  if (lines.length === 0) return { running: {}, at };
  const numbers = (line: RunningLine): number[] => [...line.texts.keys()];
  const isOdd = (line: RunningLine): boolean => numbers(line).every((number) => number % 2 === 1);
  const isEven = (line: RunningLine): boolean => numbers(line).every((number) => number % 2 === 0);
  const paragraphs = (of: readonly RunningLine[]): Paragraph[] => {
    const fields = new Map(of.map((running) => [running.line, running]));
    let bottom = Number.NaN;
    return rowsOf(of.map(({ line }) => line)).map((row) => {
      const placed = tabbedRow(row, { x0: frame.left, x1: frame.right }, setting);
      at.top = Math.min(at.top, placed.top);
      at.bottom = Math.max(at.bottom, placed.bottom);
      const before = Number.isNaN(bottom) ? 0 : Math.max(0, placed.top - bottom);
      bottom = placed.bottom;
      return { ...placed.paragraph, before, content: withFields(placed.paragraph.content, row, fields, count) };
    });
  };
  const running: Partial<Record<Pages, Paragraph[]>> = {};
  const isSplit = lines.some((line) => count.pages > 3 && (isOdd(line) || isEven(line)));
  if (isSplit) {
    running.default = paragraphs(lines.filter((line) => !isEven(line)));
    running.even = paragraphs(lines.filter((line) => !isOdd(line)));
  } else running.default = paragraphs(lines);
  const first = lines.filter((line) => line.texts.has(1));
  if (first.length < lines.filter((line) => !isEven(line)).length) running.first = paragraphs(first);
  return { running, at };
}

/** Turns numbers that match the pages into fields. */
function withFields(
  content: readonly Inline[],
  row: readonly Line[],
  running: ReadonlyMap<Line, RunningLine>,
  count: Count,
): Inline[] {
  const patterns = row.map((line) => numberFields(running.get(line), count));
  let part = -1;
  let seen = 0;
  let inPart = true;
  const result: Inline[] = [];
  const texts = row.map((line) => inlineOf(line).length);
  for (const inline of content) {
    if (inline.kind !== 'text') {
      result.push(inline);
      continue;
    }
    if (part < 0 || seen >= (texts[part] ?? 0)) {
      part += 1;
      seen = 0;
      inPart = true;
    }
    seen += 1;
    const fields = patterns[part] ?? [];
    let index = inPart ? 0 : -1;
    inPart = true;
    for (const piece of inline.text.split(/(\d+)/)) {
      if (piece === '') continue;
      const field = /^\d+$/.test(piece) && index >= 0 ? fields[index++] : undefined;
      if (field === undefined || field === null) result.push({ ...inline, text: piece });
      else result.push({ kind: 'field', field, shown: piece, letters: inline.letters });
    }
  }
  return result;
}

/** Returns the field for each number of the line; null if the number stays. */
function numberFields(running: RunningLine | undefined, { pages, offset }: Count): ('PAGE' | 'NUMPAGES' | null)[] {
  if (running === undefined || running.texts.size < 2) return [];
  const numbers = [...running.texts].map(([page, text]) => ({ page, found: (text.match(/\d+/g) ?? []).map(Number) }));
  const [first] = numbers;
  return (first?.found ?? []).map((_, index) => {
    if (numbers.every(({ page, found }) => found[index] === page + offset)) return 'PAGE';
    return numbers.every(({ found }) => found[index] === pages) && index > 0 ? 'NUMPAGES' : null;
  });
}

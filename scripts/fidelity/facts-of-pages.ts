import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { z } from 'zod';
import type { Case, Measure } from './measure.ts';

const Fact = z.object({ pdf: z.string(), page: z.int().min(1), max_diffs: z.int().default(0) });
const Cell = z.string().default('');
const PageFact = z.discriminatedUnion('type', [
  Fact.extend({
    ...{ type: z.enum(['present', 'absent']), text: z.string() },
    ...{ case_sensitive: z.boolean().default(true), first_n: z.int().optional(), last_n: z.int().optional() },
  }),
  Fact.extend({ type: z.literal('order'), before: z.string(), after: z.string() }),
  Fact.extend({ type: z.literal('math'), math: z.string() }),
  Fact.extend({
    ...{ type: z.literal('table'), cell: z.string() },
    ...{ up: Cell, down: Cell, left: Cell, right: Cell, top_heading: Cell, left_heading: Cell },
  }),
]);
/** What somebody has seen on a page of a PDF. */
type PageFact = z.infer<typeof PageFact>;
type TextFact = Extract<PageFact, { type: 'present' | 'absent' }>;
type TableFact = Extract<PageFact, { type: 'table' }>;

/** olmOCR's pages: a list of facts, each of a page of a PDF in the folder `pdfs` beside the list. Pages without text are recognised. */
export const withFactsOfPages: Measure = async (files, convert) => {
  const lists = [...files].filter((path) => basename(path) === 'dataset.jsonl');
  const cases = await Promise.all(
    lists.map(async (list): Promise<Case[]> => {
      const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line.trim() !== '');
      const made = new Map<string, Promise<string>>();
      return lines.map((line) => {
        const fact = PageFact.parse(JSON.parse(line));
        const input = join(dirname(list), 'pdfs', fact.pdf);
        const text = async (): Promise<string> => {
          const options = { pages: String(fact.page), ocr: true, language: 'eng' };
          const [path = ''] = await convert(input, 'md', options);
          return readFile(path, 'utf8');
        };
        const score = async () => {
          const key = `${fact.pdf} ${fact.page}`;
          const markdown = made.get(key) ?? text();
          made.set(key, markdown);
          const isTrue = holds(fact, await markdown);
          return { scores: { right: Number(isTrue) }, wrong: isTrue ? [] : [line] };
        };
        return { input, group: `facts of pages: ${fact.type}`, score };
      });
    }),
  );
  return cases.flat();
};

function holds(fact: PageFact, markdown: string): boolean {
  switch (fact.type) {
    case 'present':
      return isThere(fact, markdown);
    case 'absent':
      return !isThere(fact, markdown);
    case 'order': {
      const [first = Number.POSITIVE_INFINITY] = placesOf(fact.before, markdown, fact.max_diffs);
      return (placesOf(fact.after, markdown, fact.max_diffs).at(-1) ?? -1) > first;
    }
    case 'math':
      return markdown.replaceAll(/\s/g, '').includes(fact.math.replaceAll(/\s/g, ''));
    case 'table':
      return tablesOf(markdown).some((rows) => rows.some((row, y) => row.some((_, x) => isCell(fact, rows, x, y))));
  }
}

/** Returns whether a text is in the Markdown, or in so many letters of its beginning and end. */
function isThere(
  { text, case_sensitive: isExact, first_n: first, last_n: last, max_diffs: most }: TextFact,
  markdown: string,
): boolean {
  const all = plain(markdown);
  const ends = [
    ...(first === undefined ? [] : [all.slice(0, first)]),
    ...(last === undefined ? [] : [all.slice(-last)]),
  ];
  const read = ends.length === 0 ? all : ends.join('');
  return (
    placesOf(...(isExact ? ([text, read] as const) : ([text.toLowerCase(), read.toLowerCase()] as const)), most)
      .length > 0
  );
}

/** Returns whether a cell is the one that is meant, and has the neighbours that it should have. */
function isCell(fact: TableFact, rows: readonly (readonly string[])[], x: number, y: number): boolean {
  const at = (row: number, column: number): string => rows[row]?.[column] ?? '';
  const expected = [
    [fact.cell, at(y, x)],
    [fact.up, at(y - 1, x)],
    [fact.down, at(y + 1, x)],
    [fact.left, at(y, x - 1)],
    [fact.right, at(y, x + 1)],
    [fact.top_heading, at(0, x)],
    [fact.left_heading, at(y, 0)],
  ] as const;
  return expected.every(([right, made]) => right === '' || isAlike(right, made, fact.max_diffs));
}

/** Returns the places in a text at whose end something stands, with up to `most` letters that differ (Sellers' algorithm). */
function placesOf(what: string, text: string, most: number): number[] {
  const [right, made] = [plain(what), plain(text)];
  let column = Array.from({ length: right.length + 1 }, (_, index) => index);
  const places: number[] = [];
  for (let at = 0; at < made.length; at++) {
    const next = [0];
    for (let index = 1; index <= right.length; index++) {
      const replaced = (column[index - 1] ?? 0) + Number(right[index - 1] !== made[at]);
      next.push(Math.min(replaced, (column[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    column = next;
    if ((column.at(-1) ?? 0) <= most) places.push(at);
  }
  return places;
}

/** Returns whether a cell has a text, with up to `most` letters that differ. */
function isAlike(right: string, made: string, most: number): boolean {
  return Math.abs(plain(right).length - plain(made).length) <= most && placesOf(right, made, most).length > 0;
}

/** Returns a text in which emphasis and forms of spaces, quotation marks and dashes make no difference. */
function plain(text: string): string {
  return text
    .replaceAll(/<br\/?>/g, ' ')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/\*+|__/g, '')
    .normalize('NFC')
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[–—‑‒−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function tablesOf(markdown: string): string[][][] {
  const tables: string[][][] = [];
  for (const token of new MarkdownIt('default', { html: true }).parse(markdown, {})) {
    if (token.type === 'table_open') tables.push([]);
    if (token.type === 'tr_open') tables.at(-1)?.push([]);
    if (token.type === 'th_open' || token.type === 'td_open') tables.at(-1)?.at(-1)?.push('');
    const row = tables.at(-1)?.at(-1);
    if (token.type === 'inline' && token.level > 3 && row !== undefined) row[row.length - 1] = token.content;
  }
  return tables;
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { HtmlWriter } from './html.ts';
import { blocksOf } from './layout/blocks.ts';
import type { Interval } from './layout/columns.ts';
import { pageOf, rowsOf } from './layout/lines.ts';
import type { Page } from './reading/page.ts';
import { pagesOf } from './reading/pages.ts';
import { readWordPages } from './reading/read-words.ts';
import { type DocumentFacts, FactsCollector } from './statistics.ts';
import { type Drawing, DrawnPages } from './tables/graphics/drawn-pages.ts';
import { type Grid, gridsOf } from './tables/graphics/grids.ts';
import { itemsOf } from './tables/graphics/items.ts';
import { SHEET_END, SHEET_HEAD, sheetRows } from './tables/sheet.ts';

/** Output of the layout: flowing text, or rows of cells. */
export type Shape = 'text' | 'sheets';

export interface ReflowJob {
  readonly shape: Shape;
  /** Whether the text has a mark at the start of each page. */
  readonly marksPages: boolean;
  /** Names of files in the job's folder: output of pdftotext -bbox-layout and pdftohtml -xml, and the HTML to write. */
  readonly words: string;
  readonly runs: string;
  /** Pages that may hold tables drawn with lines. */
  readonly drawings: readonly Drawing[];
  readonly html: string;
}

/** Asks for the pages with text in columns, which may hold tables. */
export interface ColumnsJob {
  readonly shape: 'columns';
  readonly words: string;
}

export interface ReflowResult {
  readonly hasText: boolean;
}

/**
 * Reads the pages twice, first to collect facts about the whole document, then to write them, so that memory holds one page at a time.
 * Throws ConversionError `input_bomb` for a page with too many words.
 */
export async function runReflow(job: ReflowJob, folder: string): Promise<ReflowResult> {
  const [words, runs] = [join(folder, job.words), join(folder, job.runs)];
  const collector = new FactsCollector();
  for await (const page of pagesOf(words, runs, { faces: true })) collector.add(page);
  const facts = collector.facts();
  const output = createWriteStream(join(folder, job.html));
  try {
    const drawn = new DrawnPages(job.drawings, folder);
    const pages = job.shape === 'text' ? textOf(words, runs, facts, drawn, job) : sheetOf(words, runs, facts, drawn);
    for await (const html of pages) {
      if (!output.write(html)) await once(output, 'drain');
    }
  } finally {
    output.end();
    await finished(output);
  }
  return { hasText: facts.hasText };
}

async function* textOf(
  words: string,
  runs: string,
  facts: DocumentFacts,
  drawn: DrawnPages,
  job: Pick<ReflowJob, 'marksPages'>,
): AsyncGenerator<string> {
  const writer = new HtmlWriter(facts, job);
  yield writer.head();
  let number = 0;
  let above: readonly Interval[] = [];
  for await (const page of pagesOf(words, runs, { faces: true })) {
    number += 1;
    const { blocks, columns } = blocksOf(page, { number, facts, above, grids: await gridsOn(page, number, drawn) });
    above = columns;
    yield writer.page(blocks, number);
  }
  yield writer.end();
}

async function* sheetOf(words: string, runs: string, facts: DocumentFacts, drawn: DrawnPages): AsyncGenerator<string> {
  yield SHEET_HEAD;
  let number = 0;
  let above: readonly Interval[] = [];
  for await (const page of pagesOf(words, runs)) {
    number += 1;
    const { rows, columns } = sheetRows(page, { number, facts, above, grids: await gridsOn(page, number, drawn) });
    above = columns;
    yield rows;
  }
  yield SHEET_END;
}

async function gridsOn(page: Page, number: number, drawn: DrawnPages): Promise<Grid[]> {
  const svg = await drawn.page(number);
  if (svg === null) return [];
  const grids = gridsOf(itemsOf(svg, page).flatMap(({ rules }) => rules));
  return grids.filter((grid) => !isDecoration(grid, page));
}

/** Rows of areas that reach both sides of the paper; more are a table on paper that was cut to it. */
const MOST_ROWS = 3;

/** Whether the grid spans the whole width of a page, as on covers. */
function isDecoration({ x0, x1, ys }: Grid, page: Page): boolean {
  return x0 < 2 && x1 > page.width - 2 && ys.length - 1 <= MOST_ROWS;
}

/** Fewest rows of a table that have text in several columns. */
const LEAST_ROWS = 2;

/** Returns the numbers of the pages with text in columns. Throws ConversionError `input_bomb` for a page with too many words. */
export async function findColumns(job: ColumnsJob, folder: string): Promise<{ readonly pages: number[] }> {
  const pages: number[] = [];
  let number = 0;
  for await (const plain of readWordPages(join(folder, job.words))) {
    number += 1;
    const rows = rowsOf(pageOf(plain, null).lines);
    if (rows.filter((row) => row.length > 1).length >= LEAST_ROWS) pages.push(number);
  }
  return { pages };
}

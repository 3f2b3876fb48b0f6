import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { blocksOf } from './blocks.ts';
import type { Interval } from './columns.ts';
import { HtmlWriter } from './html.ts';
import { pagesOf } from './pages.ts';
import { SHEET_END, SHEET_HEAD, sheetRows } from './sheet.ts';
import { type DocumentFacts, FactsCollector } from './statistics.ts';

/** What a PDF becomes: flowing text, or rows of cells. */
export type Shape = 'text' | 'sheets';

export interface ReflowJob {
  readonly shape: Shape;
  /** Whether the text has a mark where each page begins. */
  readonly marksPages: boolean;
  /** Names in the job's folder: what pdftotext -bbox-layout and pdftohtml -xml wrote, and the HTML to write. */
  readonly words: string;
  readonly runs: string;
  readonly html: string;
}

export interface ReflowResult {
  readonly hasText: boolean;
}

/**
 * Reads the pages twice, first for what only the whole document tells, then to write them, so that memory holds one page
 * at a time. Throws ConversionError `input_bomb` for a page of too many words.
 */
export async function runReflow(job: ReflowJob, folder: string): Promise<ReflowResult> {
  const [words, runs] = [join(folder, job.words), join(folder, job.runs)];
  const collector = new FactsCollector();
  for await (const page of pagesOf(words, runs)) collector.add(page);
  const facts = collector.facts();
  const output = createWriteStream(join(folder, job.html));
  try {
    for await (const html of job.shape === 'text' ? textOf(words, runs, facts, job) : sheetOf(words, runs, facts)) {
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
  job: Pick<ReflowJob, 'marksPages'>,
): AsyncGenerator<string> {
  const writer = new HtmlWriter(facts, job);
  yield writer.head();
  let number = 0;
  let above: readonly Interval[] = [];
  for await (const page of pagesOf(words, runs)) {
    number += 1;
    const { blocks, columns } = blocksOf(page, { number, facts, above });
    above = columns;
    yield writer.page(blocks, number);
  }
  yield writer.end();
}

async function* sheetOf(words: string, runs: string, facts: DocumentFacts): AsyncGenerator<string> {
  yield SHEET_HEAD;
  let number = 0;
  let above: readonly Interval[] = [];
  for await (const page of pagesOf(words, runs)) {
    number += 1;
    const { rows, columns } = sheetRows(page, { number, facts, above });
    above = columns;
    yield rows;
  }
  yield SHEET_END;
}

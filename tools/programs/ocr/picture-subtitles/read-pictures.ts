import { mkdtemp } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../../src/util/concurrency.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { isSure } from '../judgement.ts';
import type { InstalledLanguages } from '../languages.ts';
import type { Reading } from '../recognition-settings.ts';
import { readPictures } from '../tesseract.ts';
import { parseTsv } from '../tsv.ts';

/** What was read in a picture of a subtitle. */
export interface ReadPicture {
  /** Lines; empty if nothing was read. */
  readonly text: string;
  /** Whether tesseract is sure of it. */
  readonly isSure: boolean;
}

/** Pictures that one process reads: its start is then a small part, and each core has several turns. */
const AT_ONCE = 40;

/** Subtitles are one block of lines, drawn at the density of print. */
const BLOCK = { segmentation: 6, threshold: 'page', dpi: 300 } as const satisfies Omit<Reading, 'languages'>;

/** Reads pictures of subtitles, by the names of their files in `folder`. Throws what readPictures throws. */
export async function readSubtitlePictures(
  names: readonly string[],
  folder: string,
  languages: InstalledLanguages,
  context: WorkContext,
): Promise<ReadonlyMap<string, ReadPicture>> {
  const read = new Map<string, ReadPicture>();
  const runs = Array.from({ length: Math.ceil(names.length / AT_ONCE) }, (_, run) =>
    names.slice(run * AT_ONCE, (run + 1) * AT_ONCE),
  );
  await forEachConcurrently(runs, availableParallelism(), async (run) => {
    const paths = run.map((name) => join(folder, name));
    const tsv = await readPictures(paths, { languages, ...BLOCK }, await mkdtemp(join(folder, 'run-')), context);
    const pages = parseTsv(
      tsv,
      run.map(() => 1),
    );
    for (const [index, name] of run.entries()) {
      const page = pages[index];
      const lines = page?.paragraphs.flatMap((paragraph) => paragraph.lines.map(({ text }) => text)) ?? [];
      read.set(name, { text: lines.map(withoutBars).join('\n'), isSure: page !== undefined && isSure(page) });
    }
    context.progress((100 * read.size) / names.length);
  });
  return read;
}

/** Subtitles have no vertical bars: it is a capital i. */
const withoutBars = (line: string): string => line.replaceAll('|', 'I');

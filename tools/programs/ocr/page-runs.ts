import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../src/util/concurrency.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { InstalledLanguages } from './languages.ts';
import type { Preparation, Recognition } from './options.ts';
import { type PageImage, type PageInput, renderPages, runsOf, type SourcePage } from './pages.ts';

/** How pages are read, after the languages were found. */
export interface Reader {
  readonly input: PageInput;
  readonly recognition: Recognition;
  readonly languages: InstalledLanguages;
  readonly context: WorkContext;
}

/** Renders pages run by run, as many at once as there are cores, and removes the pictures of each after `use`. */
export async function inRuns(
  {
    input,
    recognition,
    context,
  }: Pick<Reader, 'input' | 'context'> & {
    readonly recognition: { readonly preparation: Pick<Preparation, 'gray' | 'enlarge'> };
  },
  pages: readonly SourcePage[],
  folder: string,
  use: (run: readonly SourcePage[], images: readonly PageImage[], folder: string) => Promise<void>,
): Promise<void> {
  const cores = availableParallelism();
  await forEachConcurrently(runsOf(pages, cores), cores, async (run) => {
    const runFolder = await mkdtemp(join(folder, 'run-'));
    await use(run, await renderPages(input, run, recognition.preparation, runFolder, context), runFolder);
    await rm(runFolder, { recursive: true });
  });
}

/** Returns a function that is called once for each page read. */
export function pageProgress(pages: number, alreadyDone: number, context: WorkContext): () => void {
  let done = alreadyDone;
  return () => {
    done += 1;
    context.progress(Math.min(100, (100 * done) / Math.max(1, pages)));
  };
}

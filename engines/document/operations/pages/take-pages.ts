import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { countPages, eachPage, pageRange, type Run } from '../../../../src/runner/page-list.ts';
import { allDone } from '../../../../src/util/concurrency.ts';
import { addLayers, markLayers } from '../../../../tools/formats/pdf-pages/carry-layers.ts';
import { lossesOf } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import { dropLostParts } from '../../../../tools/formats/pdf-pages/drop-lost-parts.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { PdfJob } from '../operation.ts';

/**
 * With more pages than this, taking pages out of a document is too slow: the time qpdf needs grows with the square of their number (4000: 3
 * seconds; 20 000: minutes). Copying them into an empty document takes 3 seconds.
 */
const MOST_PAGES_IN_PLACE = 5000;

/** Warns of what a document of so many pages loses by takePages; once, however often its pages are taken. */
export async function warnOfPagesAlone(file: PdfFile, job: PdfJob): Promise<void> {
  if (file.pages <= MOST_PAGES_IN_PLACE) return;
  const lost = (await lossesOf(file, job)).map(({ name }) => name);
  if (lost.length === 0) return;
  const message = `The PDF has more than ${MOST_PAGES_IN_PLACE} pages, so only its pages were taken over; not in the result: ${lost.join(', ')}.`;
  job.context.warn('output_limited', message, { lost });
}

/**
 * Takes the pages of a range in qpdf's syntax (`3,1-2`), in that order, then all pages of further `files`. `options` are qpdf's. Throws
 * what runQpdf throws.
 */
export async function takePages(
  file: PdfFile,
  range: string,
  output: string,
  job: PdfJob,
  { files = [], options = [] }: { readonly files?: readonly string[]; readonly options?: readonly string[] } = {},
): Promise<void> {
  const take = (input: string, pages: string, into: string) =>
    runQpdf(
      {
        input,
        readsMore: true,
        options: ['--pages', pages, '@-', ...files, '--', ...options],
        pages: [range],
        output: into,
      },
      job,
    );
  if (file.pages <= MOST_PAGES_IN_PLACE) return take(file.path, '.', output);
  const marked = await markLayers(file, 0, job);
  if (marked.layers === null) return take('--empty', file.path, output);
  const taken = join(await job.newFolder(), 'pages.pdf');
  await take('--empty', marked.file.path, taken);
  const { path } = await addLayers({ ...file, path: taken }, [marked], job);
  await rename(path, output);
}

/**
 * Returns a document of these pages, in that order, with the bookmarks, fields and tags of them, and all attachments and metadata. Warns of
 * what is lost. Throws what runQpdf throws.
 */
export async function keepPages(file: PdfFile, pages: readonly Run[], job: PdfJob): Promise<PdfFile> {
  const output = join(await job.newFolder(), 'document.pdf');
  await warnOfPagesAlone(file, job);
  const take = takePages(file, pageRange(pages), output, job);
  const result = { ...file, path: output, pages: countPages(pages) };
  const kept = new Set(eachPage(pages)).size;
  if (kept === file.pages) {
    await take;
    return result;
  }
  const [had] = await allDone([lossesOf(file, job), take]);
  return dropLostParts(result, had, job);
}

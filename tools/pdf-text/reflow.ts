import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { writeRuns, writeWords } from './extract.ts';
import { infoOf } from './info.ts';
import { openPdf, type PdfInput } from './open.ts';
import { picturesFit } from './pictures.ts';
import { layOut } from './pool.ts';
import type { Shape } from './reflow-job.ts';

export const MAX_PAGES = 5000;

const WORDS = 'words.xml';
/** What `writeRuns` writes. */
export const RUNS = 'runs.xml';
const HTML = 'document.html';

export interface ReflowedPdf {
  /** Path of the HTML file. */
  readonly html: string;
  readonly pages: number;
  /** False where no page has text: a scan, for which the user needs text recognition. */
  readonly hasText: boolean;
}

/**
 * What the text of a PDF becomes: one UTF-8 HTML file beside its pictures (relative `src`), all in `folder`, which exists
 * and lies in the work folder. `text`: paragraphs, headings, lists, tables, links and pictures for LibreOffice Writer;
 * `sheets`: one table of all rows for Calc. `marksPages`: the text has a mark where each page begins (tools/text/page-marks.ts). Drawings made of lines and areas, and diagonal watermarks, are not kept. Throws ConversionError as
 * pdfInfo does, and `input_bomb` for more than 5000 pages or more than 200 000 words on one.
 */
export async function pdfToHtml(
  input: PdfInput,
  shape: Shape,
  folder: string,
  context: WorkContext,
  { marksPages = false }: { readonly marksPages?: boolean } = {},
): Promise<ReflowedPdf> {
  const pdf = await openPdf(input, context);
  const { pages } = await infoOf(pdf.path, { ...input, decrypted: pdf.decrypted }, context);
  refuseTooManyPages(pages);
  const path = await realpath(pdf.path);
  const pictures = shape === 'text' && (await picturesFit(path, context));
  if (shape === 'text' && !pictures) context.warn('output_limited', TOO_MANY_PICTURES);
  const [words, runs] = [join(folder, WORDS), join(folder, RUNS)];
  await Promise.all([
    writeWords(path, words, { diagonal: false }, input, context),
    writeRuns(path, folder, RUNS, { pictures }, input, context),
  ]);
  const inputs = { [WORDS]: words, [RUNS]: runs };
  const { hasText } = await layOut(
    { shape, marksPages, words: WORDS, runs: RUNS, html: HTML },
    inputs,
    folder,
    context,
  );
  await Promise.all([rm(words), rm(runs)]);
  return { html: join(folder, HTML), pages, hasText };
}

export const TOO_MANY_PICTURES = 'The PDF draws too many or too large pictures; its text was converted without them.';

/** Throws ConversionError `input_bomb` for more pages than are laid out at once. */
export function refuseTooManyPages(pages: number): void {
  if (pages <= MAX_PAGES) return;
  const message = `The PDF has ${pages} pages; at most ${MAX_PAGES} can be converted at once. Split it.`;
  throw new ConversionError('input_bomb', message, { details: { pages, limit: MAX_PAGES } });
}

import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { infoOf } from '../pdf-text/info.ts';
import { openPdf, type PdfInput } from '../pdf-text/open.ts';
import { picturesFit } from '../pdf-text/pictures.ts';
import { warnOfDiagonals, writeLevelWords, writeRuns } from '../pdf-text/reading/extract.ts';
import { extractInOrder } from '../pdf-text/reading/ligatures.ts';
import { RUNS, refuseTooManyPages, TOO_MANY_PICTURES } from '../pdf-text/reflow.ts';
import type { Drawing } from '../pdf-text/tables/graphics/drawn-pages.ts';
import { drawPages, PAGES_A_RUN } from '../pdf-text/tables/graphics/write.ts';
import type { LayoutJob, LayoutResult } from './layout-job.ts';
import { layOutDocument } from './pool.ts';

const WORDS = 'words.xml';
const DOCX = 'document.docx';

/** Pages with drawings that are converted; further pages of a longer document are text only. */
const MAX_DRAWN_PAGES = 2000;

/** CPU time of one run. */
const CPU_SECONDS = 120;

export interface LaidOutPdf {
  /** Path of the docx. */
  readonly docx: string;
  /** False if no page has text. */
  readonly hasText: boolean;
  /** Whether pages have bitmaps. */
  readonly hasPictures: boolean;
  /** Whether pages have drawings of lines and areas. */
  readonly hasDrawings: boolean;
}

/**
 * Converts a PDF to a text document: paragraphs that flow, tables, lists, columns, headers and footers, with fonts, sizes and colours;
 * pictures and drawings at their places. All files are made in `folder`, which exists and is in the work folder. Throws ConversionError as
 * pdfInfo does, and `input_bomb` for more than 5000 pages or more than 200 000 words on one. Warns with `output_limited` about what is not
 * kept.
 */
export async function pdfToDocx(input: PdfInput, folder: string, context: WorkContext): Promise<LaidOutPdf> {
  const pdf = await openPdf(input, context);
  const { pages } = await infoOf(pdf.path, { ...input, decrypted: pdf.decrypted }, context);
  refuseTooManyPages(pages);
  const path = await realpath(pdf.path);
  const [words, runs] = [join(folder, WORDS), join(folder, RUNS)];
  const extract = (from: string) =>
    Promise.all([
      writeLevelWords(from, words, input, context),
      writeRuns(from, folder, RUNS, { pictures: false }, input, context),
    ]);
  const [diagonals] = await extractInOrder(path, words, extract, context);
  warnOfDiagonals(diagonals, context);
  const drawings = await writeDrawings(path, pages, folder, context);
  const names = drawings.map(({ name }) => [name, join(folder, name)] as const);
  const inputs = { [WORDS]: words, [RUNS]: runs, ...Object.fromEntries(names) };
  const job: LayoutJob = { words: WORDS, runs: RUNS, drawings, docx: DOCX };
  const result = await layOut(job, inputs, folder, context);
  await Promise.all(Object.values(inputs).map((each) => rm(each)));
  if (result.lost > 0) {
    const message = `${result.lost} characters of the PDF could not be placed and are not in the result.`;
    context.warn('output_limited', message);
  }
  return {
    docx: join(folder, DOCX),
    hasText: result.hasText,
    hasPictures: result.pictures > 0,
    hasDrawings: result.drawings > 0,
  };
}

/** Drawings that are too much for the layout process must not cost the text. */
async function layOut(
  job: LayoutJob,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  context: WorkContext,
): Promise<LayoutResult> {
  try {
    return await layOutDocument(job, inputs, folder, context);
  } catch (error) {
    const isTooMuch = error instanceof ConversionError && error.code !== 'input_bomb' && !context.signal.aborted;
    if (!isTooMuch || job.drawings.length === 0) throw error;
    context.warn('output_limited', TOO_MANY_PICTURES);
    return layOutDocument({ ...job, drawings: [] }, inputs, folder, context);
  }
}

/** Writes the drawings of the pages as SVG. Pages that cannot be drawn are left out, with a warning. */
async function writeDrawings(
  path: string,
  pages: number,
  folder: string,
  context: WorkContext,
): Promise<LayoutJob['drawings']> {
  if (!(await picturesFit(path, context))) {
    context.warn('output_limited', TOO_MANY_PICTURES);
    return [];
  }
  const drawn: Drawing[] = [];
  const failed: string[] = [];
  const last = Math.min(pages, MAX_DRAWN_PAGES);
  for (let from = 1; from <= last; from += PAGES_A_RUN) {
    const until = Math.min(last, from + PAGES_A_RUN - 1);
    const draw = async (pages: Pick<Drawing, 'from' | 'until'>): Promise<boolean> => {
      const name = `drawings-${pages.from}.svg`;
      const isDrawn = await drawPages(path, pages, join(folder, name), { cpuSeconds: CPU_SECONDS }, context);
      if (isDrawn) drawn.push({ name, ...pages });
      return isDrawn;
    };
    if (await draw({ from, until })) continue;
    // One page that is too much must not cost the others.
    for (let page = from; page <= until; page += 1) {
      if (!(await draw({ from: page, until: page }))) failed.push(`${page}`);
    }
  }
  if (last < pages) failed.push(`${last + 1} to ${pages}`);
  if (failed.length > 0) {
    const message = `Pictures and drawings of these pages could not be kept: ${failed.join(', ')}.`;
    context.warn('output_limited', message);
  }
  return drawn;
}

import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { infoOf } from './info.ts';
import { openPdf, type PdfInput } from './open.ts';
import { picturesFit } from './pictures.ts';
import { layOut, pagesWithColumns } from './pool.ts';
import { warnOfDiagonals, writeLevelWords, writeRuns } from './reading/extract.ts';
import { extractInOrder } from './reading/ligatures.ts';
import type { ReflowJob, ReflowResult, Shape } from './reflow-job.ts';
import type { Drawing } from './tables/graphics/drawn-pages.ts';
import { drawPages, PAGES_A_RUN } from './tables/graphics/write.ts';

export const MAX_PAGES = 5000;

const WORDS = 'words.xml';
/** Name of the file that `writeRuns` writes. */
export const RUNS = 'runs.xml';
const HTML = 'document.html';

export interface ReflowedPdf {
  /** Path of the HTML file. */
  readonly html: string;
  readonly pages: number;
  /** False if no page has text: the PDF is a scan, and the user needs text recognition. */
  readonly hasText: boolean;
}

/**
 * Converts the text of a PDF to one UTF-8 HTML file and its pictures (relative `src`), all in `folder`, which exists and is in the work
 * folder. `text`: paragraphs, headings, lists, tables, links and pictures for LibreOffice Writer; `sheets`: one table of all rows for Calc.
 * `marksPages`: the text has a mark at the start of each page (tools/formats/text/page-marks.ts). Drawings made of lines and areas, and diagonal
 * watermarks, are not kept; the lines of tables only show their cells. Throws ConversionError as pdfInfo does, and `input_bomb` for more
 * than 5000 pages or more than 200 000 words on one.
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
  const extract = (from: string) =>
    Promise.all([
      writeLevelWords(from, words, input, context).then(async (diagonals) => ({
        diagonals,
        drawings: await drawTables({ path, pages, words }, folder, context),
      })),
      writeRuns(from, folder, RUNS, { pictures }, input, context),
    ]);
  const [{ diagonals, drawings }] = await extractInOrder(path, words, extract, context);
  warnOfDiagonals(diagonals, context);
  const drawn = drawings.map(({ name }) => [name, join(folder, name)] as const);
  const inputs = { [WORDS]: words, [RUNS]: runs, ...Object.fromEntries(drawn) };
  const job = { shape, marksPages, words: WORDS, runs: RUNS, drawings, html: HTML };
  const { hasText } = await layOutWithDrawings(job, inputs, folder, context);
  await Promise.all(Object.values(inputs).map((file) => rm(file)));
  return { html: join(folder, HTML), pages, hasText };
}

/** Drawings that are too much for the layout process must not cost the text: tables are then found by the text. */
async function layOutWithDrawings(
  job: ReflowJob,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  context: WorkContext,
): Promise<ReflowResult> {
  try {
    return await layOut(job, inputs, folder, context);
  } catch (error) {
    const isTooMuch = error instanceof ConversionError && error.code !== 'input_bomb' && !context.signal.aborted;
    if (!isTooMuch || job.drawings.length === 0) throw error;
    return layOut({ ...job, drawings: [] }, inputs, folder, context);
  }
}

/** CPU time of one run that draws pages for the lines of their tables; pages that need more are drawings. */
const CPU_SECONDS = 20;
/** Runs that may fail: pages after those that are drawings are drawn, too. */
const MOST_FAILED = 2;
/** Largest number of pages that are drawn; tables on further pages are found by their text. */
const MAX_DRAWN_PAGES = 500;

/** Draws the pages that may have tables. All pages of a short document are drawn, which costs less than searching for tables. */
async function drawTables(
  pdf: { readonly path: string; readonly pages: number; readonly words: string },
  folder: string,
  context: WorkContext,
): Promise<Drawing[]> {
  const isShort = pdf.pages <= PAGES_A_RUN;
  const numbers = isShort
    ? Array.from({ length: pdf.pages }, (_, index) => index + 1)
    : await pagesWithColumns({ shape: 'columns', words: WORDS }, pdf.words, context);
  const drawings: Drawing[] = [];
  let failed = 0;
  for (const pages of rangesOf(numbers.slice(0, MAX_DRAWN_PAGES))) {
    if (failed === MOST_FAILED) break;
    const name = `drawings-${pages.from}.svg`;
    const isDrawn = await drawPages(pdf.path, pages, join(folder, name), { cpuSeconds: CPU_SECONDS }, context);
    if (isDrawn) drawings.push({ name, ...pages });
    else failed += 1;
  }
  return drawings;
}

/** Groups numbers, in their order, into ranges of at most PAGES_A_RUN. */
function rangesOf(numbers: readonly number[]): { from: number; until: number }[] {
  const ranges: { from: number; until: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.until === number - 1 && number - last.from < PAGES_A_RUN) last.until = number;
    else ranges.push({ from: number, until: number });
  }
  return ranges;
}

export const TOO_MANY_PICTURES = 'The PDF draws too many or too large pictures; its text was converted without them.';

/** Throws ConversionError `input_bomb` if there are more pages than are laid out at once. */
export function refuseTooManyPages(pages: number): void {
  if (pages <= MAX_PAGES) return;
  const message = `The PDF has ${pages} pages; at most ${MAX_PAGES} can be converted at once. Split it.`;
  throw new ConversionError('input_bomb', message, { details: { pages, limit: MAX_PAGES } });
}

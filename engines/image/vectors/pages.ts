import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { changePages } from '../../../tools/formats/pdf-pages/change-pages.ts';
import { RSVG } from '../../../tools/programs/librsvg/svg-to-pdf.ts';
import { POPPLER } from '../../../tools/programs/poppler/programs.ts';
import { QPDF } from '../../../tools/programs/qpdf/programs.ts';
import { pageSizes } from '../decode/pdf.ts';
import { FINISHER_LIMITS } from '../encode/programs.ts';
import type { ImageOptions } from '../options.ts';
import type { Size } from '../size.ts';
import { cssOf, isDistorted, pointsOf } from './size.ts';
import type { PdfPage } from './vectors.ts';

/* Pages of PDFs, and what poppler's programs make of them. */

/** Programs that drawings need, besides those that open them. */
export const VECTOR_PROGRAMS: readonly ProgramPlaces[] = [
  ...[RSVG, QPDF, POPPLER.pdfinfo, POPPLER.pdffonts, POPPLER.pdftocairo, POPPLER.pdftops],
];

export async function run(program: ProgramPlaces, args: readonly string[], context: WorkContext): Promise<string> {
  const path = await findProgram(program);
  return (await context.run({ name: program.name, path, args, limits: FINISHER_LIMITS })).stdout;
}

/** Returns the arguments of poppler's programs that choose one page. */
export const only = ({ number }: PdfPage): string[] => ['-f', `${number}`, '-l', `${number}`];

/** Returns the size of a page as it is shown, points. */
export async function sizeOfPage(page: PdfPage, context: WorkContext): Promise<Size> {
  const [size] = pageSizes(await run(POPPLER.pdfinfo, [...only(page), page.path], context));
  return size ?? { width: 1, height: 1 };
}

/** Joins pages into one PDF. Without a random identifier two runs give the same bytes. */
export async function joinPages(pages: readonly PdfPage[], output: string, context: WorkContext): Promise<PdfPage> {
  const chosen = pages.flatMap(({ path, number }) => [path, `${number}`]);
  await run(QPDF, ['--empty', '--deterministic-id', '--pages', ...chosen, '--', output], context);
  return { path: output, number: 1 };
}

/** Returns the page in the size that the options ask for, alone in a PDF. It keeps its proportions. */
export async function sizedPage(page: PdfPage, options: ImageOptions, context: WorkContext): Promise<PdfPage> {
  const folder = await partFolder(context, 'page');
  const alone = await joinPages([page], join(folder, 'page.pdf'), context);
  if (options.width === undefined && options.height === undefined) return alone;
  const size = await sizeOfPage(page, context);
  const asked = pointsOf(cssOf(size), options);
  if (
    isDistorted(options) &&
    Math.abs((asked.width * size.height) / (asked.height * size.width) - 1) > SHAPE_TOLERANCE
  ) {
    const message = 'The drawing keeps its proportions, in the middle of a page of the requested size.';
    context.warn('option_adjusted', message, { option: 'resize_handling' });
  }
  const change = { kind: 'fit', paper: { ...asked, fixed: true }, orientation: null } as const;
  const work = { context, newFolder: () => partFolder(context, 'page') };
  const [changed] = await changePages([{ path: alone.path, pages: 1 }], change, work);
  return changed === undefined ? alone : { path: changed.path, number: 1 };
}

/** Whole pixels may change proportions by this much. */
const SHAPE_TOLERANCE = 0.01;

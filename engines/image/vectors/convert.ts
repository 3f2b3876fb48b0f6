import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { POPPLER } from '../../../tools/programs/poppler/programs.ts';
import { unpackingFolder } from '../decode/unpack.ts';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES } from '../limits.ts';
import type { ImageOptions } from '../options.ts';
import type { TargetFacts } from '../targets.ts';
import { warnOfOptions, whyPixels } from './options.ts';
import { joinPages, only, run, sizedPage, sizeOfPage } from './pages.ts';
import { warnIfDrawnAsPixels } from './postscript.ts';
import { asksForSize, cssOf } from './size.ts';
import { writeSvg } from './svg.ts';
import { warnOfSvgLosses } from './svg-losses.ts';
import { openVectors, type PdfPage, VECTOR_FORMATS, type Vectors } from './vectors.ts';

type Written = Pick<OutputFile, 'path' | 'suffix'>;

interface Work {
  readonly options: ImageOptions;
  /** Indices of the requested pages. */
  readonly chosen: readonly number[];
  readonly context: WorkContext;
}

/** How each target that contains vectors is written. */
const WRITERS: Readonly<Record<string, (vectors: Vectors, work: Work) => Promise<Written[]>>> = {
  eps: async (vectors, work) => {
    const eps = async (page: PdfPage, path: string) => {
      await run(POPPLER.pdftops, ['-level3', '-eps', ...only(page), page.path, path], work.context);
      await warnIfDrawnAsPixels(path, work.context);
    };
    return eachPage(await vectors.pdfs(), 'eps', eps, work);
  },
  pdf: async (vectors, work) =>
    eachPage(await vectors.pdfs(), 'pdf', (page, path) => joinPages([page], path, work.context).then(() => {}), work),
  ps: writePostscript,
  svg: async (vectors, work) =>
    vectors.svgs === undefined ? writeGlyphs(vectors, work) : writeDrawings(vectors, work),
};

/**
 * Converts a drawing without making it pixels. Null: the input is none, the target has no vectors, or an option needs pixels, of which a
 * warning tells. Pages of a PDF become a PDF of pictures, as asked for: the category document keeps them.
 * @param choose returns the indices of the requested pages
 */
export async function convertVectors(
  input: LocalInput,
  { name: target, contentType, identifiedAs }: TargetFacts,
  options: ImageOptions,
  choose: (count: number) => readonly number[],
  context: WorkContext,
): Promise<OutputFile[] | null> {
  const format = input.format?.name ?? '';
  const write = WRITERS[target];
  if (write === undefined || !VECTOR_FORMATS.has(format) || (format === 'pdf' && target === 'pdf')) return null;
  if (whyPixels(target, options, context)) return null;
  const folder = await unpackingFolder(input, context);
  const vectors = await openVectors({ input, options, context, folder });
  if (vectors.count > MAX_PAGES) throw tooManyPages(vectors.count);
  const written = await write(vectors, { options, chosen: choose(vectors.count), context });
  for (const { path } of written) {
    if ((await identify(path))?.name === identifiedAs) continue;
    throw new ConversionError('conversion_failed', `The result is not a valid ${target} file.`);
  }
  if (format === 'svg' && target !== 'svg') await warnOfSvgLosses(input.path, context);
  warnOfOptions(target, options, context);
  return written.map((output) => ({ ...output, extension: target, contentType }));
}

/** Writes a file for each requested page. */
async function eachPage(
  pages: readonly PdfPage[],
  extension: string,
  write: (page: PdfPage, path: string) => Promise<void>,
  { options, chosen, context }: Work,
): Promise<Written[]> {
  const folder = join(context.workFolder, 'drawings');
  await mkdir(folder);
  const written: Written[] = [];
  for (const index of chosen) {
    const page = pages[index];
    if (page === undefined) throw new RangeError(`a drawing of ${pages.length} pages has no page ${index}`);
    const path = join(folder, `${index + 1}.${extension}`);
    const isResized = extension !== 'svg' && asksForSize(options);
    await write(isResized ? await sizedPage(page, options, context) : page, path);
    written.push({ path, ...(chosen.length > 1 && { suffix: `-${index + 1}` }) });
    context.progress((100 * written.length) / chosen.length);
  }
  return written;
}

/** Writes the SVGs that the drawing is, or that it became first. */
async function writeDrawings({ svgs = [], pdfs, check }: Vectors, work: Work): Promise<Written[]> {
  const { options, context } = work;
  // Only their sizes count.
  const pages = asksForSize(options) ? await pdfs() : [];
  if (!asksForSize(options)) await check?.();
  const drawings = svgs.map((path, index) => ({ path, number: index + 1 }));
  const write = (svg: PdfPage, path: string) => {
    const page = pages[svg.number - 1];
    const css = async () => cssOf(page ? await sizeOfPage(page, context) : { width: 1, height: 1 });
    return writeSvg(svg.path, css, options, path, context);
  };
  return eachPage(drawings, 'svg', write, work);
}

/** Writes an SVG of each page of a PDF: poppler draws its letters as shapes. */
async function writeGlyphs({ pdfs }: Vectors, work: Work): Promise<Written[]> {
  const { options, context } = work;
  let hasText = false;
  const write = async (page: PdfPage, path: string): Promise<void> => {
    const drawn = `${path}.drawn`;
    await run(POPPLER.pdftocairo, ['-svg', ...only(page), page.path, drawn], context);
    hasText ||= hasFonts(await run(POPPLER.pdffonts, [...only(page), page.path], context));
    await writeSvg(drawn, async () => cssOf(await sizeOfPage(page, context)), options, path, context);
  };
  const written = await eachPage(await pdfs(), 'svg', write, work);
  if (hasText) {
    const message = 'Text became shapes: it looks as before, but cannot be searched or edited.';
    context.warn('output_limited', message);
  }
  return written;
}

/** pdffonts prints two lines of headings, then a line for each font. */
const hasFonts = (fonts: string): boolean => fonts.trim().split('\n').length > 2;

/** Writes all requested pages into one PostScript file. */
async function writePostscript(vectors: Vectors, { options, chosen, context }: Work): Promise<Written[]> {
  const all = await vectors.pdfs();
  const pages: PdfPage[] = [];
  for (const page of chosen.map((index) => all[index])) {
    if (page === undefined) continue;
    pages.push(asksForSize(options) ? await sizedPage(page, options, context) : page);
  }
  const { path: joined } = await joinPages(pages, join(context.workFolder, 'pages.pdf'), context);
  const path = join(context.workFolder, 'drawing.ps');
  await run(POPPLER.pdftops, ['-level3', '-origpagesizes', joined, path], context);
  await warnIfDrawnAsPixels(path, context);
  return [{ path }];
}

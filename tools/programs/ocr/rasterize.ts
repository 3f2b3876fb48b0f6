import { mkdtemp, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../src/util/concurrency.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../poppler/programs.ts';
import { qpdfProgram } from '../qpdf/programs.ts';
import { nativePages } from './native.ts';
import { listPages, MAX_PAGES, MAX_PIXELS, runsOf, type SourcePage, warnOfLowered } from './pages.ts';
import { listPictures, renderPictures } from './pictures.ts';
import { ocrProgram } from './programs.ts';

/** Quality of page pictures as JPEG, percent: letters lose nothing visible. */
const JPEG_QUALITY = 90;
/** qpdf's exit code for a result with warnings. */
const WITH_WARNINGS = 3;

/**
 * Makes a PDF of the pictures in a bitmap file, each on a page of its own size. JPEG files are embedded unchanged; other pictures as
 * pixels, over white if they are transparent. Returns its path.
 */
export async function pdfOfPictures(path: string, folder: string, context: WorkContext): Promise<string> {
  const { pages, jpeg } = await listPictures(path, MAX_PAGES, context);
  const [first] = pages;
  if (jpeg && first !== undefined) {
    const size = ['--imgsize', `${first.density}dpix${first.density}dpi`];
    return picturesToPdf([path], [...size, '--rotation', 'ifvalid'], folder, context);
  }
  const pictures = {
    first: 1,
    last: pages.length,
    gray: false,
    enlarge: 1,
    mostPixels: MAX_PIXELS,
    format: 'png' as const,
  };
  const written = await renderPictures(path, folder, pictures, context);
  return picturesToPdf(
    written.map(({ name }) => join(folder, name)),
    [],
    folder,
    context,
  );
}

/**
 * Turns every page of the PDF without its own text into one picture (option rasterize_dpi). Pages with text and outlines stay, but links on
 * pages that become pictures are lost, with a warning. Returns the path of the new PDF, or of the old one if all pages have text. Throws
 * what listPages throws.
 */
export async function rasterizeUnselectable(
  path: string,
  dpi: number,
  folder: string,
  context: WorkContext,
): Promise<string> {
  const [pages, native] = await Promise.all([
    listPages({ kind: 'pdf', path }, dpi, context),
    nativePages(path, folder, context),
  ]);
  const unselectable = pages.filter(({ number }) => !native.has(number));
  if (unselectable.length === 0) return path;
  warnOfLowered(unselectable, dpi, context);
  const cores = availableParallelism();
  const parts = new Map<number, { path: string; last: number }>();
  // One run for each core if there are few pages: starting the programs of a run takes as long as rendering some pages.
  await forEachConcurrently(runsOf(unselectable, Math.ceil(cores / 2)), cores, async (run) => {
    const part = await pictureOfRun(path, run, folder, context);
    parts.set(run[0]?.number ?? 0, { path: part, last: run.at(-1)?.number ?? 0 });
  });
  const message = `${unselectable.length === 1 ? 'One page' : `${unselectable.length} pages`} without text became a picture each; links and notes on them are lost.`;
  context.warn('output_limited', message, { option: 'rasterize_dpi', pages: unselectable.length });
  return assemble(path, pages.length, parts, folder, context);
}

/** Makes a PDF of the pictures of a run of pages. */
async function pictureOfRun(
  path: string,
  run: readonly SourcePage[],
  folder: string,
  context: WorkContext,
): Promise<string> {
  const runFolder = await mkdtemp(join(folder, 'pictures-'));
  const density = String(run[0]?.dpi ?? 0);
  const range = ['-f', String(run[0]?.number), '-l', String(run.at(-1)?.number)];
  const jpeg = ['-jpeg', '-jpegopt', `quality=${JPEG_QUALITY}`];
  const args = ['-cropbox', '-r', density, ...jpeg, ...range, path, join(runFolder, 'page')];
  await context.run({ ...(await popplerProgram('pdftoppm')), args, limits: { cpuSeconds: 60 * run.length } });
  const names = (await readdir(runFolder)).filter((name) => name.endsWith('.jpg')).sort();
  const size = ['--imgsize', `${density}dpix${density}dpi`];
  return picturesToPdf(
    names.map((name) => join(runFolder, name)),
    size,
    runFolder,
    context,
  );
}

async function picturesToPdf(
  pictures: readonly string[],
  options: readonly string[],
  folder: string,
  context: WorkContext,
): Promise<string> {
  const output = join(folder, 'pictures.pdf');
  const args = [...options, '--engine', 'internal', '--output', output, '--', ...pictures];
  await context.run({ ...(await ocrProgram('img2pdf')), args });
  return output;
}

/** Returns the input with pages replaced by those of the parts; each part begins at its key. */
async function assemble(
  path: string,
  pages: number,
  parts: ReadonlyMap<number, { path: string; last: number }>,
  folder: string,
  context: WorkContext,
): Promise<string> {
  const sources: string[] = [];
  for (let page = 1; page <= pages; ) {
    const part = parts.get(page);
    if (part !== undefined) {
      sources.push(part.path, '1-z');
      page = part.last + 1;
    } else {
      const next = Math.min(pages + 1, ...[...parts.keys()].filter((number) => number > page));
      sources.push(path, `${page}-${next - 1}`);
      page = next;
    }
  }
  const output = join(folder, 'rasterized.pdf');
  const args = [path, '--pages', ...sources, '--', output];
  await context.run({ ...(await qpdfProgram(null)), args, acceptExitCodes: [0, WITH_WARNINGS] });
  return output;
}

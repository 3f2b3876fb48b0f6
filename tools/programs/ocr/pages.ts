import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { forEachConcurrently } from '../../../src/util/concurrency.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { isCutShort, popplerFailure } from '../../formats/pdf-text/open.ts';
import { popplerProgram } from '../poppler/programs.ts';
import type { Preparation } from './options.ts';
import { listPictures, renderPictures } from './pictures.ts';

/** Source of the pages: a PDF that opens without a password, or a bitmap (with each page of a TIFF). */
export interface PageInput {
  readonly kind: 'pdf' | 'picture';
  readonly path: string;
}

/** A page before it is rendered. */
export interface SourcePage {
  /** Number of the page, from 1. */
  readonly number: number;
  /** Density of its picture, dots per inch; null if the picture does not say. */
  readonly dpi: number | null;
  /** Displayed size, points. */
  readonly width: number;
  readonly height: number;
}

/** Picture of a page: PBM, PGM or PPM, which need no compression: rendering takes a sixth of the time of PNG. */
export interface PageImage {
  readonly number: number;
  readonly path: string;
}

/** Most pages: more take longer than a task may. */
export const MAX_PAGES = 2000;
/** Most pixels of one page: A1 at 300 dpi. Tesseract takes some 10 bytes for each. */
export const MAX_PIXELS = 70_000_000;
/** Longest side that tesseract accepts. */
const MAX_SIDE = 32_000;
/** Lowest density at which letters of usual size are readable. */
const LEAST_DPI = 70;

/** The density that tesseract's developers recommend. */
export const RECOGNITION_DPI = 300;

/** Most pages that one process renders and reads in a row: its start is then a small part, and each core has several turns. */
const LONGEST_RUN = 8;

/**
 * Lists the pages of an input with their sizes, before anything is unpacked; pages too large for `dpi` get a density that fits. Throws
 * ConversionError `input_bomb` for too many pages or a page that does not fit at 70 dpi, and `input_damaged`, `input_truncated`,
 * `input_password_needed`.
 */
export async function listPages(input: PageInput, dpi: number, context: WorkContext): Promise<readonly SourcePage[]> {
  const pages = input.kind === 'pdf' ? await listPdf(input.path, dpi, context) : await listBitmap(input.path, context);
  if (pages.length > MAX_PAGES) {
    const message = `The input has more than ${MAX_PAGES} pages, the most whose text is recognised at once. Split it.`;
    throw new ConversionError('input_bomb', message, { details: { limit: MAX_PAGES } });
  }
  return pages;
}

/** Warns about pages that listPages gave a lower density than requested. */
export function warnOfLowered(pages: readonly SourcePage[], dpi: number, context: WorkContext): void {
  const lowered = pages.filter((page) => page.dpi !== null && page.dpi < dpi).map(({ number }) => number);
  if (lowered.length === 0) return;
  const which =
    lowered.length === 1 ? `Page ${lowered[0]} is` : `${lowered.length} pages (the first is page ${lowered[0]}) are`;
  const message = `${which} too large for a picture of ${dpi} dots an inch; a lower density was used.`;
  context.warn('output_limited', message, { pages: lowered.slice(0, 100), limit: MAX_PIXELS });
}

/** Returns runs of consecutive pages with the same density, one for each process; `cores` of them run at once. */
export function runsOf(pages: readonly SourcePage[], cores: number): readonly (readonly SourcePage[])[] {
  const length = Math.min(LONGEST_RUN, Math.max(1, Math.ceil(pages.length / (2 * cores))));
  const runs: SourcePage[][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last === undefined || last.length >= length || before?.dpi !== page.dpi || before.number + 1 !== page.number) {
      runs.push([page]);
    } else last.push(page);
  }
  return runs;
}

/** Writes the pictures of a run of pages (runsOf) into `folder`, prepared for recognition. */
export async function renderPages(
  input: PageInput,
  run: readonly SourcePage[],
  { gray, enlarge }: Pick<Preparation, 'gray' | 'enlarge'>,
  folder: string,
  context: WorkContext,
): Promise<readonly PageImage[]> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (input.kind === 'picture') {
    const range = {
      first: first.number,
      last: last.number,
      gray,
      enlarge,
      mostPixels: MAX_PIXELS,
      format: 'pnm' as const,
    };
    const written = await renderPictures(input.path, folder, range, context);
    return written.map(({ number, name }) => ({ number, path: join(folder, name) }));
  }
  const density = Math.min(...run.map((page) => fittingDpi(page, (page.dpi ?? RECOGNITION_DPI) * enlarge)));
  const range = ['-f', String(first.number), '-l', String(last.number)];
  const args = [
    '-cropbox',
    '-r',
    String(density),
    ...(gray ? ['-gray'] : []),
    ...range,
    input.path,
    join(folder, 'page'),
  ];
  await context.run({ ...(await popplerProgram('pdftoppm')), args, limits: { cpuSeconds: 60 * run.length } });
  return imagesIn(folder);
}

/**
 * Returns the pictures of all pages of an input, in order: rendered by as many processes as there are cores. `dpi`: density of a PDF's
 * pages; pictures keep their own. In a new folder inside the work folder. Throws what listPages throws.
 */
export async function pageImages(
  input: PageInput,
  dpi: number,
  cores: number,
  context: WorkContext,
): Promise<readonly PageImage[]> {
  const images: PageImage[] = [];
  await forEachConcurrently(runsOf(await listPages(input, dpi, context), cores), cores, async (run) => {
    const folder = await mkdtemp(join(context.workFolder, 'pages-'));
    images.push(...(await renderPages(input, run, { gray: false, enlarge: 1 }, folder, context)));
  });
  return images.sort((one, other) => one.number - other.number);
}

/** pdftoppm numbers its files with as many digits as the number of the document's last page. */
export async function imagesIn(folder: string): Promise<PageImage[]> {
  const images = (await readdir(folder)).flatMap((name) => {
    const number = /^page-(\d+)\.p[bgp]m$/.exec(name)?.[1];
    return number === undefined ? [] : [{ number: Number(number), path: join(folder, name) }];
  });
  return images.sort((one, other) => one.number - other.number);
}

async function listPdf(path: string, dpi: number, context: WorkContext): Promise<SourcePage[]> {
  const sizes = new Map<number, { width: number; height: number; turned: boolean }>();
  let count = 0;
  const onStdout = (line: string): void => {
    count = Number(/^Pages: +(\d+)$/.exec(line)?.[1] ?? count);
    const [, number, width, height] = /^Page +(\d+) size: +([\d.]+) x ([\d.]+) pts/.exec(line) ?? [];
    if (number !== undefined)
      sizes.set(Number(number), { width: Number(width), height: Number(height), turned: false });
    const rotated = /^Page +(\d+) rot: +(?:90|270)$/.exec(line)?.[1];
    const size = sizes.get(Number(rotated));
    if (size !== undefined) size.turned = true;
  };
  const args = ['-f', '1', '-l', String(MAX_PAGES + 1), path];
  const result = await context.run({ ...(await popplerProgram('pdfinfo')), args, onStdout, acceptExitCodes: 'any' });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, { path, password: null });
  if (count === 0) throw await noPages(path, result.stderr);
  const pages = [...sizes].map(([number, { width, height, turned }]) => {
    const page = turned ? { number, width: height, height: width } : { number, width, height };
    return { ...page, dpi: fittingDpi(page, dpi) };
  });
  return pages;
}

async function noPages(path: string, stderr: string): Promise<ConversionError> {
  const code = (await isCutShort(path)) ? 'input_truncated' : 'input_damaged';
  return new ConversionError(code, 'The PDF has no pages.', { log: stderr.slice(-4000) });
}

/** Returns the requested density, or the highest one at which the page is small enough to read. */
function fittingDpi({ number, width, height }: Pick<SourcePage, 'number' | 'width' | 'height'>, dpi: number): number {
  const bySide = (72 * MAX_SIDE) / Math.max(width, height, 1);
  const byArea = 72 * Math.sqrt(MAX_PIXELS / Math.max(width * height, 1));
  const fitting = Math.floor(Math.min(dpi, bySide, byArea));
  if (fitting >= Math.min(dpi, LEAST_DPI)) return fitting;
  const message = `Page ${number} is ${Math.round(width / 72)} x ${Math.round(height / 72)} inches large: its text cannot be recognised. Make it smaller, or leave it out.`;
  throw new ConversionError('input_bomb', message, { details: { page: number, limit: MAX_PIXELS } });
}

async function listBitmap(path: string, context: WorkContext): Promise<SourcePage[]> {
  const { pages, moves } = await listPictures(path, MAX_PAGES, context);
  if (moves)
    context.warn('output_limited', 'The picture is animated; only the text of its first frame was recognised.');
  return pages.map(({ width, height, dpi, density }, index) => {
    const scale = 72 / density;
    return { number: index + 1, dpi, width: width * scale, height: height * scale };
  });
}

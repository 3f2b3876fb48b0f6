import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachAtOnce } from '../../src/at-once.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { type InstalledLanguages, requireLanguages } from './languages.ts';
import { nativePages } from './native.ts';
import type { PageStructure, Recognition } from './options.ts';
import type { TextPage } from './page.ts';
import {
  listPages,
  type PageImage,
  type PageInput,
  RECOGNITION_DPI,
  renderPages,
  runsOf,
  type SourcePage,
  warnOfLowered,
} from './pages.ts';
import { turnPicture } from './pictures.ts';
import { requireTesseract } from './programs.ts';
import { findOrientation, type PageOrientation, type Reading, readPictures } from './tesseract.ts';
import { parseTsv, type ReadPage } from './tsv.ts';

/** How pages are read, once the languages are found. */
interface Reader {
  readonly input: PageInput;
  readonly recognition: Recognition;
  readonly languages: InstalledLanguages;
  readonly context: WorkContext;
}

/**
 * The text of every page, in order: pages of a PDF that have text keep it unless `recognition.rasterize`; the others are
 * rendered and read, as many at once as there are cores. Throws what listPages, requireLanguages and nativePages do.
 */
export async function readPages(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<readonly TextPage[]> {
  const [languages] = await Promise.all([requireLanguages(recognition), requireTesseract()]);
  const reader = { input, recognition, languages, context };
  const pages = await listPages(input, RECOGNITION_DPI, context);
  const done =
    input.kind === 'pdf' && !recognition.rasterize ? await nativePages(input.path, folder, context) : new Map();
  const scans = pages.filter(({ number }) => !done.has(number));
  if (input.kind === 'pdf') warnOfLowered(scans, RECOGNITION_DPI, context);
  const progress = pageProgress(pages.length, pages.length - scans.length, context);
  await inRuns(reader, scans, folder, async (run, images, runFolder) => {
    for (const page of await readRun(reader, run, images, runFolder, progress)) done.set(page.number, page);
  });
  context.progress(100);
  return pages.flatMap(({ number }) => done.get(number) ?? []);
}

/** Which side of every page is up, and the script; null for a page without enough text. Throws what readPages does. */
export async function readOrientations(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<readonly (PageOrientation | null)[]> {
  const [languages] = await Promise.all([requireLanguages(recognition), requireTesseract()]);
  const reader = { input, recognition, languages, context };
  const pages = await listPages(input, RECOGNITION_DPI, context);
  const found = new Map<number, PageOrientation | null>();
  const progress = pageProgress(pages.length, 0, context);
  await inRuns(reader, pages, folder, async (_run, images) => {
    for (const { number, path } of images) {
      found.set(number, await findOrientation(path, reader.languages, context));
      progress();
    }
  });
  return pages.map(({ number }) => found.get(number) ?? null);
}

/** Renders pages run by run, as many at once as there are cores, and removes the pictures of each after `use`. */
async function inRuns(
  { input, recognition, context }: Reader,
  pages: readonly SourcePage[],
  folder: string,
  use: (run: readonly SourcePage[], images: readonly PageImage[], folder: string) => Promise<void>,
): Promise<void> {
  const cores = availableParallelism();
  await forEachAtOnce(runsOf(pages, cores), cores, async (run) => {
    const runFolder = await mkdtemp(join(folder, 'run-'));
    await use(run, await renderPages(input, run, recognition.preparation, runFolder, context), runFolder);
    await rm(runFolder, { recursive: true });
  });
}

async function readRun(
  reader: Reader,
  run: readonly SourcePage[],
  images: readonly PageImage[],
  folder: string,
  progress: () => void,
): Promise<readonly TextPage[]> {
  const { recognition, languages, context } = reader;
  const { structure, preparation } = recognition;
  if (structure.find === 'orientation') return [];
  const scans = run.flatMap((page) => {
    const image = images.find(({ number }) => number === page.number);
    return image === undefined ? [] : [{ page, path: image.path }];
  });
  const turned = new Set<number>();
  if (structure.orientation === 'always') {
    for (const { page, path } of scans) if (await turnUpright(path, languages, context)) turned.add(page.number);
  }
  const { segmentation } = structure;
  const dpi = readingDpi(run[0]?.dpi ?? null, preparation.enlarge);
  const reading: Reading = { languages, segmentation, threshold: preparation.threshold, dpi };
  const shown = scans.map(({ page }) => (turned.has(page.number) ? onItsSide(page) : page));
  const paths = scans.map(({ path }) => path);
  const widths = shown.map(({ width }) => width);
  const tsv = await readPictures(paths, reading, folder, context, (index) => index > 0 && progress());
  progress();
  const read = parseTsv(tsv, widths);
  const result: TextPage[] = [];
  for (const [index, page] of shown.entries()) {
    const first = read[index] ?? { paragraphs: [], confidence: 0, letters: 0 };
    const better = makesSense(first, structure)
      ? null
      : await readTurned(reader, page, paths[index] ?? '', reading, folder);
    const { number, width, height } = better?.page ?? page;
    result.push({ number, width, height, paragraphs: (better?.read ?? first).paragraphs });
  }
  return result;
}

/** Tesseract takes no less than 70; a picture that was enlarged has its density enlarged too. */
function readingDpi(dpi: number | null, enlarge: number): number | null {
  return dpi === null ? null : Math.max(70, dpi * enlarge);
}

/** Whether tesseract is this sure, percent, of what it reads; pages that lie on their side or head have 25 to 45 (measured). */
const SURE = 65;
/** Fewer letters are no page that could be turned. */
const FEW_LETTERS = 10;

function makesSense(read: ReadPage, structure: Extract<PageStructure, { find: 'text' }>): boolean {
  if (structure.orientation !== 'unreadable' || read.letters < FEW_LETTERS) return true;
  return read.confidence >= SURE && !isVertical(read);
}

/** Tesseract reads one of the two sides a page can lie on by itself, but its lines then run upwards. */
function isVertical({ paragraphs }: ReadPage): boolean {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines).filter(({ text }) => text.length > 5);
  const upwards = lines.filter(({ x0, y0, x1, y1 }) => y1 - y0 > x1 - x0);
  return upwards.length * 2 > lines.length;
}

/** The page read once more after it was turned upright; null where it lies right, or reads no better so. */
async function readTurned(
  { recognition, languages, context }: Reader,
  page: SourcePage,
  path: string,
  reading: Reading,
  folder: string,
): Promise<{ page: SourcePage; read: ReadPage } | null> {
  if (!languages.orientation || recognition.structure.find === 'orientation') return null;
  const found = await findOrientation(path, languages, context);
  if (found === null || found.turn === 0) return null;
  await turnPicture(path, found.turn, context);
  const turned = found.turn === 180 ? page : onItsSide(page);
  const [read] = parseTsv(await readPictures([path], reading, folder, context), [turned.width]);
  return read !== undefined && read.confidence >= SURE ? { page: turned, read } : null;
}

/** True where it was turned on another side. */
async function turnUpright(path: string, languages: InstalledLanguages, context: WorkContext): Promise<boolean> {
  const found = await findOrientation(path, languages, context);
  if (found === null || found.turn === 0) return false;
  await turnPicture(path, found.turn, context);
  return found.turn !== 180;
}

const onItsSide = (page: SourcePage): SourcePage => ({ ...page, width: page.height, height: page.width });

/** Called once for each page that was read. */
function pageProgress(pages: number, alreadyDone: number, context: WorkContext): () => void {
  let done = alreadyDone;
  return () => {
    done += 1;
    context.progress(Math.min(100, (100 * done) / Math.max(1, pages)));
  };
}

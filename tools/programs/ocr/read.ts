import type { WorkContext } from '../../../src/work/context.ts';
import { isSure, makesSense, onItsSide, readingDpi } from './judgement.ts';
import { type InstalledLanguages, requireLanguages } from './languages.ts';
import { nativePages } from './native.ts';
import type { Recognition } from './options.ts';
import type { TextPage } from './page.ts';
import { inRuns, pageProgress, type Reader } from './page-runs.ts';
import { listPages, type PageImage, type PageInput, RECOGNITION_DPI, type SourcePage, warnOfLowered } from './pages.ts';
import { turnPicture } from './pictures.ts';
import { requireTesseract } from './programs.ts';
import type { Reading } from './recognition-settings.ts';
import { findOrientation, readPictures } from './tesseract.ts';
import { parseTsv, type ReadPage } from './tsv.ts';

/**
 * Returns the text of every page, in order: pages of a PDF with text keep it unless `recognition.rasterize`; the others are rendered and
 * read, as many at once as there are cores. Throws what listPages, requireLanguages and nativePages throw.
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

/** Reads the page again after rotating it upright; null if it is upright, or not more readable when rotated. */
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
  return read !== undefined && isSure(read) ? { page: turned, read } : null;
}

/** Returns true if it was rotated. */
async function turnUpright(path: string, languages: InstalledLanguages, context: WorkContext): Promise<boolean> {
  const found = await findOrientation(path, languages, context);
  if (found === null || found.turn === 0) return false;
  await turnPicture(path, found.turn, context);
  return found.turn !== 180;
}

import type { WorkContext } from '../../../src/work/context.ts';
import { isSure, makesSense, readingDpi } from './judgement.ts';
import { requireLanguages } from './languages.ts';
import { nativePages } from './native.ts';
import type { Recognition } from './options.ts';
import { inRuns, pageProgress, type Reader } from './page-runs.ts';
import { listPages, type PageInput, RECOGNITION_DPI, type SourcePage } from './pages.ts';
import { turnPicture } from './pictures.ts';
import { requireTesseract } from './programs.ts';
import type { PageOrientation, Reading } from './recognition-settings.ts';
import { findOrientation, readPictures } from './tesseract.ts';
import { parseTsv, type ReadPage } from './tsv.ts';

/** Returns the orientation and script of every page; null for a page without enough text. Throws what readPages throws. */
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

/** Clockwise rotation that makes a page upright. */
export type Turn = 90 | 180 | 270;

/**
 * Returns the pages that are not upright, by number: those without their own text (all with `recognition.rasterize`), if the page structure
 * detects orientation. `unreadable` rotates a page as readPages does: if it makes no sense as it is, but does when rotated. `unreadable`:
 * pages known to make no sense; only these are examined. Throws what readPages throws.
 */
export async function findTurns(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
  unreadable?: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Turn>> {
  const { structure } = recognition;
  const found = new Map<number, Turn>();
  if (structure.find === 'orientation' || structure.orientation === 'never') return found;
  const [languages] = await Promise.all([requireLanguages(recognition), requireTesseract()]);
  if (!languages.orientation) return found;
  const reader = { input, recognition, languages, context };
  const pages = await listPages(input, RECOGNITION_DPI, context);
  const hasText =
    input.kind === 'pdf' && !recognition.rasterize ? await nativePages(input.path, folder, context) : new Map();
  const scans = pages.filter(({ number }) => !hasText.has(number) && unreadable?.has(number) !== false);
  await inRuns(reader, scans, folder, async (run, images, runFolder) => {
    for (const { number, path } of images) {
      const turn = (await findOrientation(path, languages, context))?.turn ?? 0;
      if (turn === 0) continue;
      const page = run.find((each) => each.number === number);
      const isUnreadable = unreadable !== undefined;
      if (
        structure.orientation === 'always' ||
        (page && (await readsBetter(reader, { ...page, path, isUnreadable }, turn, runFolder)))
      ) {
        found.set(number, turn);
      }
    }
  });
  return found;
}

/** Whether the picture of a page makes no sense as it is, which may be known, but does when rotated. */
async function readsBetter(
  { recognition, languages, context }: Reader,
  page: SourcePage & { readonly path: string; readonly isUnreadable: boolean },
  turn: Turn,
  folder: string,
): Promise<boolean> {
  const { structure, preparation } = recognition;
  if (structure.find === 'orientation') return false;
  const dpi = readingDpi(page.dpi, preparation.enlarge);
  const reading: Reading = { languages, segmentation: structure.segmentation, threshold: preparation.threshold, dpi };
  const read = async (): Promise<ReadPage | undefined> =>
    parseTsv(await readPictures([page.path], reading, folder, context), [page.width])[0];
  const first = page.isUnreadable ? null : await read();
  if (first === undefined || (first !== null && makesSense(first, structure))) return false;
  await turnPicture(page.path, turn, context);
  const second = await read();
  return second !== undefined && isSure(second);
}

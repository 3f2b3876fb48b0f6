import type { WorkContext } from '../../../src/work/context.ts';
import { textTurns } from '../../formats/pdf-text/reading/text-turns.ts';
import { orientationData } from './languages.ts';
import { hasInk } from './needed.ts';
import type { Turn } from './orientation.ts';
import { inRuns } from './page-runs.ts';
import { listPages, type PageImage, RECOGNITION_DPI } from './pages.ts';
import { turnPicture } from './pictures.ts';
import { requireTesseract } from './programs.ts';
import type { PageOrientation } from './recognition-settings.ts';
import { findOrientation } from './tesseract.ts';
import { turnPages } from './turn-pages.ts';

/** Least confidence in an orientation. Measured: 2.9 and more on pages with some lines of text, at most 0.7 on drawings. */
const LEAST_CONFIDENCE = 2;

/** A PDF whose pages are upright. */
export interface UprightPages {
  readonly path: string;
  /** Page, from 1 → degrees clockwise by which it was turned. */
  readonly turned: ReadonlyMap<number, Turn>;
  /** Pages on which something is seen, but too little text to tell; they stay as they are. Ascending. */
  readonly unjudged: readonly number[];
}

/**
 * Turns pages upright (option auto_rotate): a page with text of its own by the direction of most of it, others by what tesseract sees in
 * their picture. Tesseract is sure of a wrong orientation now and then, so a page is turned only if the turned picture is upright to it as
 * well. Throws ConversionError as listPages does, and `program_missing` without tesseract or its data for orientations.
 */
export async function uprightPages(path: string, folder: string, context: WorkContext): Promise<UprightPages> {
  const input = { kind: 'pdf', path } as const;
  const [texts, pages] = await Promise.all([
    textTurns(path, folder, context),
    listPages(input, RECOGNITION_DPI, context),
  ]);
  const found = new Map<number, Turn | 0 | null>(texts);
  const scans = pages.filter(({ number }) => !texts.has(number));
  if (scans.length > 0) {
    const [languages] = await Promise.all([orientationData('auto_rotate'), requireTesseract('auto_rotate')]);
    const look = (image: PageImage) => findOrientation(image.path, languages, context);
    const reader = { input, recognition: { preparation: { gray: true, enlarge: 1 as const } }, context };
    await inRuns(reader, scans, folder, async (_run, images) => {
      for (const image of images) {
        found.set(image.number, await turnOf(image, look, context));
        context.progress((100 * (found.size - texts.size)) / scans.length);
      }
    });
  }
  const turned = new Map<number, Turn>();
  const unjudged: number[] = [];
  for (const { number } of pages) {
    const turn = found.get(number) ?? null;
    if (turn === null && (await hasInk(path, number, folder, context))) unjudged.push(number);
    if (turn !== null && turn !== 0) turned.set(number, turn);
  }
  return { path: await turnPages(path, turned, folder, context), turned, unjudged };
}

/** Returns null if tesseract is not sure. Turns the picture. */
async function turnOf(
  image: PageImage,
  look: (image: PageImage) => Promise<PageOrientation | null>,
  context: WorkContext,
): Promise<Turn | 0 | null> {
  const { turn, confidence } = (await look(image)) ?? { turn: 0, confidence: 0 };
  if (confidence < LEAST_CONFIDENCE) return null;
  if (turn === 0) return 0;
  await turnPicture(image.path, turn, context);
  const again = await look(image);
  return again?.turn === 0 && again.confidence >= LEAST_CONFIDENCE ? turn : null;
}

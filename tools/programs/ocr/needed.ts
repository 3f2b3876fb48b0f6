import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../poppler/programs.ts';
import { nativePages } from './native.ts';
import type { Recognition } from './options.ts';
import { imagesIn, listPages, type PageInput, RECOGNITION_DPI } from './pages.ts';

/** How many pages need recognition: `some` if others have their own text. */
export type Need = 'all' | 'some' | 'none';

/** Enough to distinguish a blank page from one with a line of text. */
const GLANCE_DPI = 20;
/** Difference between the lightest and the darkest dot of a page that is not blank. */
const INK = 24;

/**
 * Returns which pages of an input must be read: those that are not blank and have no text, or all if `recognition.rasterize` is set or no
 * page has text. Throws what listPages and nativePages throw.
 */
export async function needsRecognition(
  input: PageInput,
  recognition: Pick<Recognition, 'rasterize'>,
  folder: string,
  context: WorkContext,
): Promise<Need> {
  if (input.kind === 'picture' || recognition.rasterize) return 'all';
  const [pages, native] = await Promise.all([
    listPages(input, RECOGNITION_DPI, context),
    nativePages(input.path, folder, context),
  ]);
  if (native.size === 0) return 'all';
  for (const { number } of pages) {
    if (!native.has(number) && (await hasInk(input.path, number, folder, context))) return 'some';
  }
  return 'none';
}

/** Whether a page of a PDF is not blank. */
export async function hasInk(path: string, page: number, folder: string, context: WorkContext): Promise<boolean> {
  const glance = await mkdtemp(join(folder, 'glance-'));
  const only = ['-f', String(page), '-l', String(page)];
  const args = ['-cropbox', '-gray', '-r', String(GLANCE_DPI), ...only, path, join(glance, 'page')];
  await context.run({ ...(await popplerProgram('pdftoppm')), args, limits: { cpuSeconds: 60 } });
  const [image] = await imagesIn(glance);
  const dots = image === undefined ? new Uint8Array() : shadesOf(await readFile(image.path));
  await rm(glance, { recursive: true });
  let [darkest, lightest] = [255, 0];
  for (const shade of dots) {
    if (shade < darkest) darkest = shade;
    if (shade > lightest) lightest = shade;
  }
  return lightest - darkest > INK;
}

/** Returns the data after the header of a PGM: `P5`, width, height and the highest value, each followed by one white space. */
function shadesOf(pgm: Uint8Array): Uint8Array {
  let at = 0;
  for (let fields = 0; fields < 4; at += 1) if (/\s/.test(String.fromCharCode(pgm[at] ?? 32))) fields += 1;
  return pgm.subarray(at);
}

import type { WorkContext } from '../../../src/work/context.ts';
import { formulasAsPictures } from '../../../tools/epub/formula-pictures.ts';
import type { BookOptions } from '../options.ts';
import type { Target } from '../targets.ts';
import type { Readable } from './readable.ts';

export interface DrawnSource {
  readonly source: Readable;
  /** Formulas that became pictures; null: pictures were not asked for. */
  readonly pictures: number | null;
}

/** Fine enough for print, where the book says how large a picture is shown. */
const PIXELS_PER_EM = 64;
/** Nothing in an FB2 says so: readers show its pixels as they are. */
const PIXELS_PER_EM_OF_FB2 = 20;

/** Their warning says already that they have no pictures (without-effect.ts). */
const TEXT_ALONE: ReadonlySet<Target> = new Set(['pdb', 'tcr', 'txt']);

/** The source with its formulas as pictures, where these were asked for. Warns where there is nothing to draw. */
export async function drawFormulasOf(
  source: Readable,
  { target, book }: { readonly target: Target; readonly book: BookOptions },
  context: WorkContext,
): Promise<DrawnSource> {
  if (book.formulas !== 'picture' || TEXT_ALONE.has(target)) return { source, pictures: null };
  const warn = (why: string): void =>
    context.warn('option_no_effect', `Option formulas has no effect: ${why}.`, { option: 'formulas' });
  if (source.format !== 'epub') {
    warn(
      'only formulas of an EPUB become pictures. Convert to epub with version 3 first, which keeps formulas of HTML',
    );
    return { source, pictures: null };
  }
  const scale = target === 'fb2' ? PIXELS_PER_EM_OF_FB2 : PIXELS_PER_EM;
  const { path, formulas, pictures } = await formulasAsPictures(source.path, scale, context);
  if (formulas === 0) warn('the book has no formulas');
  return { source: { ...source, path }, pictures };
}

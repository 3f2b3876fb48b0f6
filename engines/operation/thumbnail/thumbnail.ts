import type { TargetOptions } from '../../../src/catalog/definition.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import { PageWish } from '../../../src/runner/page-wish.ts';
import { type LocalInput, type WorkContext, within } from '../../../src/work/context.ts';
import type { catalog } from '../catalog.ts';
import { fittedPictures } from './fit.ts';
import { shownOf } from './shown.ts';

/** Progress, %, at which the file for the pictures is ready. */
const SHOWN = 50;

/** Makes pictures of the requested pages of an input of any kind. Throws what making them throws, and `input_wrong_type`. */
export async function thumbnail(
  input: LocalInput,
  options: TargetOptions<typeof catalog, 'thumbnail'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const pages = new PageWish(options.pages ?? (isPaged(input) ? 'all' : 'first'), input.filename);
  const shown = await shownOf(input, pages, within(context, 0, SHOWN));
  const made = await fittedPictures(shown, options, pages.choose, within(context, SHOWN, 100));
  pages.warn(context);
  return made;
}

/** Whether all pages are shown by default: a book is known by its cover, an animation by its first frame. */
const isPaged = ({ format }: LocalInput): boolean =>
  format?.name === 'tiff' || (format?.kind !== 'image' && format?.kind !== 'ebook');

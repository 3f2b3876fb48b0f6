import type { LocalInput } from '../../../src/work/context.ts';
import { pdfOfPictures } from '../../../tools/programs/ocr/rasterize.ts';
import { uprightPages } from '../../../tools/programs/ocr/upright.ts';
import { shownPages } from '../operations/pages/remove-blank-pages.ts';
import type { Draft, Work } from './step.ts';

/**
 * Turns the pages of a PDF, or of a bitmap that becomes one, upright (option auto_rotate). Warns which were turned, and which have too
 * little text for that. Throws what uprightPages throws.
 */
export async function turnUpright(
  draft: Draft,
  { filename }: Pick<LocalInput, 'filename'>,
  { context, newFolder }: Pick<Work, 'context' | 'newFolder'>,
): Promise<Draft> {
  const isPdf = draft.format === 'pdf';
  const path = isPdf ? draft.path : await pdfOfPictures(draft.path, await newFolder(), context);
  const { turned, unjudged, path: upright } = await uprightPages(path, await newFolder(), context);
  if (turned.size > 0) {
    const angles = ([90, 180, 270] as const).flatMap((turn) => {
      const pages = [...turned].flatMap(([page, by]) => (by === turn ? [`${page}`] : []));
      return pages.length === 0 ? [] : [`by ${turn} degrees: ${shownPages(pages)}`];
    });
    const message = `Pages of ${filename} were turned upright, clockwise ${angles.join('; ')}.`;
    context.warn('pages_turned', message, { option: 'auto_rotate', pages: Object.fromEntries(turned) });
  }
  if (unjudged.length > 0) {
    const message = `Pages of ${filename} have too little text to tell how they are turned, so they stay as they are: ${shownPages(unjudged.map(String))}. Option rotate turns them.`;
    context.warn('option_no_effect', message, { option: 'auto_rotate', pages: unjudged });
  }
  return turned.size === 0 && isPdf ? draft : { ...draft, path: upright, format: 'pdf' };
}

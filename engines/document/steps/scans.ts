import type { LocalInput } from '../../../src/work/context.ts';
import { needsRecognition } from '../../../tools/programs/ocr/needed.ts';
import { rasterizeUnselectable } from '../../../tools/programs/ocr/rasterize.ts';
import { straightenPages } from '../../../tools/programs/ocr/straighten.ts';
import type { PdfOptions } from '../operations/operation.ts';
import type { Draft, Work } from './step.ts';

/** Options of the target pdf that change the pages of a scan; with `ocr`, recognition applies them as well. */
export const SCAN_OPTIONS = ['rasterize_dpi', 'deskew'] as const satisfies readonly (keyof PdfOptions)[];

/**
 * Straightens the pages of a PDF that have no text (deskew), or turns each into one picture (rasterize_dpi). Warns if every page has text.
 * Throws what rasterizeUnselectable and straightenPages throw.
 */
export async function workOnScans(
  draft: Draft,
  { filename }: Pick<LocalInput, 'filename'>,
  { deskew, rasterize_dpi: dpi }: PdfOptions,
  { context, newFolder }: Pick<Work, 'context' | 'newFolder'>,
): Promise<Draft> {
  const asked = SCAN_OPTIONS.filter((option) => (option === 'deskew' ? deskew === true : dpi !== undefined));
  if (asked.length === 0 || draft.recognised) return draft;
  const pages = { kind: 'pdf', path: draft.path } as const;
  if ((await needsRecognition(pages, { rasterize: false }, await newFolder(), context)) === 'none') {
    for (const option of asked) {
      const message = `Option ${option} has no effect: every page of ${filename} already has text.`;
      context.warn('option_no_effect', message, { option });
    }
    return draft;
  }
  let { path } = draft;
  if (dpi !== undefined) path = await rasterizeUnselectable(path, dpi, await newFolder(), context);
  if (deskew === true) path = await straightenPages(path, await newFolder(), context);
  return { path, format: 'pdf' };
}

import type { LocalInput } from '../../../src/work/context.ts';
import { needsRecognition } from '../../../tools/programs/ocr/needed.ts';
import { rasterizeUnselectable } from '../../../tools/programs/ocr/rasterize.ts';
import { straightenPages } from '../../../tools/programs/ocr/straighten.ts';
import type { PdfOptions } from '../operations/operation.ts';
import type { Draft, Work } from './step.ts';
import { turnUpright } from './upright.ts';

/** Options of the target pdf that change the pages of a scan; with `ocr`, they are applied before recognition, or by it. */
export const SCAN_OPTIONS = ['auto_rotate', 'rasterize_dpi', 'deskew'] as const satisfies readonly (keyof PdfOptions)[];

/**
 * Turns pages upright (auto_rotate), straightens those that have no text (deskew), or makes each of them one picture (rasterize_dpi); warns
 * of these two if every page has text. Throws what turnUpright, rasterizeUnselectable and straightenPages throw.
 */
export async function workOnScans(
  given: Draft,
  { filename }: Pick<LocalInput, 'filename'>,
  { auto_rotate: turns, deskew, rasterize_dpi: dpi }: PdfOptions,
  { context, newFolder }: Pick<Work, 'context' | 'newFolder'>,
): Promise<Draft> {
  if (given.recognised) return given;
  const draft = turns === true ? await turnUpright(given, { filename }, { context, newFolder }) : given;
  const asked = [...(dpi === undefined ? [] : ['rasterize_dpi']), ...(deskew === true ? ['deskew'] : [])];
  if (asked.length === 0) return draft;
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

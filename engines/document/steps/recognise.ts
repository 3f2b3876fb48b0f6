import { needsRecognition } from '../../../tools/programs/ocr/needed.ts';
import type { Recognition } from '../../../tools/programs/ocr/options.ts';
import type { PageInput } from '../../../tools/programs/ocr/pages.ts';
import {
  recogniseText,
  recogniseToFlat,
  recogniseToHtml,
  searchablePdf,
} from '../../../tools/programs/ocr/recognise.ts';
import type { Recognised } from '../routes.ts';
import type { Draft, Work } from './step.ts';

/** Recognises the text of a PDF without a password, or of a bitmap as it came. Throws what ocr/recognise.ts throws. */
export async function recognise(draft: Draft, into: Recognised, work: Work): Promise<Draft> {
  const { recognition } = work;
  if (recognition === null) throw new Error('a route recognises text that was not asked for');
  const { path } = await recogniseInto(into, pagesOf(draft), recognition, work);
  const marksPages = into === 'html' && work.markdown.marksPages;
  return { path, format: into, recognised: true, hasOwnMarks: marksPages };
}

async function recogniseInto(into: Recognised, pages: PageInput, recognition: Recognition, work: Work) {
  const folder = await work.newFolder();
  switch (into) {
    case 'pdf':
      return searchablePdf(pages, recognition, folder, work.context);
    case 'txt':
      return recogniseText(pages, recognition, folder, work.context);
    case 'html':
      return recogniseToHtml(pages, recognition, folder, work.context, work.markdown);
    default:
      return recogniseToFlat(pages, recognition, into, folder, work.context);
  }
}

/**
 * Returns whether the text of a draft's pages is to be recognised; else warns why the option has no effect. Office files that have text on
 * some pages keep it, with everything that recognition would lose, unless the target is pdf.
 */
export async function isRecognised(draft: Draft, recognition: Recognition, work: Work): Promise<boolean> {
  const { input, context, target } = work;
  const need = await needsRecognition(pagesOf(draft), recognition, await work.newFolder(), context);
  if (need === 'all' || (need === 'some' && (target === 'pdf' || work.source.family === 'pdf'))) return true;
  const why =
    need === 'none'
      ? `every page of ${input.filename} has text of its own`
      : `${input.filename} has text of its own, and its pictures stay pictures (the target pdf can have their text recognised)`;
  warnOfNothingRecognised(why, work);
  return false;
}

/** Warns that `ocr` has no effect. */
export function warnOfNothingRecognised(why: string, { context }: Work): void {
  context.warn('option_no_effect', `Option ocr has no effect: ${why}.`, { option: 'ocr' });
}

function pagesOf({ path, format }: Draft): PageInput {
  return { kind: format === 'pdf' ? 'pdf' : 'picture', path };
}

import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { PageAsides } from '../../../tools/pdf-pages/structure/task.ts';
import { pageAsides } from '../../../tools/pdf-pages/work-on-objects.ts';
import { qpdfProgramIfThere } from '../../../tools/qpdf/programs.ts';
import type { Work } from './step.ts';

const NOTHING: PageAsides = { comments: 0, fields: 0, signatures: 0, files: 0, media: 0 };

/**
 * Warns of what a PDF has beside the text and drawings of its pages: attached files (the XML of an invoice, the slides of a talk),
 * comments, signatures. The text of its form is on the pages; its fields are not.
 */
export async function warnOfPdfAsides(path: string, work: Work): Promise<void> {
  const { input, context } = work;
  const program = await qpdfProgramIfThere(path);
  if (program === null) return;
  const { comments, fields, signatures, files, media } = await asidesOf(path, work);
  const { stdout } = await context.run({ ...program, args: ['--list-attachments', path], acceptExitCodes: 'any' });
  const attachments = files + stdout.split('\n').filter((line) => /-> \d+,\d+$/.test(line)).length;
  const named = [
    ...(attachments > 0 ? [pluralize(attachments, 'attached file', 'attached files')] : []),
    ...(comments > 0 ? [pluralize(comments, 'comment', 'comments')] : []),
    ...(signatures > 0 ? [pluralize(signatures, 'field for a signature', 'fields for signatures')] : []),
    ...(media > 0 ? [pluralize(media, 'sound or film', 'sounds and films')] : []),
  ];
  if (named.length > 0) {
    const isOne = attachments + comments + signatures + media === 1;
    const message = `${input.filename} has ${LIST.format(named)}: ${isOne ? 'it is' : 'they are'} not in the result.`;
    context.warn('output_limited', message, { attachments, comments, signatures, media });
  }
  if (fields > 0) {
    const message = `${input.filename} has ${pluralize(fields, 'form field', 'form fields')}: the result has what ${fields === 1 ? 'it shows' : 'they show'}, but cannot be filled in.`;
    context.warn('output_limited', message, { fields });
  }
}

const LIST = new Intl.ListFormat('en-GB');

/** None of a PDF that is too damaged to count them. */
async function asidesOf(path: string, { input, context, newFolder }: Work): Promise<PageAsides> {
  try {
    return await pageAsides(path, { context, newFolder });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    if (error.code === 'input_damaged') return NOTHING;
    if (error.code !== 'limit_memory') throw error;
    const message = `${input.filename} has too many objects to look for comments and form fields among them; if it has some, they are not in the result.`;
    context.warn('output_limited', message);
    return NOTHING;
  }
}

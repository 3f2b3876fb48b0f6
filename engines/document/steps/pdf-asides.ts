import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { PageAsides } from '../../../tools/formats/pdf-pages/structure/task.ts';
import { pageAsides } from '../../../tools/formats/pdf-pages/work-on-objects.ts';
import { qpdfProgramIfThere } from '../../../tools/programs/qpdf/programs.ts';
import { NOT_THERE, warnOfLostParts } from './lost-parts.ts';
import type { Work } from './step.ts';

const NOTHING: PageAsides = {
  ...{ comments: 0, fields: 0, signatures: 0, files: 0, media: 0, links: 0, redactions: 0 },
  ...{ isPortfolio: false, isDynamicForm: false },
};

/**
 * Warns of what a PDF has besides the text and drawings of its pages: attached files (the XML of an invoice, the slides of a talk),
 * comments, signatures. The text of its form is on the pages; its fields are not.
 */
export async function warnOfPdfAsides(path: string, work: Work): Promise<void> {
  const { context } = work;
  const program = await qpdfProgramIfThere(path);
  if (program === null) return;
  const { comments, fields, signatures, files, media, ...others } = await asidesOf(path, work);
  warnOfPages(others, work);
  const { stdout } = await context.run({ ...program, args: ['--list-attachments', path], acceptExitCodes: 'any' });
  const attachments = files + stdout.split('\n').filter((line) => /-> \d+,\d+$/.test(line)).length;
  const lost = [
    { name: 'attachments', count: attachments, one: 'attached file', many: 'attached files' },
    { name: 'comments', count: comments, one: 'comment', many: 'comments' },
    { name: 'signatures', count: signatures, one: 'field for a signature', many: 'fields for signatures' },
    { name: 'media', count: media, one: 'sound or film', many: 'sounds and films' },
  ];
  warnOfLostParts(lost, NOT_THERE, work);
  const form = [{ name: 'fields', count: fields, one: 'form field', many: 'form fields' }];
  warnOfLostParts(form, AS_SHOWN, work);
}

/** Warns of pages that are not what people see in them. */
function warnOfPages(
  { isPortfolio, isDynamicForm, redactions }: Pick<PageAsides, 'isPortfolio' | 'isDynamicForm' | 'redactions'>,
  { input: { filename }, context }: Work,
): void {
  if (isPortfolio) {
    const message = `${filename} is a portfolio: its documents are attached files, and only its cover was converted. operation/extract-assets takes them out.`;
    context.warn('output_limited', message, { portfolio: true });
  }
  if (isDynamicForm) {
    const message = `${filename} is an XFA form, whose pages only Adobe's programs draw. The result has what is there for others, which is often no more than a notice to wait. Print it to a PDF in Adobe Reader first.`;
    context.warn('output_limited', message, { form: 'XFA' });
  }
  if (redactions > 0) {
    const marks = pluralize(redactions, 'mark');
    const message = `${filename} has ${marks} for redaction that nobody has applied: what is below is still in the file, and in the result.`;
    context.warn('output_limited', message, { redaction_marks: redactions });
  }
}

const AS_SHOWN = {
  one: 'the result has what it shows, but cannot be filled in',
  many: 'the result has what they show, but cannot be filled in',
};

/** Returns no asides for a PDF that is too damaged to count them. */
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

import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { type Filled, fillForm } from '../../../../tools/formats/pdf-forms/pdf-forms.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from '../operation.ts';

/**
 * Fills in the form of the first input: `fill` has the values of its fields, `fill_from` names an input with them. A list of objects and
 * the rows of a CSV become a PDF each. How fields look is drawn into them, so that all programs show the same. A signed form keeps its
 * signatures if nothing else is asked for.
 */
export const fill: Operation = {
  name: 'fill',
  options: ['fill', 'fill_from'],
  appends: true,
  asked: (options) => options.fill !== undefined || options.fill_from !== undefined,
  async run([file, ...others], job) {
    if (file === undefined) throw new ConversionError('input_count', 'Option fill needs a PDF with a form.');
    return [...(await fillFile(file, job)), ...others];
  },
};

async function fillFile(file: PdfFile, job: PdfJob): Promise<PdfFile[]> {
  const { fill: values = {}, fill_from: from } = job.options;
  const folder = await job.newFolder();
  const filled = await fillForm(
    file.path,
    folder,
    { values, file: from === undefined ? null : (job.values?.path ?? null), append: job.keepsSignatures === true },
    job,
  );
  requireFilled(filled, job);
  warnOf(filled, job);
  return Array.from({ length: filled.made }, (_, index) => ({
    ...file,
    path: join(folder, `${index + 1}.pdf`),
    ...(filled.made > 1 && job.options.merge !== true && { suffix: `-${index + 1}` }),
  }));
}

/** Throws ConversionError `option_invalid` for wrong values. */
function requireFilled({ problems, made }: Filled, { options }: PdfJob): void {
  const { fill_from: from } = options;
  const option = from === undefined ? 'fill' : 'fill_from';
  const isStamped = (options.stamp === true || options.watermark === true) && options.stamp_text === undefined;
  const found = made > 1 && isStamped ? ['a page can be laid on a single PDF, not on one for each row'] : problems;
  if (found.length === 0) return;
  const whose = from === undefined ? '' : ` (${from})`;
  const message = `Option ${option}${whose}: ${found.join('; ')}`;
  throw new ConversionError('option_invalid', /[.?]$/.test(message) ? message : `${message}.`, { details: { option } });
}

/** Number of fields that a warning names. */
const MOST_NAMED = 10;

function warnOf({ read_only, calculated, cut, without_font, xfa }: Filled, { context }: PdfJob): void {
  const warn = (names: readonly string[], one: string, several: string): void => {
    if (names.length === 0) return;
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    const subject = `${names.length === 1 ? 'The field' : 'The fields'} ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
    const message = `${subject} ${names.length === 1 ? one : several}.`;
    context.warn('output_limited', message, { option: 'fill', fields: names.slice(0, MOST_NAMED) });
  };
  warn(cut, 'is too small for its text, whose end is hidden', 'are too small for their texts, whose ends are hidden');
  warn(without_font, 'has characters without a font on this machine', 'have characters without a font on this machine');
  const calculate = 'calculated by a script, which is not run; give the value too if it is needed';
  warn(calculated, `is ${calculate}`, `are ${calculate}`);
  const locked = 'read-only in the form, and filled in nevertheless';
  warn(read_only, `is ${locked}`, `are ${locked}`);
  if (xfa === 'static') {
    const message = 'The XFA copy of the form was removed: it would show the old values.';
    context.warn('output_limited', message, { option: 'fill' });
  }
}

/** Takes the input with values out of the inputs. Throws ConversionError `option_invalid` if it is not among them. */
export function takeValues<Input extends { readonly filename: string }>(
  inputs: readonly Input[],
  name: string | undefined,
): { readonly others: readonly Input[]; readonly values?: Input } {
  if (name === undefined) return { others: inputs };
  const index = inputs.findIndex(({ filename }) => filename === name);
  const values = inputs[index];
  if (values !== undefined) return { others: inputs.toSpliced(index, 1), values };
  throw new ConversionError('option_invalid', `Option fill_from: no input is called ${name}.`, {
    details: { option: 'fill_from' },
  });
}

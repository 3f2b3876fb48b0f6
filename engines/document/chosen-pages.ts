import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingNamed, pageRange, selectPages, warnOfMissing } from '../../src/runner/page-list.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, warnOfUnusedPassword } from '../../src/work/context.ts';
import { pdfInfo } from '../../tools/formats/pdf-text/info.ts';
import { openPdf } from '../../tools/formats/pdf-text/open.ts';
import { withWholePages } from '../../tools/programs/pikepdf/cut-pages.ts';
import { runQpdf } from '../../tools/programs/qpdf/qpdf.ts';
import type { Work } from './steps/step.ts';

const OPTION = 'pages';

/**
 * Returns a PDF with the chosen pages alone, before anything is made of it. Throws ConversionError `option_unsupported` for an input that is
 * not a PDF, `option_invalid` if it has none of the pages, and what opening it throws.
 */
export async function withChosenPages(
  input: LocalInput,
  pages: string | undefined,
  { context, newFolder }: Pick<Work, 'context' | 'newFolder'>,
): Promise<LocalInput> {
  if (pages === undefined) return input;
  if (input.format?.name !== 'pdf') {
    const message = `Option ${OPTION} chooses pages of a PDF, and ${input.filename} is none.`;
    throw new ConversionError('option_unsupported', message, { details: { option: OPTION } });
  }
  const whole = await withWholePages(input, context);
  const { path, decrypted } = await openPdf({ path: whole.path, password: input.decryptPassword }, context);
  if (input.decryptPassword !== null && !decrypted) warnOfUnusedPassword(input, context);
  const { pages: count } = await pdfInfo({ path, password: null }, context);
  const selected = selectPages(pages, OPTION, count);
  if (selected.pages.length === 0) throw nothingNamed(OPTION, count, input.filename);
  warnOfMissing(OPTION, selected.missing, count, context, input.filename);
  const output = join(await newFolder(), 'pages.pdf');
  const options = ['--pages', '.', '@-', '--'];
  const run = { input: path, readsMore: true, options, pages: [pageRange(selected.pages)], output };
  await runQpdf(run, { context, newFolder });
  return { ...input, path: output, size: (await stat(output)).size, decryptPassword: null };
}

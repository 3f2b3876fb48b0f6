import { ConversionError } from '../../../src/task/errors.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import type { PdfWork } from '../../programs/qpdf/pdf-work.ts';

/* Forms of PDFs: what fields they have, and PDFs with values in them. The Python modules beside this one do it. */

const MODULES = new URL('./', import.meta.url);
const script = (name: string): URL => new URL(`./${name}.py`, import.meta.url);

/** Whether a form is XFA: `static` if its fields are fields of AcroForm too, `dynamic` if only Adobe's programs can show it. */
export type Xfa = 'none' | 'static' | 'dynamic';

/** The fields of a form, by docs/schemas/form-fields.schema.json. */
export interface FormFields {
  readonly version: 1;
  readonly pages: number;
  readonly xfa: Xfa;
  readonly fields: readonly { readonly name: string }[];
}

/**
 * Lists the fields of a PDF that is not encrypted. Throws ConversionError `input_wrong_type` for a dynamic XFA form, `input_bomb` if there
 * are too many fields, and as runPikepdfScript.
 */
export async function listFields(path: string, job: Pick<PdfWork, 'context'>): Promise<FormFields> {
  const answer = await runPikepdfScript(script('list_fields'), [path], job, { modules: MODULES });
  const { problem, ...list } = answer as FormFields & { readonly problem?: string };
  if (problem !== undefined) throw new ConversionError('input_bomb', `The PDF is too complex: ${problem}.`);
  if (list.xfa === 'dynamic') throw dynamicForm();
  return list;
}

const dynamicForm = (): ConversionError =>
  new ConversionError(
    'input_wrong_type',
    'The form is a dynamic XFA form: its fields are not part of PDF, and only Adobe’s programs show them. Save it there as a static form, or print it to PDF.',
  );

/** Values of fields: those of all PDFs, and a file with those of each (JSON, CSV, FDF or XFDF). */
export interface FormValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly file: string | null;
  /** Whether the changes follow the bytes of the file, so that its signatures stay valid. */
  readonly append: boolean;
}

/** What was filled in. The lists are names of fields. */
export interface Filled {
  /** What is wrong with the values, for users; in that case nothing is made. */
  readonly problems: readonly string[];
  readonly xfa: Exclude<Xfa, 'dynamic'>;
  /** Number of PDFs: 1.pdf, 2.pdf … in the folder. */
  readonly made: number;
  /** Filled in although the form says that people may not. */
  readonly read_only: readonly string[];
  /** Not filled in, because scripts of the form would calculate them. */
  readonly calculated: readonly string[];
  /** With a value that is larger than the field. */
  readonly cut: readonly string[];
  /** With a character that no font has. */
  readonly without_font: readonly string[];
}

/** Fills in the form of a PDF that is not encrypted. Throws `input_wrong_type` for a dynamic XFA form, and as runPikepdfScript. */
export async function fillForm(path: string, folder: string, given: FormValues, job: PdfWork): Promise<Filled> {
  const settings = { modules: MODULES, stdin: JSON.stringify(given) };
  const filled = await runPikepdfScript(script('fill_fields'), [path, folder], job, settings);
  if ((filled as { readonly xfa: Xfa }).xfa === 'dynamic') throw dynamicForm();
  return filled as Filled;
}

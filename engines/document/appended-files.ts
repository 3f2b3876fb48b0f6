import { stat } from 'node:fs/promises';
import { identify } from '../../src/files/identify.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { pluralize } from '../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { pdfInfo } from '../../tools/formats/pdf-text/info.ts';
import type { PdfFile } from '../../tools/programs/qpdf/pdf-work.ts';
import type { PdfOptions } from './operations/operation.ts';
import { combine } from './operations/pages/combine.ts';
import type { Shared } from './pipeline.ts';
import type { AttachedFile } from './steps/step.ts';

/** Attachments that are converted and appended; nobody reads more as one document. */
const MOST_APPENDED = 100;

/** What attached files become. */
export interface Parts {
  readonly made: readonly PdfFile[];
  /** Files that cannot become pages. */
  readonly left: readonly AttachedFile[];
}

/** Makes a PDF of each attached file that can become one; a warning names the rest. Throws ConversionError `conversion_canceled` and others of the task. */
export async function partsOf(files: readonly AttachedFile[], input: LocalInput, context: WorkContext): Promise<Parts> {
  const made: PdfFile[] = [];
  const left: AttachedFile[] = [];
  const reasons: string[] = [];
  for (const file of files) {
    context.signal.throwIfAborted();
    const part = made.length >= MOST_APPENDED ? `only ${MOST_APPENDED} are` : await pagesOf(file, input, context);
    if (typeof part !== 'string') made.push(part);
    else {
      left.push(file);
      reasons.push(`${file.filename} (${part})`);
    }
  }
  if (left.length > 0) warnOfRest(reasons, input, context);
  return { made, left };
}

/** Joins a document and what is appended to it. `whole`: what the first of them is, for warnings. */
export async function joined(
  parts: readonly PdfFile[],
  whole: string,
  { options, shared }: { readonly options: PdfOptions; readonly shared: Shared },
): Promise<PdfFile | undefined> {
  if (parts.length < 2) return parts[0];
  const { context, newFolder } = shared;
  const warn: WorkContext['warn'] = (code, message, details) =>
    context.warn(code, ofAttachments(message, whole), { ...details, option: 'attachments' });
  const [made] = await combine.run(parts, { options, context: { ...context, warn }, newFolder });
  return made;
}

/** Words a warning about merged inputs for attachments. */
const ofAttachments = (message: string, whole: string): string =>
  message.replace(/of input \d+(?:, \d+)*/, 'of the attachments').replace('the first input', whole);

/** Errors that are not about the attachment. */
const OF_THE_TASK: ReadonlySet<string> = new Set(['conversion_canceled', 'conversion_timeout', 'internal']);

/** Converts an attachment to a PDF; returns the reason if that is not possible. */
async function pagesOf(
  { path, filename }: AttachedFile,
  { id }: LocalInput,
  context: WorkContext,
): Promise<PdfFile | string> {
  const { size } = await stat(path);
  const attached = { id, path, filename, size, format: await identify(path), decryptPassword: null };
  try {
    const quiet = { ...context, progress: () => {} };
    const part = await convertPart('document', { target: 'pdf', options: {}, inputs: [attached] }, quiet);
    return await counted(part.path, filename, context);
  } catch (error) {
    if (!(error instanceof ConversionError) || OF_THE_TASK.has(error.code)) throw error;
    return reasonOf(error, attached);
  }
}

function reasonOf({ code, message }: ConversionError, { format }: LocalInput): string {
  if (code === 'input_wrong_type')
    return format === null ? 'of an unknown type' : `${format.name} is not converted to PDF`;
  if (code === 'input_password_needed') return 'protected by a password';
  return message.replace(/\.$/, '');
}

/** Returns a PDF with its number of pages. */
export async function counted(path: string, filename: string, context: WorkContext): Promise<PdfFile> {
  return { path, filename, pages: (await pdfInfo({ path, password: null }, context)).pages };
}

/** Attachments named in a warning; more are only counted. */
const NAMED = 20;

function warnOfRest(left: readonly string[], { filename }: LocalInput, context: WorkContext): void {
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
  const files = pluralize(left.length, 'file');
  const message = `${files} attached to ${filename} could not be appended as pages: ${left.slice(0, NAMED).join(', ')}${more}.`;
  context.warn('output_limited', message, { option: 'attachments', attachments: left.length });
}

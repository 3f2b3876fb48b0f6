import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from '../../src/files/identify.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { pluralize } from '../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { pdfInfo } from '../../tools/formats/pdf-text/info.ts';
import type { PdfFile } from '../../tools/programs/qpdf/pdf-work.ts';
import { embedFiles } from './operations/file/embed.ts';
import type { PdfOptions } from './operations/operation.ts';
import { combine } from './operations/pages/combine.ts';
import type { Shared } from './pipeline.ts';
import type { AttachedFile, Draft } from './steps/step.ts';

/** Attachments that are converted and appended; nobody reads more as one document. */
const MOST_APPENDED = 100;

/** Adds the attachments of mails to the PDF of their page, as option attachments says. Throws ConversionError. */
export async function withAttachments(
  draft: Draft,
  input: LocalInput,
  options: PdfOptions,
  shared: Shared,
): Promise<Draft> {
  const { attachments = 'list', context } = shared;
  if (attachments === 'list') return draft;
  if (draft.mails === undefined) {
    const message = `Option attachments has no effect: ${input.filename} is not a mail.`;
    context.warn('option_no_effect', message, { option: 'attachments' });
    return draft;
  }
  const { attached } = draft.mails;
  if (attached.length === 0) return draft;
  if (attachments === 'embed') return embedAll(draft, attached, shared);
  const files = attached.filter(({ isMail }) => !isMail);
  return files.length === 0 ? draft : appendAll(draft, files, { input, options, shared });
}

async function embedAll(draft: Draft, attached: readonly AttachedFile[], shared: Shared): Promise<Draft> {
  const files = await Promise.all(
    attached.map(async ({ path, filename }) => ({
      ...({ path, name: filename, relationship: 'Supplement', description: '' } as const),
      type: (await identify(path))?.contentType ?? 'application/octet-stream',
    })),
  );
  const path = join(await shared.newFolder(), 'document.pdf');
  await embedFiles(draft.path, path, files, shared);
  return { ...draft, path };
}

interface Appending {
  readonly input: LocalInput;
  readonly options: PdfOptions;
  readonly shared: Shared;
}

/** Appends the pages of what can become a PDF; a warning names the rest. */
async function appendAll(draft: Draft, files: readonly AttachedFile[], appending: Appending): Promise<Draft> {
  const { input, options, shared } = appending;
  const { context, newFolder } = shared;
  const parts: PdfFile[] = [await counted(draft.path, input.filename, context)];
  const left: string[] = [];
  for (const file of files) {
    context.signal.throwIfAborted();
    const made = parts.length > MOST_APPENDED ? `only ${MOST_APPENDED} are` : await pagesOf(file, input, context);
    if (typeof made === 'string') left.push(`${file.filename} (${made})`);
    else parts.push(made);
  }
  if (left.length > 0) warnOfRest(left, input, context);
  if (parts.length === 1) return draft;
  const warn: WorkContext['warn'] = (code, message, details) =>
    context.warn(code, ofAttachments(message), { ...details, option: 'attachments' });
  const [joined] = await combine.run(parts, { options, context: { ...context, warn }, newFolder });
  return joined === undefined ? draft : { path: joined.path, format: 'pdf', pages: joined.pages };
}

/** Words a warning about merged inputs for attachments. */
const ofAttachments = (message: string): string =>
  message.replace(/of input \d+(?:, \d+)*/, 'of the attachments').replace('the first input', 'the mail');

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

async function counted(path: string, filename: string, context: WorkContext): Promise<PdfFile> {
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

import { join } from 'node:path';
import { identify } from '../../src/files/identify.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { counted, joined, partsOf } from './appended-files.ts';
import { embedFiles } from './operations/file/embed.ts';
import type { PdfOptions } from './operations/operation.ts';
import { withFilesOfPdf } from './pdf-attachments.ts';
import type { Shared } from './pipeline.ts';
import type { AttachedFile, Draft } from './steps/step.ts';

/** Adds the attachments of mails to the PDF of their page, and pages of the files in a PDF, as option attachments says. Throws ConversionError. */
export async function withAttachments(
  draft: Draft,
  input: LocalInput,
  options: PdfOptions,
  shared: Shared,
): Promise<Draft> {
  const { attachments = 'list', context } = shared;
  if (attachments === 'list') return draft;
  if (input.format?.name === 'pdf' && attachments === 'append') {
    return withFilesOfPdf(draft, input, options, shared);
  }
  if (draft.mails === undefined) {
    const message = `Option attachments has no effect: ${input.filename} is ${input.format?.name === 'pdf' ? 'a PDF, whose files are attached to it already' : 'not a mail'}.`;
    context.warn('option_no_effect', message, { option: 'attachments' });
    return draft;
  }
  const { attached } = draft.mails;
  if (attached.length === 0) return draft;
  if (attachments === 'embed') return embedAll(draft, attached, shared);
  const files = attached.filter(({ isMail }) => !isMail);
  const { made } = await partsOf(files, input, context);
  if (made.length === 0) return draft;
  const mail = await counted(draft.path, input.filename, context);
  const whole = await joined([mail, ...made], 'the mail', { options, shared });
  return whole === undefined ? draft : { path: whole.path, format: 'pdf', pages: whole.pages };
}

/** Attaches the files of a mail to its PDF. */
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

import { join } from 'node:path';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';

type RemoveOption = Extract<keyof PdfOptions, `remove_${string}`>;

/** Removes what pages do not show before other work: scripts, attached files, comments, links, bookmarks. */
export const remove: Operation = {
  name: 'remove',
  options: ['remove_javascript', 'remove_attachments', 'remove_annotations', 'remove_links', 'remove_bookmarks'],
  asked: (options) => earlyOf(options).length > 0,
  run: (files, job) => removeFrom(files, earlyOf(job.options), job),
};

/** Runs after all operations that write metadata, and before patch, which can set new metadata. */
export const removeMetadata: Operation = {
  name: 'remove_metadata',
  options: ['remove_metadata'],
  asked: (options) => options.remove_metadata === true,
  run: (files, job) => removeFrom(files, ['remove_metadata'], job),
};

/** Runs after the split, which may need the bookmarks. */
export const removeBookmarks: Operation = {
  name: 'remove_bookmarks',
  options: ['remove_bookmarks'],
  asked: (options) => options.remove_bookmarks === true && isNeeded(options),
  run: (files, job) => removeFrom(files, ['remove_bookmarks'], job),
};

/** Whether the split needs the bookmarks: `bookmarks`, `bookmarks:2`. */
const isNeeded = ({ split }: PdfOptions): boolean => split?.startsWith('bookmarks') === true;

const earlyOf = (options: PdfOptions): RemoveOption[] =>
  remove.options.filter(
    (option): option is RemoveOption =>
      options[option] === true && !(option === 'remove_bookmarks' && isNeeded(options)),
  );

const SCRIPT = new URL('./remove_parts.py', import.meta.url);

/** Removes parts of PDFs, wherever they are. Warns if an XFA form goes with its scripts, in the name of `option`. */
export async function removeFrom(
  files: readonly PdfFile[],
  options: readonly RemoveOption[],
  job: PdfJob,
  option: 'remove_javascript' | 'redact' = 'remove_javascript',
): Promise<readonly PdfFile[]> {
  const parts = JSON.stringify(options.map((option) => option.replace('remove_', '')));
  const result: PdfFile[] = [];
  for (const file of files) {
    const path = join(await job.newFolder(), 'document.pdf');
    const { xfa } = (await runPikepdfScript(SCRIPT, [parts, file.path, path], job)) as { readonly xfa: boolean };
    if (xfa) {
      const message =
        'The form of the kind XFA has scripts and was removed with them; what it has as a plain form is still there.';
      job.context.warn('output_limited', message, { option });
    }
    result.push({ ...file, path });
  }
  return result;
}

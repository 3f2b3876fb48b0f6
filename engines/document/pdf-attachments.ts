import { join } from 'node:path';
import { safeFilename } from '../../src/files/filename.ts';
import { identify } from '../../src/files/identify.ts';
import { UniqueNames } from '../../src/files/unique-names.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { embeddedFiles } from '../../tools/formats/pdf-assets/embedded-files.ts';
import { catalogFacts } from '../../tools/formats/pdf-pages/document-facts.ts';
import type { PdfFile } from '../../tools/programs/qpdf/pdf-work.ts';
import { counted, joined, partsOf } from './appended-files.ts';
import { embedFiles } from './operations/file/embed.ts';
import { inputBookmarks } from './operations/marks/bookmarks.ts';
import type { PdfOptions } from './operations/operation.ts';
import type { Shared } from './pipeline.ts';
import type { AttachedFile, Draft } from './steps/step.ts';

/**
 * Appends pages of the files attached to a PDF, with a bookmark for each. Of a portfolio, whose only page says which program opens it, the
 * result is the files alone; what cannot become pages stays attached. Throws ConversionError.
 */
export async function withFilesOfPdf(
  draft: Draft,
  input: LocalInput,
  options: PdfOptions,
  shared: Shared,
): Promise<Draft> {
  const { context } = shared;
  const files = await filesOf(draft.path, shared);
  if (files.length === 0) {
    const message = `Option attachments has no effect: ${input.filename} has no attached files.`;
    context.warn('option_no_effect', message, { option: 'attachments' });
    return draft;
  }
  const { made, left } = await partsOf(files, input, context);
  if (made.length === 0) return draft;
  const cover = await counted(draft.path, input.filename, context);
  const { portfolio } = await catalogFacts(cover, shared);
  const named = await withBookmarks(made, options, shared);
  const whole = await joined(portfolio ? named : [cover, ...named], 'the PDF', { options, shared });
  if (whole === undefined) return draft;
  const path = portfolio && left.length > 0 ? await withAttached(whole.path, left, shared) : whole.path;
  return { path, format: 'pdf', pages: whole.pages };
}

async function filesOf(path: string, { context }: Shared): Promise<AttachedFile[]> {
  const names = new UniqueNames();
  return (await embeddedFiles(path, context))
    .filter(({ kind }) => kind === 'attachment')
    .map((file) => ({ path: file.path, filename: names.take(safeFilename(file.name)), isMail: false }));
}

/** Bookmarks the first page of each part by the name of its file. */
function withBookmarks(parts: readonly PdfFile[], options: PdfOptions, { context, newFolder }: Shared) {
  const bookmarks = parts.map(({ filename = '' }) => ({ filename, title: filename, page: 1 }));
  return inputBookmarks.run(parts, { options: { ...options, bookmarks }, context, newFolder });
}

async function withAttached(source: string, files: readonly AttachedFile[], shared: Shared): Promise<string> {
  const attached = await Promise.all(
    files.map(async ({ path, filename }) => ({
      ...({ path, name: filename, relationship: 'Unspecified', description: '' } as const),
      type: (await identify(path))?.contentType ?? 'application/octet-stream',
    })),
  );
  const path = join(await shared.newFolder(), 'document.pdf');
  await embedFiles(source, path, attached, shared);
  return path;
}

import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';

const SCRIPT = new URL('embedded_files.py', import.meta.url);
const LIST = new URL('list_attachments.py', import.meta.url);

/** A font or an attached file of a PDF. */
export interface EmbeddedFile {
  readonly kind: 'font' | 'attachment';
  /** Name in the PDF, for people; never used as the name of a file here. */
  readonly name: string;
  /** Extension of a font; empty for attachments. */
  readonly extension: string;
  readonly path: string;
}

/** An attached file as the PDF describes it; null: the PDF does not say. */
export interface Attachment {
  readonly name: string | null;
  readonly description: string | null;
  readonly content_type: string | null;
  /** Length, bytes. */
  readonly size: number | null;
  /** ISO 8601. */
  readonly created: string | null;
  readonly modified: string | null;
  /** As in ISO 32000-2, 7.11.3: `Data`, `Alternative` … */
  readonly relationship: string | null;
  /** Page whose annotation has the file. */
  readonly page: number | null;
}

/** Returns the attached files of a PDF that needs no password, each once. Throws ConversionError as runPikepdfScript does. */
export async function listAttachments(pdf: string, context: WorkContext): Promise<readonly Attachment[]> {
  return (await runPikepdfScript(LIST, [pdf], { context })) as readonly Attachment[];
}

/**
 * Returns the fonts and attached files of a PDF that needs no password, each once. Throws ConversionError as runPikepdfScript does.
 */
export async function embeddedFiles(pdf: string, context: WorkContext): Promise<readonly EmbeddedFile[]> {
  const folder = await partFolder(context, 'embedded');
  const made = (await runPikepdfScript(SCRIPT, [pdf, folder], { context })) as (Omit<EmbeddedFile, 'path'> & {
    readonly file: string;
  })[];
  return made.map(({ kind, name, extension, file }) => ({ kind, name, extension, path: join(folder, file) }));
}

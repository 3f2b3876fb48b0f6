import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';

const SCRIPT = new URL('embedded_files.py', import.meta.url);

/** A font or an attached file of a PDF. */
export interface EmbeddedFile {
  readonly kind: 'font' | 'attachment';
  /** Name in the PDF, for people; never used as the name of a file here. */
  readonly name: string;
  /** Extension of a font; empty for attachments. */
  readonly extension: string;
  readonly path: string;
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

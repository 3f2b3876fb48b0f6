import { readFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { ConversionError } from '../../../../src/task/errors.ts';
import { passwordForms } from '../../pdf-text/password-forms.ts';

/** A PDF with the bytes that it was read from. */
export interface OpenedDocument {
  readonly pdf: PDF;
  readonly bytes: Buffer;
}

/** Opens a PDF. Throws ConversionError `input_damaged`, `input_password_needed` or `input_password_wrong`. */
export async function openDocument(path: string, password: string | null): Promise<OpenedDocument> {
  const bytes = await readFile(path);
  return { pdf: await openBytes(bytes, password), bytes };
}

export async function openBytes(bytes: Uint8Array, password: string | null): Promise<PDF> {
  for (const form of password === null || password === '' ? [undefined] : passwordForms(password)) {
    const pdf = await load(bytes, form);
    if (!pdf.isEncrypted || pdf.isAuthenticated) return pdf;
  }
  throw password === null || password === ''
    ? new ConversionError('input_password_needed', 'The PDF is encrypted. Give its password as decrypt_password.')
    : new ConversionError('input_password_wrong', 'The decrypt_password does not open the PDF.');
}

async function load(bytes: Uint8Array, credentials: string | undefined): Promise<PDF> {
  try {
    return await PDF.load(bytes, credentials === undefined ? {} : { credentials });
  } catch (error) {
    throw new ConversionError('input_damaged', 'The PDF is damaged: its parts cannot be found.', {
      log: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

/**
 * Returns the file with the changes after its bytes, which stay as they are. Throws ConversionError `input_damaged` if its parts were only
 * found by searching for them: what is appended to such a file would not be found.
 */
export async function appended({ pdf, bytes }: OpenedDocument): Promise<Buffer> {
  if (pdf.canSaveIncrementally() !== null) throw notAppendable();
  const saved = Buffer.from(await pdf.save({ incremental: true }));
  if (!saved.subarray(0, bytes.length).equals(bytes)) throw notAppendable();
  return saved;
}

export const notAppendable = (): ConversionError =>
  new ConversionError(
    'input_damaged',
    'The PDF is damaged so that nothing can be added to it. Convert it to PDF first.',
  );

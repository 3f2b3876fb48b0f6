import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk } from '../../../src/disk/disk.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { qpdfProgram } from '../../programs/qpdf/programs.ts';
import { passwordForms } from './password-forms.ts';

/** A PDF as received. `password` opens it if it is encrypted. */
export interface PdfInput {
  readonly path: string;
  readonly password: string | null;
}

/** A PDF that opens without a password. */
export interface OpenedPdf {
  readonly path: string;
  /** Whether it was encrypted, so that this is a decrypted copy in the work folder. */
  readonly decrypted: boolean;
}

/** Exit codes of `qpdf --requires-password` (its manual, "Exit Status"); 2 can also mean that qpdf cannot read the file. */
const ANOTHER_PASSWORD_NEEDED = 0;
const PASSWORD_FITS = 3;
/** Exit code of qpdf for a result with warnings. */
const WITH_WARNINGS = 3;

/**
 * Returns the PDF itself, or a copy that needs no password: poppler's programs take a password only as an argument, which every user of the
 * machine can read; qpdf reads it from its standard input. Throws ConversionError `input_password_wrong`, `program_missing` or
 * `input_damaged`. Files that qpdf cannot read are left to poppler to judge.
 */
export async function openPdf({ path, password }: PdfInput, context: WorkContext): Promise<OpenedPdf> {
  if (password === null || password === '') return { path, decrypted: false };
  // qpdf reads one line, and a PDF's password cannot contain a line break anyway.
  if (/[\0\r\n]/.test(password)) throw passwordWrong();
  for (const form of passwordForms(password)) {
    const { exitCode } = await runWithPassword(path, ['--requires-password', path], form, context);
    if (exitCode === PASSWORD_FITS) return decrypt(path, form, context);
    if (exitCode !== ANOTHER_PASSWORD_NEEDED) return { path, decrypted: false };
  }
  throw passwordWrong();
}

async function decrypt(from: string, password: string, context: WorkContext): Promise<OpenedPdf> {
  const path = join(await mkdtemp(join(context.workFolder, 'decrypted-')), 'document.pdf');
  const { exitCode, stderr } = await runWithPassword(from, ['--decrypt', from, path], password, context);
  if (exitCode === 0 || exitCode === WITH_WARNINGS) return { path, decrypted: true };
  throw new ConversionError('input_damaged', 'The PDF is encrypted, and damaged so that it cannot be decrypted.', {
    log: stderr.slice(-4000),
  });
}

async function runWithPassword(input: string, args: readonly string[], password: string, context: WorkContext) {
  return context.run({
    ...(await qpdfProgram(input)),
    args: ['--password-file=-', ...args],
    stdin: `${password}\n`,
    acceptExitCodes: 'any',
  });
}

/** Size of the end of a file in which its end mark is searched; programs accept some bytes after the mark. */
const TAIL_BYTES = 2048;

/** Whether the file has no end mark. */
export async function isCutShort(path: string): Promise<boolean> {
  const { bytes } = await onDisk('readPart', path, -TAIL_BYTES);
  return !Buffer.from(bytes.buffer).includes('%%EOF');
}

/** Returns why a program of poppler could not read the input, judged by its standard error. */
export async function popplerFailure(stderr: string, input: PdfInput): Promise<ConversionError> {
  const log = stderr.slice(-4000);
  if (stderr.includes('Incorrect password')) {
    if (input.password !== null && input.password !== '') return passwordWrong();
    return new ConversionError(
      'input_password_needed',
      'The PDF is encrypted. Give its password as decrypt_password.',
      { log },
    );
  }
  if (stderr.includes('unsupported version/revision') || stderr.includes('Unsupported security handler')) {
    return new ConversionError(
      'input_damaged',
      'The PDF is encrypted in a way that cannot be read, such as by certificate.',
      { log },
    );
  }
  if (await isCutShort(input.path)) {
    return new ConversionError(
      'input_truncated',
      'The PDF ends early, and too much is missing to read it. Send the whole file.',
      { log },
    );
  }
  return new ConversionError('input_damaged', 'The PDF is damaged: its pages cannot be found.', { log });
}

function passwordWrong(): ConversionError {
  return new ConversionError('input_password_wrong', 'The decrypt_password does not open the PDF.');
}

import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { popplerProgram } from '../poppler/programs.ts';
import { qpdfProgramIfThere } from '../qpdf/programs.ts';
import { isCutShort, openPdf, type PdfInput, popplerFailure } from './open.ts';
import type { PdfInfo } from './reading/plain-pdf.ts';
import { readPlainPdf } from './reading/plain-pdf.ts';

/** What looking at a file found besides. */
export interface ReadPdfInfo extends PdfInfo {
  /** Nothing in it had to be fixed to read it. */
  readonly sound: boolean;
}

/**
 * Pages and encryption. Throws ConversionError `input_password_needed`, `input_password_wrong`, `input_damaged` or
 * `input_truncated`; where a cut file could be fixed, warns instead.
 */
export async function pdfInfo(input: PdfInput, context: WorkContext): Promise<ReadPdfInfo> {
  const { path, decrypted } = await openPdf(input, context);
  return infoOf(path, { ...input, decrypted }, context);
}

/** The same of a PDF that is opened (openPdf). */
export async function infoOf(
  path: string,
  input: PdfInput & { readonly decrypted: boolean },
  context: WorkContext,
): Promise<ReadPdfInfo> {
  const plain = await readPlainPdf(path);
  const cutShort = (plain === null || path !== input.path) && (await isCutShort(input.path));
  const quick = cutShort ? null : (plain ?? (await quickInfo(path, context)));
  if (quick !== null) return { ...quick, encrypted: quick.encrypted || input.decrypted, sound: true };

  const result = await context.run({ ...(await popplerProgram('pdfinfo')), args: [path], acceptExitCodes: 'any' });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
  const info = parseInfo(result.stdout);
  if (info.pages === 0)
    throw new ConversionError('input_damaged', 'The PDF has no pages.', { log: result.stderr.slice(-4000) });
  // poppler silently finds the objects of such a file.
  if (cutShort) {
    context.warn('input_truncated', 'The PDF has no end mark and may be truncated; the readable pages were converted.');
  }
  const sound = !cutShort && result.stderr.trim() === '';
  return { ...info, encrypted: info.encrypted || input.decrypted, sound };
}

/**
 * The same by qpdf of a file in which it finds nothing to fix: it reads the table of objects and the catalog alone, where
 * pdfinfo looks at every page. Null: anything is wrong, or qpdf is missing; pdfinfo then says what it is.
 */
async function quickInfo(path: string, context: WorkContext): Promise<PdfInfo | null> {
  const program = await qpdfProgramIfThere(path);
  if (program === null) return null;
  const args = ['--show-npages', '--show-object=trailer', path];
  const { exitCode, stdout, stderr } = await context.run({ ...program, args, acceptExitCodes: 'any' });
  return exitCode === 0 && stderr.trim() === '' ? parseQuickInfo(stdout) : null;
}

/**
 * What `qpdf --show-npages --show-object=trailer` prints: the number that the file claims to have, then the trailer. Null
 * where it cannot be: every page is an object, and a trailer says how many of these there are.
 */
export function parseQuickInfo(output: string): PdfInfo | null {
  const [, count, trailer = ''] = /^(\d+)\n(<<[\s\S]*>>)\s*$/.exec(output) ?? [];
  const objects = Number(/\/Size (\d+) /.exec(trailer)?.[1] ?? 0);
  const pages = Number(count ?? 0);
  if (pages === 0 || pages >= objects) return null;
  return { pages, encrypted: trailer.includes('/Encrypt ') };
}

/** What pdfinfo prints, a `Name: value` a line. */
export function parseInfo(output: string): PdfInfo {
  const value = (name: string): string => new RegExp(`^${name}: +(.*)$`, 'm').exec(output)?.[1] ?? '';
  return {
    pages: Number.parseInt(value('Pages'), 10) || 0,
    encrypted: value('Encrypted').startsWith('yes'),
  };
}

import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import { qpdfProgramIfThere } from '../../programs/qpdf/programs.ts';
import { isCutShort, openPdf, type PdfInput, popplerFailure } from './open.ts';
import type { PdfInfo } from './reading/plain-pdf.ts';
import { readPlainPdf } from './reading/plain-pdf.ts';

/** Page count and encryption, and whether the file is sound. */
export interface ReadPdfInfo extends PdfInfo {
  /** Whether the file could be read without repairs. */
  readonly sound: boolean;
}

/**
 * Returns the number of pages and whether the PDF is encrypted. Throws ConversionError `input_password_needed`, `input_password_wrong`,
 * `input_damaged` or `input_truncated`; if a truncated file could be repaired, it warns instead.
 */
export async function pdfInfo(input: PdfInput, context: WorkContext): Promise<ReadPdfInfo> {
  const { path, decrypted } = await openPdf(input, context);
  return infoOf(path, { ...input, decrypted }, context);
}

/** Does the same for a PDF that openPdf has opened. */
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
  // poppler silently recovers the objects of such a file.
  if (cutShort) {
    context.warn('input_truncated', 'The PDF has no end mark and may be truncated; the readable pages were converted.');
  }
  const sound = !cutShort && result.stderr.trim() === '';
  return { ...info, encrypted: info.encrypted || input.decrypted, sound };
}

/**
 * Asks qpdf, which reads only the table of objects and the catalog, while pdfinfo looks at every page. Null if qpdf finds anything to fix
 * or is missing; pdfinfo then reports what is wrong.
 */
async function quickInfo(path: string, context: WorkContext): Promise<PdfInfo | null> {
  const program = await qpdfProgramIfThere(path);
  if (program === null) return null;
  const args = ['--show-npages', '--show-object=trailer', path];
  const { exitCode, stdout, stderr } = await context.run({ ...program, args, acceptExitCodes: 'any' });
  return exitCode === 0 && stderr.trim() === '' ? parseQuickInfo(stdout) : null;
}

/**
 * Parses the output of `qpdf --show-npages --show-object=trailer`: the page count that the file claims, then the trailer. Null if the count
 * is impossible: every page is an object, and the trailer has the number of objects.
 */
export function parseQuickInfo(output: string): PdfInfo | null {
  const [, count, trailer = ''] = /^(\d+)\n(<<[\s\S]*>>)\s*$/.exec(output) ?? [];
  const objects = Number(/\/Size (\d+) /.exec(trailer)?.[1] ?? 0);
  const pages = Number(count ?? 0);
  if (pages === 0 || pages >= objects) return null;
  return { pages, encrypted: trailer.includes('/Encrypt ') };
}

/** Parses the output of pdfinfo, one `Name: value` per line. */
export function parseInfo(output: string): PdfInfo {
  const value = (name: string): string => new RegExp(`^${name}: +(.*)$`, 'm').exec(output)?.[1] ?? '';
  return {
    pages: Number.parseInt(value('Pages'), 10) || 0,
    encrypted: value('Encrypted').startsWith('yes'),
  };
}

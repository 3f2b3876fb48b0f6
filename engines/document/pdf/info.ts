import type { EngineContext } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { isCutShort, openPdf, type PdfInput, popplerFailure } from './open.ts';
import { pdfProgram } from './programs.ts';

export interface PdfInfo {
  readonly pages: number;
  readonly encrypted: boolean;
  /** Of the first page as it is shown, points. */
  readonly pageSize: { readonly width: number; readonly height: number };
}

/** What looking at a file told besides. */
export interface ReadPdfInfo extends PdfInfo {
  /** Nothing in it had to be mended to read it. */
  readonly sound: boolean;
}

/**
 * Pages, encryption and page size, by pdfinfo. Throws ConversionError `input_password_needed`, `input_password_wrong`,
 * `input_damaged` or `input_truncated`; where a cut file could be mended, warns instead.
 */
export async function pdfInfo(input: PdfInput, context: EngineContext): Promise<ReadPdfInfo> {
  const { path, decrypted } = await openPdf(input, context);
  return infoOf(path, { ...input, decrypted }, context);
}

/** The same of a PDF that is opened (openPdf). */
export async function infoOf(
  path: string,
  input: PdfInput & { readonly decrypted: boolean },
  context: EngineContext,
): Promise<ReadPdfInfo> {
  const result = await context.run({ ...(await pdfProgram('pdfinfo')), args: [path], acceptExitCodes: 'any' });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
  const info = parseInfo(result.stdout);
  if (info.pages === 0)
    throw new ConversionError('input_damaged', 'The PDF has no pages.', { log: result.stderr.slice(-4000) });
  // poppler finds the objects of such a file by itself, and says nothing.
  const cutShort = await isCutShort(input.path);
  if (cutShort) {
    context.warn(
      'input_truncated',
      'The PDF has no end mark and may be cut short; the pages that could be read were converted.',
    );
  }
  const sound = !cutShort && result.stderr.trim() === '';
  return { ...info, encrypted: info.encrypted || input.decrypted, sound };
}

/** What pdfinfo prints, a `Name: value` a line. */
export function parseInfo(output: string): PdfInfo {
  const value = (name: string): string => new RegExp(`^${name}: +(.*)$`, 'm').exec(output)?.[1] ?? '';
  const [width = 0, height = 0] = (/^([\d.]+) x ([\d.]+) pts/.exec(value('Page size')) ?? []).slice(1).map(Number);
  const isTurned = ['90', '270'].includes(value('Page rot'));
  return {
    pages: Number.parseInt(value('Pages'), 10) || 0,
    encrypted: value('Encrypted').startsWith('yes'),
    pageSize: isTurned ? { width: height, height: width } : { width, height },
  };
}

import type { ProgramResult } from '../../../src/process/program-call.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { type PopplerProgram, popplerProgram } from './programs.ts';

/** Size of a page before it is turned, points, and its rotation, degrees. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** pdfinfo's information about a PDF. */
export interface PdfReport {
  readonly version: string | null;
  readonly pages: number;
  /** Sizes of the requested pages. */
  readonly sizes: readonly PageSize[];
  readonly tagged: boolean;
  readonly linearized: boolean;
  readonly javascript: boolean;
  readonly form: 'none' | 'AcroForm' | 'XFA';
}

export interface PdfFont {
  /** Name with the prefix of a subset: `ABCDEF+Arial`. */
  readonly name: string;
  readonly type: string;
  readonly embedded: boolean;
  readonly subset: boolean;
}

export interface PdfSignature {
  readonly signer: string | null;
  readonly signerName: string | null;
  /** As printed by poppler, in UTC: `Mar 01 2024 10:00:00`. */
  readonly time: string | null;
  readonly hashAlgorithm: string | null;
  readonly type: string | null;
  readonly coversWholeFile: boolean;
  readonly valid: boolean | null;
}

/** Returns the output of these programs; more than the last MiB is made to fill memory, or from a file with very many parts. */
export async function askPoppler(
  program: PopplerProgram,
  args: readonly string[],
  context: WorkContext,
): Promise<ProgramResult> {
  const limits = { wallMs: 60_000, cpuSeconds: 60 };
  return context.run({ ...(await popplerProgram(program)), args, limits, env: { TZ: 'UTC' }, acceptExitCodes: 'any' });
}

/** Parses the output of `pdfinfo -f 1 -l N`, one `Name: value` per line. */
export function parsePdfReport(output: string): PdfReport {
  const value = (name: string): string | null => new RegExp(`^${name}: +(.*)$`, 'm').exec(output)?.[1] ?? null;
  const form = value('Form');
  return {
    version: value('PDF version'),
    pages: Number.parseInt(value('Pages') ?? '', 10) || 0,
    sizes: pageSizes(output),
    tagged: value('Tagged') === 'yes',
    linearized: value('Optimized') === 'yes',
    javascript: value('JavaScript') === 'yes',
    form: form === 'AcroForm' || form === 'XFA' ? form : 'none',
  };
}

/** Parses `Page    1 size: 595.304 x 841.89 pts (A4)`, `Page    1 rot:  0`. */
function pageSizes(output: string): PageSize[] {
  const turned = new Map(
    [...output.matchAll(/^Page +(\d+) rot: +(-?\d+)/gm)].map(([, page = '', angle = '']) => [page, Number(angle)]),
  );
  return [...output.matchAll(/^Page +(\d+) size: +([\d.]+) x ([\d.]+) pts/gm)].map(
    ([, page = '', width = '', height = '']) => ({
      width: Number(width),
      height: Number(height),
      rotation: turned.get(page) ?? 0,
    }),
  );
}

/** Parses the output of pdffonts: a table below a line of dashes that shows the widths of the columns. */
export function parseFonts(output: string): PdfFont[] {
  const lines = output.split('\n');
  const ruler = lines.findIndex((line) => /^-+( -+)+$/.test(line));
  return lines.slice(ruler + 1).flatMap((line) => {
    // Names longer than their column shift the others to the right, so those are counted from the end.
    const row =
      /^(.*?) +((?:Type|CID|TrueType|unknown)\S*(?: \S+)*?) +(\S+) +(yes|no) +(yes|no) +(yes|no) +\S+ +\S+$/.exec(line);
    if (ruler === -1 || row === null) return [];
    const [, name = '', type = '', , embedded, subset] = row;
    return [{ name, type, embedded: embedded === 'yes', subset: subset === 'yes' }];
  });
}

/** Returns how many different pictures the output of `pdfimages -list` shows. Masks belong to their pictures. */
export function parsePictures(output: string): number {
  const rows = output
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/));
  const pictures = rows.filter(([, , type]) => type === 'image' || type === 'stencil');
  // An inline picture has no object of its own.
  const inline = pictures.filter((row) => row[10] === '[inline]').length;
  return inline + new Set(pictures.filter((row) => row[10] !== '[inline]').map((row) => row[10])).size;
}

/** Parses the output of `pdfsig -nocert`: a block per signature field; unsigned fields are left out. */
export function parseSignatures(output: string): PdfSignature[] {
  return output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .filter((block) => !block.includes('The signature form field is not signed.'))
    .map((block) => {
      const value = (name: string): string | null =>
        new RegExp(`^ +- ${name}: (.*)$`, 'm').exec(block)?.[1]?.trim() || null;
      const validation = value('Signature Validation');
      return {
        signer: value('Signer Certificate Common Name'),
        signerName: value('Signer full Distinguished Name'),
        time: value('Signing Time'),
        hashAlgorithm: value('Signing Hash Algorithm'),
        type: value('Signature Type'),
        coversWholeFile: /^ +- Total document signed$/m.test(block),
        valid: validation === null ? null : validation === 'Signature is Valid.',
      };
    });
}

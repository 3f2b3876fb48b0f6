import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Scratch } from './support-structure.ts';

const MAKER = fileURLToPath(new URL('./make_blank_pdf.py', import.meta.url));

/** Makes a PDF of pages of these kinds: see make_blank_pdf.py. */
export async function pagesOf(kinds: readonly string[], scratch: Scratch, name = 'kinds.pdf'): Promise<PdfFile> {
  const path = scratch.path(name);
  await execa('/usr/bin/python3', [MAKER, path, ...kinds]);
  return { path, pages: kinds.length };
}

/** Returns which of the made pages a result has, by their widths: numbers from 1. */
export async function keptPages(path: string): Promise<number[]> {
  const { stdout } = await execa('pdfinfo', ['-f', '1', '-l', '99999', path]);
  return [...stdout.matchAll(/^Page +\d+ size: +(\d+) x/gm)].map(([, width]) => Number(width) - 400);
}

import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { redact } from '../../../../engines/document/operations/marks/redact.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Scratch } from './support-structure.ts';

export type Made = 'pages' | 'document' | 'pictures' | 'hidden' | 'revision' | 'boxed';

/** Makes a PDF with the name Ada Lovelace: see make_redact_pdf.py. */
export async function makeFile(what: Made, scratch: Scratch): Promise<PdfFile> {
  const path = scratch.path(`${what}.pdf`);
  await execa('/usr/bin/python3', [fileURLToPath(new URL('./make_redact_pdf.py', import.meta.url)), what, path]);
  const { stdout } = await execa('qpdf', ['--show-npages', path]);
  return { path, pages: Number(stdout), filename: `${what}.pdf` };
}

/** Redacts a file like the engine, and returns the result, what qpdf says of its form, and the warnings. */
export async function redacted(file: PdfFile, items: NonNullable<PdfOptions['redact']>, scratch: Scratch) {
  const { files, warnings, calls } = await scratch.run(redact, [file], { redact: items });
  const path = files[0]?.path ?? '';
  await execa('qpdf', ['--check', path]);
  return { path, warnings, calls };
}

/** Everything in a file that qpdf, poppler and exiftool read: objects and decoded streams, texts of pages and of attached files, tags. */
export async function allTexts(path: string): Promise<string> {
  const args = ['--qdf', '--object-streams=disable', '--decode-level=specialized', path, '-'];
  const objects = (await execa('qpdf', args, { encoding: 'latin1', stripFinalNewline: false })).stdout;
  const pages = (await execa('pdftotext', ['-raw', path, '-'])).stdout;
  const tags = (await execa('exiftool', ['-a', '-u', '-G1', path])).stdout.replace(
    /^.*File Name.*|^.*Directory.*/gm,
    '',
  );
  return [objects, objects.replaceAll('\0', ''), pages, tags].join('\n');
}

/** Returns the first of the file's own bytes that have the text: old revisions are there. */
export async function hasBytes(path: string, text: string): Promise<boolean> {
  return (await execa('grep', ['-ac', text, path], { reject: false })).exitCode === 0;
}

/** Returns what tesseract reads on a page. */
export async function seenOn(path: string, page: number, scratch: Scratch): Promise<string> {
  const picture = scratch.path(`seen-${page}`);
  await execa('pdftoppm', ['-r', '150', '-f', `${page}`, '-l', `${page}`, '-singlefile', '-png', path, picture]);
  return (await execa('tesseract', [`${picture}.png`, '-', '--psm', '11'], { env: { OMP_THREAD_LIMIT: '1' } })).stdout;
}

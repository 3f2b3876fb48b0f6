import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import { runQpdf } from '../../../tools/qpdf/qpdf.ts';
import type { Operation, PdfJob, PdfOptions } from './operation.ts';

/**
 * compression basic: the same content packed tighter. A file that would not become smaller stays as it is. Pictures stay
 * what they are; strong is Ghostscript's.
 */
export const compress: Operation = {
  name: 'compress',
  options: ['compression'],
  asked: (options) => options.compression === 'basic',
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await compressFile(file, job));
    return result;
  },
};

/**
 * Streams that are packed already are repacked, which loses the predictors of images from PNG; where that makes the file no
 * smaller, they stay.
 */
async function compressFile(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const before = (await stat(file.path)).size;
  for (const options of [compressArguments(job.options), packArguments(job.options)]) {
    const path = join(await job.newFolder(), 'document.pdf');
    await runQpdf({ input: file.path, options, output: path, repack: true }, job);
    if ((await stat(path)).size < before) return { ...file, path };
    await rm(path);
  }
  return file;
}

export function compressArguments(options: PdfOptions): string[] {
  return [...packArguments(options), '--recompress-flate', '--compression-level=9'];
}

/** Of the objects alone. Object streams came with PDF 1.5. */
export function packArguments({ version }: PdfOptions): string[] {
  return [`--object-streams=${version === '1.4' ? 'disable' : 'generate'}`];
}

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';

/**
 * compression basic: packs the same content tighter. A file that would not become smaller stays as it is. Pictures are not changed;
 * Ghostscript does compression strong.
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
 * Repacks streams that are packed already, which loses the predictors of images from PNG; they are left alone if that makes the file no
 * smaller.
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

/** Returns the arguments that pack objects only. Object streams came with PDF 1.5. */
export function packArguments({ version }: PdfOptions): string[] {
  return [`--object-streams=${version === '1.4' ? 'disable' : 'generate'}`];
}

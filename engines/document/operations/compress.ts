import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation, PdfFile, PdfJob, PdfOptions } from './operation.ts';
import { runQpdf } from './programs-structure.ts';

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

async function compressFile(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const output = join(await job.newFolder(), 'document.pdf');
  await runQpdf({ input: file.path, options: compressArguments(job.options), output, repack: true }, job);
  const [before, after] = await Promise.all([stat(file.path), stat(output)]);
  return after.size < before.size ? { ...file, path: output } : file;
}

/** Object streams came with PDF 1.5. */
export function compressArguments({ version }: PdfOptions): string[] {
  const objectStreams = version === '1.4' ? 'disable' : 'generate';
  return [`--object-streams=${objectStreams}`, '--recompress-flate', '--compression-level=9'];
}

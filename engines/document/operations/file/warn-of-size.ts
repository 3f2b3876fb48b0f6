import { stat } from 'node:fs/promises';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';

const KiB = 1024;

/** Warns of a file that a later operation makes larger than file_size allows. @param reason `As PDF/A` */
export async function warnOfSize(reason: string, { path }: PdfFile, { options, context }: PdfJob): Promise<void> {
  const { file_size: limit } = options;
  if (limit === undefined) return;
  const { size } = await stat(path);
  if (size <= limit * KiB) return;
  const message = `${reason} the result has ${Math.ceil(size / KiB)} KiB; ${limit} KiB were asked for.`;
  context.warn('output_limited', message, { option: 'file_size', bytes: size });
}

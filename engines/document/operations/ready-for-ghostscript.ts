import { ConversionError } from '../../../src/task/errors.ts';
import { allDone } from '../../../src/util/concurrency.ts';
import { needsPreparing, prepareForGhostscript } from '../../../tools/ghostscript/prepare.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import { withDrawnFields } from './drawn-fields.ts';
import type { PdfJob } from './operation.ts';

/** A file as Ghostscript is to read it. */
export interface Ready {
  readonly file: PdfFile;
  /** What prepareForGhostscript does was done. */
  readonly prepared: boolean;
}

/** With the fields of its form drawn, and prepared where its fonts need that. Throws as withDrawnFields and programs do. */
export async function readyForGhostscript(file: PdfFile, job: PdfJob): Promise<Ready> {
  const [drawn, isNeeded] = await allDone([withDrawnFields(file, job), needsPreparing(file, job)]);
  return isNeeded ? prepare({ file: drawn, prepared: false }, job) : { file: drawn, prepared: false };
}

/** The same prepared; as it was where it is too large or too damaged for that. */
export async function prepare({ file }: Ready, job: PdfJob): Promise<Ready> {
  try {
    return { file: (await prepareForGhostscript(file, 0, job)).file, prepared: true };
  } catch (error) {
    if (!(error instanceof ConversionError && FAILURES.has(error.code))) throw error;
    return { file, prepared: true };
  }
}

const FAILURES: ReadonlySet<string> = new Set(['input_damaged', 'conversion_failed', 'limit_memory']);

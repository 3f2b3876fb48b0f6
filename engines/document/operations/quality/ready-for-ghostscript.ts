import { ConversionError } from '../../../../src/task/errors.ts';
import { allDone } from '../../../../src/util/concurrency.ts';
import { needsPreparing, prepareForGhostscript } from '../../../../tools/programs/ghostscript/prepare.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { withDrawnFields } from '../marks/drawn-fields.ts';
import type { PdfJob } from '../operation.ts';

/** A file as Ghostscript should read it. */
export interface Ready {
  readonly file: PdfFile;
  /** Whether prepareForGhostscript was applied. */
  readonly prepared: boolean;
}

/** Returns the file with its form fields drawn, and prepared if its fonts need that. Throws what withDrawnFields and programs throw. */
export async function readyForGhostscript(file: PdfFile, job: PdfJob): Promise<Ready> {
  const [drawn, isNeeded] = await allDone([withDrawnFields(file, job), needsPreparing(file, job)]);
  return isNeeded ? prepare({ file: drawn, prepared: false }, job) : { file: drawn, prepared: false };
}

/** Prepares the file; returns it unchanged if it is too large or too damaged for that. */
export async function prepare({ file }: Ready, job: PdfJob): Promise<Ready> {
  try {
    return { file: (await prepareForGhostscript(file, 0, job)).file, prepared: true };
  } catch (error) {
    if (!(error instanceof ConversionError && FAILURES.has(error.code))) throw error;
    return { file, prepared: true };
  }
}

const FAILURES: ReadonlySet<string> = new Set(['input_damaged', 'conversion_failed', 'limit_memory']);

import { allDone } from '../../src/util/concurrency.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import { type Difference, differencesOf } from './differences.ts';
import { lookAt, type Parts } from './look.ts';
import type { Tolerance } from './picture-difference.ts';

/** What is compared, and what may differ. */
export interface Comparison {
  readonly tolerance: Tolerance;
  readonly parts: Parts;
}

/** What of a PDF is not as it was, beyond what may differ; empty: nothing was found. Throws as lookAt. */
export async function compare(
  source: PdfFile,
  made: PdfFile,
  { tolerance, parts }: Comparison,
  job: PdfWork,
): Promise<Difference[]> {
  const [before, after] = await allDone([lookAt(source, parts, job), lookAt(made, parts, job)]);
  return differencesOf(before, after, tolerance);
}

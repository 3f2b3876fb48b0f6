import { allDone } from '../../../src/util/concurrency.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { type Difference, differencesOf } from './differences.ts';
import { lookAt, type Parts } from './look.ts';
import type { Tolerance } from './picture-difference.ts';

/** Parts to compare, and allowed differences. */
export interface Comparison {
  readonly tolerance: Tolerance;
  readonly parts: Parts;
}

/** Describes the differences of a PDF that exceed the tolerance; empty if there are none. Throws as lookAt. */
export async function compare(
  source: PdfFile,
  made: PdfFile,
  { tolerance, parts }: Comparison,
  job: PdfWork,
): Promise<Difference[]> {
  const [before, after] = await allDone([lookAt(source, parts, job), lookAt(made, parts, job)]);
  return differencesOf(before, after, tolerance);
}

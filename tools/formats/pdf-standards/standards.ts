import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';

/** A part of PDF/A (ISO 19005) and its level: b keeps the appearance, u also the text, a also the structure. */
export type PdfALevel = `1${'a' | 'b'}` | `${2 | 3}${'a' | 'b' | 'u'}`;

/** A standard by which a PDF can be checked: PDF/A, or PDF/UA-1 (ISO 14289-1). */
export type Standard = PdfALevel | 'ua1';

/** A part of ISO 19005. */
export type Part = 1 | 2 | 3;

/** Returns the part of ISO 19005 that a level belongs to. */
export const partOf = (level: PdfALevel): Part => Number(level.charAt(0)) as Part;

/** Returns the number of the document that a standard is. */
export const documentOf = (standard: Standard): string =>
  standard === 'ua1' ? 'ISO 14289-1' : `ISO 19005-${partOf(standard)}`;

/** A broken rule. */
export interface BrokenRule {
  /** Clause of the standard: `6.2.11.4.1`; `-` for what our own files are held to beyond it. */
  readonly rule: string;
  /** What is wrong, for people. */
  readonly problem: string;
  /** In how many places. */
  readonly count: number;
  /** The first 20 places, as far as they are known. */
  readonly places: readonly { readonly page?: number; readonly object?: number }[];
}

const SCRIPT = new URL('./check.py', import.meta.url);

/** Folder of the modules of the script. */
const MODULES = new URL('./', import.meta.url);

/**
 * Returns which rules of a standard a PDF breaks; empty if none of those that can be checked without drawing pages. Files of our `own` are
 * held to more than the standard asks for, such as RGB colours. Throws as runPikepdfScript.
 */
export async function brokenRules(
  { path }: Pick<PdfFile, 'path'>,
  standard: Standard,
  job: PdfWork,
  whose: 'own' | 'any' = 'own',
): Promise<readonly BrokenRule[]> {
  const found = await runPikepdfScript(SCRIPT, [standard, whose, path], job, { modules: MODULES });
  return (found as { readonly broken: readonly BrokenRule[] }).broken;
}

import type { WarningCode } from '../../../src/task/codes.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Facts } from '../schema/document.ts';

/** What a reader reads, and where it reports what could not be read. */
export interface Reading {
  readonly input: LocalInput;
  readonly context: WorkContext;
  /** Into the document and to the user. */
  readonly warn: (code: WarningCode, message: string) => void;
}

/** Reads one side of a file. What it throws becomes a warning, where the rest of the document is good without (problems.ts). */
export type Reader = (reading: Reading) => Promise<Facts>;

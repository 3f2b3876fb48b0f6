import type { WarningCode } from '../../../src/task/codes.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Facts } from '../schema/document.ts';

/** What a reader reads, and where it reports problems. */
export interface Reading {
  readonly input: LocalInput;
  readonly context: WorkContext;
  /** Warns both in the document and to the user. */
  readonly warn: (code: WarningCode, message: string) => void;
}

/** Reads one aspect of a file. Its errors become warnings if the rest of the document is valid without it (problems.ts). */
export type Reader = (reading: Reading) => Promise<Facts>;

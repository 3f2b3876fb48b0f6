import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { MadePdf } from './made-pdf.ts';
import type { PlacedPage } from './places.ts';

export type Options = Partial<PdfOptions>;

export type OptionName = keyof PdfOptions;

/** What came of a document, and what it was made of. */
export interface Result {
  readonly files: readonly MadePdf[];
  /** Pages of each input as they were. */
  readonly inputs: readonly (readonly PlacedPage[])[];
}

/** How it is seen that an option did its work. */
export interface Observer {
  /** For the table of the README. */
  readonly by: string;
  /** Whether it is seen; `options` are all that were given. */
  readonly holds: (result: Result, options: Options) => Promise<boolean>;
}

/** An option with a value, and how it is seen. */
export interface Sample extends Observer {
  readonly value: NonNullable<PdfOptions[OptionName]>;
  /** Other options that it needs; those that are given win over them. */
  readonly needs?: Options;
  /** It takes a second input. */
  readonly combines?: true;
}

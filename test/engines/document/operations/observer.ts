import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { MadePdf } from './made-pdf.ts';
import type { PlacedPage } from './places.ts';

export type Options = Partial<PdfOptions>;

export type OptionName = keyof PdfOptions;

/** The result of operations, and its inputs. */
export interface Result {
  readonly files: readonly MadePdf[];
  /** Original pages of each input. */
  readonly inputs: readonly (readonly PlacedPage[])[];
}

/** Observes the effect of an option. */
export interface Observer {
  /** Text for the table of the README. */
  readonly by: string;
  /** Whether the effect is seen; `options` are all given options. */
  readonly holds: (result: Result, options: Options) => Promise<boolean>;
}

/** A value of an option, and the observer of its effect. */
export interface Sample extends Observer {
  readonly value: NonNullable<PdfOptions[OptionName]>;
  /** Other options that it needs; given options take precedence. */
  readonly needs?: Options;
  /** Whether it needs a second input. */
  readonly combines?: true;
}

import type { document } from '../../src/catalog/data/document.ts';
import type { OptionsOf } from '../../src/catalog/definition.ts';
import type { WorkContext } from '../../src/work/context.ts';

/** The validated options of the target pdf. */
export type PdfOptions = OptionsOf<(typeof document)['pdf']['options']>;

/** A PDF on its way, not encrypted. */
export interface PdfFile {
  /** Inside the work folder, or an input's own file: never changed. */
  readonly path: string;
  readonly pages: number;
  /** Tells the parts of one that was split apart: `-1`, `-pages-3-5`. */
  readonly suffix?: string;
}

/** What every operation works with. */
export interface PdfJob {
  readonly options: PdfOptions;
  readonly context: WorkContext;
  /** A new, empty folder inside the work folder. */
  newFolder(): Promise<string>;
}

/**
 * One step of the work on PDFs, a file each in this folder; operations.ts lists them in the one order in which they are done.
 * It takes the PDFs of the step before (one, until they are split; the inputs, before they are combined) and makes others.
 */
export interface Operation {
  /** As the documentation calls it: `rotate`. */
  readonly name: string;
  /** The options that it honours. */
  readonly options: readonly (keyof PdfOptions)[];
  /** Whether the options ask for it. */
  asked(options: PdfOptions): boolean;
  /** Throws ConversionError. What it loses (tags, forms, links) it tells by a warning. */
  run(files: readonly PdfFile[], job: PdfJob): Promise<readonly PdfFile[]>;
}

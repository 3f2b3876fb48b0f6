import type { TargetOptions } from '../../../src/catalog/definition.ts';
import type { PdfFile, PdfWork } from '../../../tools/qpdf/pdf-work.ts';
import type { catalog } from '../catalog.ts';
import type { OFFICE_OPTIONS } from '../catalog-office.ts';
import type { CHROMIUM_OPTIONS } from '../catalog-pdf.ts';

/** Of the target pdf, without those of the browser and of LibreOffice, which may make it. */
export type PdfOptions = Omit<
  TargetOptions<typeof catalog, 'pdf'>,
  keyof typeof CHROMIUM_OPTIONS | keyof typeof OFFICE_OPTIONS
>;

/** What every operation works with. */
export interface PdfJob extends PdfWork {
  readonly options: PdfOptions;
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
  /** Throws ConversionError. What it loses (tags, forms, links) it reports by a warning. */
  run(files: readonly PdfFile[], job: PdfJob): Promise<readonly PdfFile[]>;
}

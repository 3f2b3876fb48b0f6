import type { TargetOptions } from '../../../src/catalog/definition.ts';
import type { PdfFile, PdfWork } from '../../../tools/programs/qpdf/pdf-work.ts';
import type { catalog } from '../catalog.ts';
import type { MAIL_OPTIONS } from '../catalog-mail.ts';
import type { OFFICE_OPTIONS } from '../catalog-office.ts';
import type { OFFICE_EXPORT_OPTIONS } from '../catalog-office-export.ts';
import type { CHROMIUM_OPTIONS } from '../catalog-pdf-chromium.ts';

/** Options of the target pdf without those of the browser and of LibreOffice, which may make the PDF. */
export type PdfOptions = Omit<
  TargetOptions<typeof catalog, 'pdf'>,
  | keyof typeof CHROMIUM_OPTIONS
  | keyof typeof MAIL_OPTIONS
  | keyof typeof OFFICE_OPTIONS
  | keyof typeof OFFICE_EXPORT_OPTIONS
>;

/** An input that is attached to the result instead of being converted. */
export interface Attachment {
  readonly path: string;
  /** The user's name for it. */
  readonly filename: string;
  /** Its format by its content; null if it is not known. */
  readonly format: { readonly contentType: string } | null;
}

/** What every operation works with. */
export interface PdfJob extends PdfWork {
  readonly options: PdfOptions;
  /** Inputs that option embed names, in its order. */
  readonly attachments?: readonly Attachment[];
  /** Inputs with keys that option sign names, by that name. */
  readonly keys?: ReadonlyMap<string, { readonly path: string; readonly filename: string }>;
  /** Inputs whose signatures would not be valid in the result. */
  readonly signed?: readonly Attachment[];
  /** Whether the file is signed, and nothing is asked but what can be written after its bytes. */
  readonly keepsSignatures?: boolean;
  /** The input that option fill_from names. */
  readonly values?: { readonly path: string; readonly filename: string };
}

/**
 * One step of the work on PDFs, with a file each in this folder; operations.ts lists them in their fixed order. It takes the PDFs of the
 * previous step (one, until they are split; the inputs, before they are combined) and returns new ones.
 */
export interface Operation {
  /** Name of the operation in the documentation: `rotate`. */
  readonly name: string;
  /** Options that the operation honours. */
  readonly options: readonly (keyof PdfOptions)[];
  /** Whether it can write what it does after the bytes of the file, so that signatures stay valid. */
  readonly appends?: true;
  /** Whether the options ask for it. */
  asked(options: PdfOptions): boolean;
  /** Warns of what it loses (tags, forms, links). Throws ConversionError. */
  run(files: readonly PdfFile[], job: PdfJob): Promise<readonly PdfFile[]>;
}

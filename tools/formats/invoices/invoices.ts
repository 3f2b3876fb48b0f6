import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../../../src/settings/read.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';

/* Electronic invoices of EN 16931: XML in UBL or CII, alone or in a PDF. The Python modules beside this one read and check them. */

const MODULES = new URL('./', import.meta.url);
const script = (name: string): URL => new URL(`./${name}.py`, import.meta.url);

/** A rule of the standard that an invoice breaks, by its name there. */
export interface BrokenRule {
  readonly rule: string;
  readonly message: string;
}

/** What an invoice says of itself; null: nothing. */
export interface InvoiceSummary {
  readonly number: string | null;
  readonly date: string | null;
  readonly type: string | null;
  readonly currency: string | null;
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly total_without_vat: string | null;
  readonly total_with_vat: string | null;
  readonly due: string | null;
  readonly lines: number;
}

/** What the check of an invoice found. */
export interface CheckedInvoice {
  readonly problem: null;
  readonly syntax: 'ubl' | 'cii';
  /** `other`: the specification is not known, and the rules of EN 16931 alone were checked. */
  readonly profile: string;
  readonly specification: string | null;
  /** Whether an XML schema was checked. */
  readonly schema: boolean;
  readonly broken: readonly BrokenRule[];
  readonly invoice: InvoiceSummary;
}

/** A file that is not an invoice of the standard, and why: `it is not well-formed XML`. */
export interface NotAnInvoice {
  readonly problem: string;
}

/**
 * Checks an invoice by the rules of EN 16931, of XRechnung if it claims to be one, and by its XML schema if the operator has it
 * (INVOICE_SCHEMAS). Throws as runPikepdfScript, and `conversion_failed` if the schemas cannot be read.
 */
export async function checkInvoice(path: string, context: WorkContext): Promise<CheckedInvoice | NotAnInvoice> {
  const schemas = await schemasFolder();
  const settings = { modules: MODULES, ...(schemas !== null && { readable: [schemas] }) };
  const checked = await runPikepdfScript(script('check_invoice'), [path, schemas ?? ''], { context }, settings);
  return checked as CheckedInvoice | NotAnInvoice;
}

/** Returns the folder with XML schemas, with links resolved; null if the operator has none. */
async function schemasFolder(): Promise<string | null> {
  const path = environment().INVOICE_SCHEMAS;
  if (!path) return null;
  return realpath(path).catch(() => {
    const message = 'INVOICE_SCHEMAS does not name a folder that can be read. Ask the operator of this service.';
    throw new ConversionError('conversion_failed', message);
  });
}

/**
 * Writes an invoice as a page of HTML, with all of its values.
 * @param folder new and empty
 * @returns the page, and the number of files inside the invoice, which it does not show; or why the file is not an invoice
 */
export async function invoicePage(
  path: string,
  folder: string,
  context: WorkContext,
): Promise<{ readonly problem: string | null; readonly path: string; readonly files: number }> {
  const page = join(folder, 'invoice.html');
  const settings = { modules: MODULES };
  const made = await runPikepdfScript(script('invoice_page'), [path, page], { context }, settings);
  return { ...(made as { readonly problem: string | null; readonly files: number }), path: page };
}

/** The invoice in a PDF, and what the PDF says of it. */
export interface InvoiceInPdf {
  /** Where its XML is now. */
  readonly path: string;
  /** Name of the XML in the PDF. */
  readonly file: string;
  /** As in the PDF: `Data`, `Alternative` …; null: none. */
  readonly relationship: string | null;
  /** Whether the document names it among its associated files. */
  readonly is_associated: boolean;
  /** What the metadata says; null: nothing. */
  readonly declared: {
    readonly profile: string | null;
    readonly file: string | null;
    readonly version: string | null;
  } | null;
}

/** Takes the invoice out of a PDF that needs no password; null: it has none. Throws as runPikepdfScript. */
export async function invoiceInPdf(pdf: string, context: WorkContext): Promise<InvoiceInPdf | null> {
  const path = join(await partFolder(context, 'invoice'), 'invoice.xml');
  const found = (await runPikepdfScript(script('pdf_invoice'), [pdf, path], { context })) as
    | Omit<InvoiceInPdf, 'path'>
    | { readonly file: null };
  if (found.file === null) return null;
  return { ...found, path };
}

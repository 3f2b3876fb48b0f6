import { join } from 'node:path';
import { checkInvoice } from '../../../../tools/formats/invoices/invoices.ts';
import { PROFILE_NAMES } from '../../../../tools/formats/invoices/profile-names.ts';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { INVOICE_FILE } from '../../catalog-pdf-structure.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { requirePdfA } from './pdf-a.ts';

interface Declared {
  readonly accessible: boolean;
  readonly invoice: boolean;
}

const SCRIPT = new URL('./declare.py', import.meta.url);

/**
 * Writes what a PDF conforms to besides PDF/A into its metadata: PDF/UA, if LibreOffice wrote it so and its tags are still there
 * (otherwise the claim is removed), and Factur-X. It comes after PDF/A and embed; a result that then breaks a rule of PDF/A is refused.
 */
export const declare: Operation = {
  name: 'declare',
  // What its options need is not among those of all PDFs: a document that LibreOffice writes, or an invoice.
  options: [],
  asked: (options) => options.factur_x !== undefined || options.pdf_ua === true,
  async run(files, job) {
    const invoice = invoiceOf(job.options);
    if (invoice !== null) await warnOfRules(job);
    const result: PdfFile[] = [];
    for (const file of files) result.push(await declareFile(file, invoice, job));
    return result;
  },
};

async function declareFile(file: PdfFile, invoice: object | null, job: PdfJob): Promise<PdfFile> {
  const { pdf_ua: isAsked = false, merge = false } = job.options;
  // The claim that LibreOffice wrote must not outlive the tags.
  const accessible = isAsked && file.pdfUa === true ? !merge : null;
  if (isAsked && accessible !== true) warnOfAccessibility(file, job);
  if (invoice === null && accessible === null) return file;
  const path = join(await job.newFolder(), 'document.pdf');
  const settings = JSON.stringify({ accessible, invoice });
  const declared = (await runPikepdfScript(SCRIPT, [settings, file.path, path], job)) as Declared;
  if (accessible === true && !declared.accessible) warnOfAccessibility(file, job);
  if (invoice !== null && !declared.invoice) warnOfInvoice(job);
  const made = { ...file, path };
  await requirePdfA(made, job);
  return made;
}

function invoiceOf(options: PdfOptions): object | null {
  const { factur_x: profile, factur_x_document: document = 'invoice', factur_x_version: version = '1.0' } = options;
  if (profile === undefined) return null;
  return { file: INVOICE_FILE, level: PROFILE_NAMES[profile], document: document.toUpperCase(), version };
}

/** Number of broken rules that a warning names. */
const MOST_NAMED = 5;

/** Warns of rules of EN 16931 that the invoice breaks, and of a profile other than its own. Orders are not checked. */
async function warnOfRules({ options, attachments = [], context }: PdfJob): Promise<void> {
  const index = (options.embed ?? []).findIndex(({ filename, name }) => (name ?? filename) === INVOICE_FILE);
  const attached = attachments[index];
  if (attached === undefined) return;
  const checked = await checkInvoice(attached.path, context);
  // warnOfInvoice reports a file of another kind.
  if (checked.problem !== null) return;
  const { broken, profile } = checked;
  if (profile !== options.factur_x) {
    const message = `${INVOICE_FILE} says that it is of the profile ${profile}, not ${options.factur_x}.`;
    context.warn('output_limited', message, { option: 'factur_x', profile });
  }
  if (broken.length === 0) return;
  const named = broken.slice(0, MOST_NAMED).map(({ rule, message }) => `${rule}: ${message}`);
  const more = broken.length > MOST_NAMED ? ` and ${broken.length - MOST_NAMED} more` : '';
  const message = `${INVOICE_FILE} breaks rules of EN 16931: ${named.join(' ')}${more}`;
  context.warn('output_limited', message, { option: 'factur_x', rules: broken.map(({ rule }) => rule) });
}

function warnOfAccessibility(file: PdfFile, { options, context }: PdfJob): void {
  const why =
    file.pdfUa !== true
      ? 'only a PDF that LibreOffice writes can be, not one that exists already or that a browser prints'
      : options.merge === true
        ? 'merge keeps the tags of the first input alone'
        : 'another option has removed its tags';
  context.warn('output_limited', `The result is not PDF/UA: ${why}.`, { option: 'pdf_ua' });
}

function warnOfInvoice({ context }: PdfJob): void {
  const message = `${INVOICE_FILE} is no Cross Industry Invoice or Order, so programs will not read it as an electronic invoice.`;
  context.warn('output_limited', message, { option: 'factur_x' });
}

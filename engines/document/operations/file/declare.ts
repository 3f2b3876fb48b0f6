import { join } from 'node:path';
import { checkInvoice } from '../../../../tools/formats/invoices/invoices.ts';
import { PROFILE_NAMES } from '../../../../tools/formats/invoices/profile-names.ts';
import { type BrokenRule, brokenRules } from '../../../../tools/formats/pdf-standards/standards.ts';
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
 * Writes what a PDF conforms to besides PDF/A into its metadata: Factur-X, and PDF/UA, if it keeps all its rules that can be checked;
 * otherwise the claim is removed, and a warning says why. It comes after PDF/A and embed; a result that then breaks a rule of PDF/A is
 * refused.
 */
export const declare: Operation = {
  name: 'declare',
  // Not of all PDFs: documents with tags, and invoices.
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
  const isAsked = job.options.pdf_ua === true;
  const { file: claimed, declared } = await write(file, { accessible: isAsked ? true : null, invoice }, job);
  if (invoice !== null && !declared.invoice) warnOfInvoice(job);
  const broken = isAsked ? await brokenRules(claimed, 'ua1', job) : [];
  if (broken.length > 0) warnOfAccessibility(broken, declared.accessible, job);
  // No claim may stay, also not that of LibreOffice.
  const made = broken.length > 0 ? (await write(file, { accessible: false, invoice }, job)).file : claimed;
  await requirePdfA(made, job);
  return made;
}

async function write(file: PdfFile, settings: { accessible: boolean | null; invoice: object | null }, job: PdfJob) {
  const path = join(await job.newFolder(), 'document.pdf');
  const declared = (await runPikepdfScript(SCRIPT, [JSON.stringify(settings), file.path, path], job)) as Declared;
  return { file: { ...file, path }, declared };
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

function warnOfAccessibility(broken: readonly BrokenRule[], isTagged: boolean, { context }: PdfJob): void {
  const named = broken.slice(0, MOST_NAMED).map(({ problem, rule }) => `${problem} (${rule})`);
  const more = broken.length > MOST_NAMED ? `; and ${broken.length - MOST_NAMED} more` : '';
  const why = isTagged
    ? `${named.join('; ')}${more}. operation/validate-pdfa with the profile pdfua1 names the places.`
    : 'it has no tags, which office documents and web pages bring along.';
  context.warn('output_limited', `The result is not PDF/UA: ${why}`, {
    option: 'pdf_ua',
    rules: broken.map(({ rule }) => rule),
  });
}

function warnOfInvoice({ context }: PdfJob): void {
  const message = `${INVOICE_FILE} is no Cross Industry Invoice or Order, so programs will not read it as an electronic invoice.`;
  context.warn('output_limited', message, { option: 'factur_x' });
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import {
  type CheckedInvoice,
  checkInvoice,
  type InvoiceInPdf,
  invoiceInPdf,
} from '../../tools/formats/invoices/invoices.ts';
import { PROFILE_NAMES } from '../../tools/formats/invoices/profile-names.ts';
import { brokenRules } from '../../tools/formats/pdf-standards/standards.ts';
import { openPdf } from '../../tools/formats/pdf-text/open.ts';

const NAMES: Readonly<Record<string, string>> = PROFILE_NAMES;

/** Relationships that an invoice may have to its pages (Factur-X 1.0, 6.2.3). */
const RELATIONSHIPS: ReadonlySet<string | null> = new Set(['Data', 'Source', 'Alternative']);

interface PdfReport {
  readonly file: string;
  readonly relationship: string | null;
  readonly declared_profile: string | null;
  readonly is_pdf_a3: boolean;
  /** What breaks the rules of Factur-X about the PDF, for people. */
  readonly problems: readonly string[];
}

/**
 * Checks an electronic invoice, in XML or in a PDF, by the rules of EN 16931. Throws ConversionError `input_wrong_type` for what is not one,
 * and what opening a PDF throws.
 */
export async function validateInvoice(input: LocalInput, context: WorkContext): Promise<OutputFile[]> {
  if (input.format?.name !== 'pdf') return report(await checked(input.path, input, context), null, context);
  const { path, decrypted } = await openPdf({ path: input.path, password: input.decryptPassword }, context);
  const found = await invoiceInPdf(path, context);
  if (found === null) throw notAnInvoice(input, 'no invoice is attached to it');
  const invoice = await checked(found.path, input, context);
  return report(invoice, await pdfReport(path, decrypted, found, invoice, context), context);
}

async function checked(path: string, input: LocalInput, context: WorkContext): Promise<CheckedInvoice> {
  const found = await checkInvoice(path, context);
  if (found.problem !== null) throw notAnInvoice(input, found.problem);
  return found;
}

function notAnInvoice({ filename }: LocalInput, why: string): ConversionError {
  const message = `${filename} is not an electronic invoice of EN 16931: ${why}.`;
  return new ConversionError('input_wrong_type', message, { details: { filename } });
}

async function pdfReport(
  path: string,
  isEncrypted: boolean,
  { file, relationship, is_associated, declared }: InvoiceInPdf,
  { profile }: CheckedInvoice,
  context: WorkContext,
): Promise<PdfReport> {
  const job = { context, newFolder: () => partFolder(context, 'pdf') };
  const rules = [
    ...(isEncrypted ? ['it is encrypted'] : []),
    ...(await brokenRules({ path }, '3b', job, 'any')).map(({ problem }) => problem),
  ];
  const wanted = NAMES[profile];
  const problems = [
    ...(rules.length === 0 ? [] : [`it is not PDF/A-3: ${rules.join('; ')}`]),
    ...(is_associated ? [] : ['the document does not name the invoice among its associated files (AF)']),
    ...(RELATIONSHIPS.has(relationship) ? [] : ['the relationship of the invoice is not Data, Source or Alternative']),
    ...(declared === null ? ['its metadata does not say that it is an invoice'] : []),
    ...(declared !== null && declared.file !== file ? [`its metadata names the file ${declared.file}`] : []),
    ...(declared !== null && wanted !== undefined && declared.profile !== wanted
      ? [`its metadata says ${declared.profile}, and the invoice is of the profile ${wanted}`]
      : []),
  ];
  const profiles = { declared_profile: declared?.profile ?? null, is_pdf_a3: rules.length === 0 };
  return { file, relationship, ...profiles, problems };
}

async function report(
  { syntax, profile, specification, schema, broken, invoice }: CheckedInvoice,
  pdf: PdfReport | null,
  context: WorkContext,
): Promise<OutputFile[]> {
  const path = join(await partFolder(context, 'report'), 'report.json');
  const valid = broken.length === 0 && (pdf === null || pdf.problems.length === 0);
  const document = {
    version: 1,
    valid,
    syntax,
    profile,
    specification,
    schema_checked: schema,
    invoice,
    broken_rules: broken,
    pdf,
  };
  await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
  const metadata = { valid, profile, broken_rules: broken.length };
  return [{ path, extension: 'json', contentType: 'application/json', metadata }];
}

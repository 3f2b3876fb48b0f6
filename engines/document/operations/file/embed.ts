import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { attachSigned } from '../../../../tools/formats/pdf-signatures/signatures.ts';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { INVOICE_FILE } from '../../catalog-pdf-structure.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { requirePdfA } from './pdf-a.ts';

type Relationship = NonNullable<NonNullable<PdfOptions['embed']>[number]['relationship']>;

const SCRIPT = new URL('./embed_files.py', import.meta.url);

/**
 * Attaches inputs as associated files (ISO 32000-2, 14.13). It comes after PDF/A, whose rules the result must still fulfil. Throws
 * ConversionError `option_invalid` for an input that is not there, and for a name that is taken.
 */
export const embed: Operation = {
  name: 'embed',
  options: ['embed'],
  appends: true,
  asked: ({ embed: files = [] }) => files.length > 0,
  async run(files, job) {
    const attached = attachedOf(job);
    const result: PdfFile[] = [];
    for (const file of files) {
      const folder = await job.newFolder();
      const path = join(folder, 'document.pdf');
      const taken = job.keepsSignatures
        ? await attachSigned(file.path, folder, attached, job.context)
        : await embedFiles(file.path, path, attached, job);
      if (taken !== null) throw invalid(`the PDF has a file ${taken} already; give another name`);
      const made = { ...file, path };
      await requirePdfA(made, job);
      result.push(made);
    }
    return result;
  },
};

/** A file to attach to a PDF. */
export interface EmbeddedFile {
  readonly path: string;
  readonly name: string;
  /** PDF's own name. */
  readonly relationship: (typeof NAMES)[Relationship];
  /** Media type. */
  readonly type: string;
  readonly description: string;
}

/**
 * Writes a PDF with files attached. Returns a name that it or another file has already, in which case nothing is written; else null.
 * Throws what runPikepdfScript throws.
 */
export async function embedFiles(
  source: string,
  result: string,
  files: readonly EmbeddedFile[],
  job: Pick<PdfJob, 'context'>,
): Promise<string | null> {
  const done = await runPikepdfScript(SCRIPT, [source, result], job, { stdin: JSON.stringify(files) });
  return (done as { readonly taken: string | null }).taken;
}

/** Splits inputs into those that are converted and those that are attached. Throws ConversionError `option_invalid`. */
export function splitInputs<Input extends { readonly filename: string }>(
  inputs: readonly Input[],
  wanted: PdfOptions['embed'] = [],
): { readonly converted: readonly Input[]; readonly attached: readonly Input[] } {
  const converted = [...inputs];
  const attached = wanted.map(({ filename: name }) => {
    const index = converted.findIndex(({ filename }) => filename === name);
    const [input] = index < 0 ? [] : converted.splice(index, 1);
    if (input === undefined) throw invalid(`no input is called ${name}, or it is attached already`);
    return input;
  });
  return { converted, attached };
}

function attachedOf({ options, attachments = [] }: PdfJob): EmbeddedFile[] {
  return (options.embed ?? []).map((item, index) => {
    const { filename, name = filename, relationship, mime_type: type, description = '' } = item;
    const attachment = attachments[index];
    if (attachment === undefined) throw invalid(`no input is called ${filename}`);
    if (/[\p{Cc}/\\]/u.test(name)) throw invalid(`the name ${JSON.stringify(name)} has folders or control characters`);
    if (type !== undefined && !MEDIA_TYPE.test(type)) throw invalid(`${JSON.stringify(type)} is not a media type`);
    const isInvoice = options.factur_x !== undefined && name === INVOICE_FILE;
    return {
      path: attachment.path,
      name,
      relationship: NAMES[relationship ?? (isInvoice ? 'alternative' : 'unspecified')],
      type: type ?? (isInvoice ? 'text/xml' : (attachment.format?.contentType ?? 'application/octet-stream')),
      description,
    };
  });
}

/** PDF's own names (ISO 32000-2, table 43). */
const NAMES = {
  source: 'Source',
  data: 'Data',
  alternative: 'Alternative',
  supplement: 'Supplement',
  encrypted_payload: 'EncryptedPayload',
  form_data: 'FormData',
  schema: 'Schema',
  unspecified: 'Unspecified',
} as const satisfies Readonly<Record<Relationship, string>>;

/** Type and subtype by RFC 6838, without parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

const invalid = (problem: string): ConversionError =>
  new ConversionError('option_invalid', `Option embed: ${problem}.`, { details: { option: 'embed' } });

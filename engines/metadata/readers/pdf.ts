import type { WorkContext } from '../../../src/work/context.ts';
import { listAttachments } from '../../../tools/formats/pdf-assets/embedded-files.ts';
import { isCutShort, openPdf, popplerFailure } from '../../../tools/formats/pdf-text/open.ts';
import { passwordForms } from '../../../tools/formats/pdf-text/password-forms.ts';
import { askPoppler, parseFonts, parsePdfReport, parseSignatures } from '../../../tools/programs/poppler/pdf-report.ts';
import {
  type PdfAnswer,
  type PdfContents,
  type ReportedBookmark,
  readPdfContents,
} from '../../../tools/programs/qpdf/pdf-contents.ts';
import { LIST_LIMITS } from '../limits.ts';
import { warningOf } from '../problems.ts';
import type { Facts } from '../schema/document.ts';
import { date, found, list, text } from '../values.ts';
import type { Reading } from './reader.ts';
import { pdfTags } from './tags.ts';

type Pdf = NonNullable<Facts['pdf']>;

/** Reads pages, fonts, form, encryption and more of a PDF; if its password does not open it, only what is not encrypted. */
export async function readPdf({ input, context, warn }: Reading): Promise<Facts> {
  const { path, decryptPassword: password } = input;
  const answer = await contentsOf(path, password, context);
  if (answer.state === 'locked') return lockedFacts({ input, context, warn });
  const opened = await openPdf({ path, password }, context);
  const contents = answer.state === 'read' ? answer.contents : null;
  const [tags, pdf] = await Promise.all([
    pdfTags(opened.path, context),
    pdfFacts(opened.path, { input, context, warn }, contents).catch((error: unknown) => {
      const { code, message } = warningOf(error, input.filename, context.signal);
      warn(code, message);
      return null;
    }),
  ]);
  if (pdf !== null) await warnOfDamage(answer, { input, context, warn });
  return found<Facts>({
    ...tags.facts,
    encrypted: contents?.encrypt.encrypted,
    encryption: contents === null ? undefined : encryptionOf(contents),
    pdf:
      pdf === null ? versionAlone(tags.version) : found<Pdf>({ ...pdf, conformance: conformanceOf(tags.conformance) }),
  });
}

/** Warns of damage in a file whose pages could be found, by what poppler silently repairs. */
async function warnOfDamage({ state }: PdfAnswer, { input, warn }: Reading): Promise<void> {
  if (state === 'damaged') warn('input_damaged', `${input.filename} is damaged: its form and attachments are unknown.`);
  if (!(await isCutShort(input.path))) return;
  warn('input_truncated', `${input.filename} has no end mark and may be truncated: some metadata may be missing.`);
}

const versionAlone = (version: string | undefined): Pdf | undefined =>
  version === undefined ? undefined : { version };

/** Reads the contents with the first form of the password that opens the file. */
async function contentsOf(path: string, password: string | null, context: WorkContext): Promise<PdfAnswer> {
  let answer = await readPdfContents(path, null, context);
  if (password === null || /[\0\r\n]/.test(password)) return answer;
  for (const form of passwordForms(password)) {
    if (answer.state !== 'locked') break;
    answer = await readPdfContents(path, form, context);
  }
  return answer;
}

async function lockedFacts({ input, context, warn }: Reading): Promise<Facts> {
  if (input.decryptPassword !== null) {
    warn(
      'output_limited',
      `The decrypt_password does not open ${input.filename}: only what is readable without it was read.`,
    );
  }
  const { facts, version, encryption } = await pdfTags(input.path, context);
  return found<Facts>({
    ...facts,
    encrypted: true,
    encryption: encryption === undefined ? undefined : { algorithm: encryption },
    pdf: versionAlone(version),
  });
}

async function pdfFacts(
  path: string,
  { input, context, warn }: Reading,
  contents: PdfContents | null,
): Promise<Pdf | null> {
  const pages = ['-f', '1', '-l', String(LIST_LIMITS.pages)];
  const answer = await askPoppler('pdfinfo', [...pages, path], context);
  if (answer.exitCode !== 0) {
    throw await popplerFailure(answer.stderr, { path: input.path, password: input.decryptPassword });
  }
  const report = parsePdfReport(answer.stdout);
  const sizes = report.sizes.map(({ width, height, rotation }) => ({ width, height, rotation_degrees: rotation }));
  const fonts = await fontsOf(path, { input, context, warn });
  return found<Pdf>({
    version: report.version ?? 'unknown',
    pages: report.pages,
    page_sizes_points: sizes.length === 0 ? undefined : { count: report.pages, items: sizes },
    tagged: report.tagged,
    linearized: report.linearized,
    javascript: report.javascript,
    form: report.form,
    form_fields: contents === null ? undefined : list(fieldsOf(contents), LIST_LIMITS.fields),
    fonts: list(fonts, LIST_LIMITS.fonts),
    attachments:
      contents === null
        ? undefined
        : list(await attachmentsOf(path, { input, context, warn }), LIST_LIMITS.attachments),
    outline: contents === null ? undefined : list(bookmarksOf(contents.outlines), LIST_LIMITS.bookmarks),
    signatures: await signaturesOf(path, contents, context),
  });
}

type Bookmark = NonNullable<Pdf['outline']>['items'][number];

function bookmarksOf(outline: readonly ReportedBookmark[], level = 1): Bookmark[] {
  return outline.flatMap(({ title, destpageposfrom1: page, kids }) => [
    found<Bookmark>({ title: text(title) ?? '', level, page: page !== null && page >= 1 ? page : undefined }),
    ...bookmarksOf(kids, level + 1),
  ]);
}

async function fontsOf(path: string, { input, context, warn }: Reading): Promise<NonNullable<Pdf['fonts']>['items']> {
  const { exitCode, stdout } = await askPoppler('pdffonts', [path], context);
  if (exitCode !== 0) warn('input_damaged', `The fonts of ${input.filename} could not be listed.`);
  return parseFonts(stdout).map(({ name, type, embedded, subset }) => ({
    name: text(name.replace(/^[A-Z]{6}\+/, '')) ?? '',
    type,
    embedded,
    subset,
  }));
}

function encryptionOf({ encrypt }: PdfContents): Facts['encryption'] {
  if (!encrypt.encrypted) return undefined;
  const { capabilities: may, parameters } = encrypt;
  return {
    algorithm: parameters.streammethod,
    key_bits: parameters.bits,
    permissions: {
      print: may.printlow,
      print_high_resolution: may.printhigh,
      modify: may.modifyother,
      copy: may.extract,
      annotate: may.modifyannotations,
      fill_forms: may.modifyforms,
      assemble: may.modifyassembly,
      accessibility: may.accessibility,
    },
  };
}

type Field = NonNullable<Pdf['form_fields']>['items'][number];

function fieldsOf({ acroform }: PdfContents): Field[] {
  return acroform.fields.map((field) => ({ name: text(field.fullname) ?? '', type: typeOfField(field) }));
}

/** Returns the field type of ISO 32000-2, 12.7.4. */
function typeOfField(field: PdfContents['acroform']['fields'][number]): Field['type'] {
  if (field.ischeckbox) return 'checkbox';
  if (field.isradiobutton) return 'radio';
  const types: Readonly<Record<string, Field['type']>> = {
    '/Btn': 'button',
    '/Ch': 'choice',
    '/Sig': 'signature',
    '/Tx': 'text',
  };
  return types[field.fieldtype] ?? 'other';
}

type Attachment = NonNullable<Pdf['attachments']>['items'][number];

/** Poppler sees at once that most PDFs have none. */
async function attachmentsOf(path: string, { input, context, warn }: Reading): Promise<Attachment[]> {
  const { stdout } = await askPoppler('pdfdetach', ['-list', path], context);
  if (/^0 embedded files/m.test(stdout)) return [];
  const files = await listAttachments(path, context).catch((error: unknown) => {
    const { code, message } = warningOf(error, input.filename, context.signal);
    warn(code, message);
    return [];
  });
  return files.map((file) =>
    found<Attachment>({
      name: text(file.name) ?? '',
      description: text(file.description),
      content_type: text(file.content_type),
      size_bytes: file.size ?? undefined,
      relationship: text(file.relationship),
      page: file.page ?? undefined,
      created: date(file.created),
      modified: date(file.modified),
    }),
  );
}

type Signature = NonNullable<Pdf['signatures']>['items'][number];

/** Only a form with a signature field can be signed; if its list is missing, poppler is asked in any case. */
async function signaturesOf(
  path: string,
  contents: PdfContents | null,
  context: WorkContext,
): Promise<Pdf['signatures'] | undefined> {
  if (contents !== null && !contents.acroform.fields.some(({ fieldtype }) => fieldtype === '/Sig')) return undefined;
  const { stdout } = await askPoppler('pdfsig', ['-nocert', path], context);
  const signatures = parseSignatures(stdout).map((signature) =>
    found<Signature>({
      signer: text(signature.signer),
      signer_name: text(signature.signerName),
      signed: timeOf(signature.time),
      hash_algorithm: text(signature.hashAlgorithm),
      type: text(signature.type),
      covers_whole_file: signature.coversWholeFile,
      valid: signature.valid ?? undefined,
    }),
  );
  return list(signatures, LIST_LIMITS.signatures);
}

/** Parses `Mar 01 2024 10:00:00`, in UTC. */
function timeOf(printed: string | null): string | undefined {
  const time = Date.parse(`${printed ?? ''} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
}

const conformanceOf = (claims: readonly string[]): string[] | undefined =>
  claims.length === 0 ? undefined : [...claims];

import type { X509Certificate } from 'node:crypto';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString, type SignatureField } from '@libpdf/core';
import type { CheckJob } from '../job.ts';
import type { Change, SignatureFacts, SignatureReport } from '../report.ts';
import { changesBetween } from './changes.ts';
import { type CheckedMessage, checkMessage, checkStamp } from './message-check.ts';
import { openBytes, openDocument } from './open.ts';
import { certificateFacts, nameOf, readTrusted, trustOf } from './trust.ts';

interface Document {
  readonly pdf: PDF;
  readonly bytes: Buffer;
  readonly password: string | null;
  readonly trusted: readonly X509Certificate[];
}

/** Checks all signatures of a PDF. Throws what opening it throws, and `option_invalid` for trusted files without certificates. */
export async function check({ source, password, trusted }: CheckJob): Promise<SignatureReport> {
  const { pdf, bytes } = await openDocument(source, password);
  const document = { pdf, bytes, password, trusted: await readTrusted(trusted) };
  const fields = pdf.getForm()?.getSignatureFields() ?? [];
  const found: { facts: SignatureFacts; end: number }[] = [];
  for (const field of fields) {
    const dict = field.getSignatureDict();
    if (dict !== null && field.isSigned()) found.push(await checkField(field, dict, document));
  }
  const signatures = found.sort((one, other) => one.end - other.end).map(({ facts }) => facts);
  const isSound = ({ intact, changes_allowed }: SignatureFacts): boolean => intact === true && changes_allowed === true;
  return {
    version: 1,
    valid: signatures.length > 0 && signatures.every(isSound),
    empty_fields: fields.filter((field) => !field.isSigned()).map(({ name }) => name),
    signatures,
  };
}

/** The bytes that a signature covers. */
interface Coverage {
  /** Null: the range is not that of a signature. */
  readonly parts: readonly Buffer[] | null;
  readonly message: Buffer;
  /** First byte after what is covered. */
  readonly end: number;
}

async function checkField(field: SignatureField, dict: PdfDict, document: Document) {
  const { pdf, bytes, trusted } = document;
  const coverage = coverageOf(dict, pdf, bytes);
  const format = nameAt(dict, 'SubFilter');
  const problems: string[] = [];
  const message = checkedMessage(coverage, format, problems);
  const covers =
    coverage.parts === null ? 'part' : isRest(bytes.subarray(coverage.end)) ? 'whole_file' : 'earlier_revision';
  const changes = covers === 'part' ? null : covers === 'whole_file' ? [] : await changesSince(coverage.end, document);
  const allows = allowedBy(dict, pdf);
  const time = timeOf(textAt(dict, pdf, 'M'));
  // A time stamp counts if it is one of this signature.
  const stamped = message?.stamp?.valid === true ? message.stamp.time : null;
  const at = stamped ?? time ?? new Date();
  const chain = message?.signer ? trustOf(message.signer, message.certificates, trusted, at) : null;
  if (chain?.problem) problems.push(chain.problem);
  const isAllowed = changes === null ? null : changes.every((each) => isChangeAllowed(each, allows));
  if (isAllowed === false)
    problems.push('the document was changed after it was signed in a way that it does not allow');
  const stamp = format === STAMP ? null : (message?.stamp ?? null);
  const facts: SignatureFacts = {
    field: field.name,
    ...placeOf(field, pdf),
    kind: format === STAMP ? 'time_stamp' : allows === null ? 'signature' : 'certification',
    allows,
    format,
    algorithm: message?.algorithm ?? null,
    intact: message === null ? (coverage.parts === null ? false : null) : message.intact,
    covers,
    changes,
    changes_allowed: isAllowed,
    signer: message?.signer ? certificateFacts(message.signer) : null,
    trust: chain?.trust ?? null,
    time: (format === STAMP ? message?.stamp?.time : time)?.toISOString() ?? null,
    time_stamp: stamp && {
      time: stamp.time.toISOString(),
      authority: stamp.signer === null ? '' : nameOf(stamp.signer.subject),
      valid: stamp.valid,
      trust: stamp.signer && trustOf(stamp.signer, stamp.certificates, trusted, stamp.time).trust,
    },
    reason: textAt(dict, pdf, 'Reason'),
    location: textAt(dict, pdf, 'Location'),
    contact: textAt(dict, pdf, 'ContactInfo'),
    problems,
  };
  return { facts, end: coverage.end };
}

const STAMP = 'ETSI.RFC3161';

/** Formats whose message is one of CMS over the bytes of the document. */
const MESSAGES: ReadonlySet<string | null> = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'adbe.pkcs7.sha1']);

/** Returns null, with a problem, if the message cannot be read. */
function checkedMessage(
  { parts, message }: Coverage,
  format: string | null,
  problems: string[],
): CheckedMessage | null {
  if (parts === null) {
    problems.push('its range of bytes is not that of a signature: parts of the file are not covered');
    return null;
  }
  if (format !== STAMP && !MESSAGES.has(format)) {
    problems.push(`signatures of the format ${format ?? 'without a name'} are not checked here`);
    return null;
  }
  try {
    const checked = format === STAMP ? checkStamp(message, parts) : checkMessage(message, parts);
    if (checked.problem !== null) problems.push(checked.problem);
    return checked;
  } catch {
    problems.push('its message cannot be read');
    return null;
  }
}

/** What a signature leaves out between its two parts: its own digits. */
const DIGITS = /^\s*<([\s0-9A-Fa-f]*)>\s*$/;

function coverageOf(dict: PdfDict, pdf: PDF, bytes: Buffer): Coverage {
  const range = [...(dict.getArray('ByteRange', (ref) => pdf.getObject(ref)) ?? [])].map((each) =>
    each instanceof PdfNumber ? each.value : Number.NaN,
  );
  const [start = 0, first = 0, second = 0, length = 0] = range;
  const end = second + length;
  const isRange =
    range.length === 4 && start === 0 && first > 0 && second > first && length >= 0 && end <= bytes.length;
  const digits = isRange ? DIGITS.exec(bytes.toString('latin1', first, second))?.[1] : undefined;
  if (digits === undefined) return { parts: null, message: Buffer.alloc(0), end: isRange ? end : 0 };
  const parts = [bytes.subarray(0, first), bytes.subarray(second, end)];
  return { parts, message: Buffer.from(digits.replace(/\s/g, ''), 'hex'), end };
}

/** Whether nothing but white space follows. */
const isRest = (bytes: Buffer): boolean => bytes.length <= 4 && /^\s*$/.test(bytes.toString('latin1'));

/** Returns null if the document cannot be read as it was. */
async function changesSince(end: number, { pdf, bytes, password }: Document): Promise<Change[] | null> {
  try {
    return changesBetween(await openBytes(bytes.subarray(0, end), password), pdf);
  } catch {
    return null;
  }
}

const ALLOWED: Readonly<Record<'nothing' | 'forms' | 'forms_and_comments', ReadonlySet<Change>>> = {
  nothing: new Set(['validation_data']),
  forms: new Set(['validation_data', 'signatures', 'form', 'metadata']),
  forms_and_comments: new Set(['validation_data', 'signatures', 'form', 'metadata', 'annotations']),
};

/** A signature that certifies nothing allows what readers let people do with a signed document, and files that are attached. */
const isChangeAllowed = (change: Change, allows: SignatureFacts['allows']): boolean =>
  ALLOWED[allows ?? 'forms_and_comments'].has(change) || (allows === null && change === 'attachments');

/** Returns what a certification allows (ISO 32000-2, 12.8.2.2.2); null: the signature is none. */
function allowedBy(dict: PdfDict, pdf: PDF): SignatureFacts['allows'] {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  for (const item of dict.getArray('Reference', resolve) ?? []) {
    const reference = item instanceof PdfRef ? pdf.getObject(item) : item;
    if (!(reference instanceof PdfDict) || nameAt(reference, 'TransformMethod') !== 'DocMDP') continue;
    const level = reference.getDict('TransformParams', resolve)?.getNumber('P', resolve)?.value ?? 2;
    return level === 1 ? 'nothing' : level === 3 ? 'forms_and_comments' : 'forms';
  }
  return null;
}

function placeOf(field: SignatureField, pdf: PDF): Pick<SignatureFacts, 'page' | 'is_visible'> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const dict = field.getDict();
  const kid = dict.getArray('Kids', resolve)?.at(0);
  const ref = dict.has('Rect') ? field.getRef() : kid instanceof PdfRef ? kid : null;
  const widget = ref === null ? null : pdf.getObject(ref);
  const rect = widget instanceof PdfDict ? [...(widget.getArray('Rect', resolve) ?? [])] : [];
  const [left = 0, bottom = 0, right = 0, top = 0] = rect.map((each) => (each instanceof PdfNumber ? each.value : 0));
  const page = pdf.getPages().findIndex((each) => {
    const annotations = each.dict.getArray('Annots', resolve);
    return annotations instanceof PdfArray && [...annotations].includes(ref as PdfRef);
  });
  return { page: page < 0 ? null : page + 1, is_visible: page >= 0 && right !== left && top !== bottom };
}

function textAt(dict: PdfDict, pdf: PDF, key: string): string | null {
  const value = dict.get(key, (ref) => pdf.getObject(ref));
  return value instanceof PdfString ? value.asString() : null;
}

function nameAt(dict: PdfDict, key: string): string | null {
  const value = dict.get(key);
  return value instanceof PdfName ? value.value : null;
}

/** Parses a date of PDF (ISO 32000-2, 7.9.4); null: it is none. */
function timeOf(text: string | null): Date | null {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?/.exec(text ?? '');
  if (parts === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] =
    parts;
  const zone = sign === undefined || hours === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

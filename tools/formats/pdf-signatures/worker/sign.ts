import { readFile, writeFile } from 'node:fs/promises';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core';
import type { Prepared, PrepareJob, SignJob, SignResult, StampJob } from '../job.ts';
import { createMessage, sha256, signatureIn, withTimeStamp } from './cms.ts';
import { drawField, fieldSize, findField } from './field.ts';
import { appended, openBytes, openDocument } from './open.ts';
import { invalid, openKey, type SigningKey } from './signing-key.ts';
import { timeStampRequest, tokenOf } from './time-stamp.ts';
import { nameOf } from './trust.ts';

export async function prepare(job: PrepareJob): Promise<Prepared> {
  const { certificate } = await openKey(job.key);
  const signer = nameOf(certificate.subject);
  const [from, to] = [certificate.validFromDate, certificate.validToDate];
  const isEarly = job.time < from.getTime();
  if (isEarly || job.time > to.getTime()) {
    const when = isEarly ? `is valid only from ${day(from)}` : `expired on ${day(to)}`;
    throw invalid(`the certificate of ${signer} in ${job.key.filename} ${when}`);
  }
  const { pdf } = await openDocument(job.source, job.password);
  requireChangeable(pdf);
  return { signer, size: fieldSize(pdf, job) };
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** Throws `option_invalid` if a signature of the document certifies that nothing may be added to it (ISO 32000-2, 12.8.2.2). */
function requireChangeable(pdf: PDF): void {
  const resolve = (ref: Parameters<PDF['getObject']>[0]) => pdf.getObject(ref);
  const certified = pdf.getCatalog().getDict('Perms', resolve)?.getDict('DocMDP', resolve);
  const [reference] = certified?.getArray('Reference', resolve) ?? [];
  const dict = reference === undefined ? undefined : resolved(pdf, reference);
  const level = dict?.getDict('TransformParams', resolve)?.getNumber('P', resolve)?.value;
  if (level === 1) throw invalid('the document is certified so that it may not be changed, not even by a signature');
}

function resolved(pdf: PDF, object: Parameters<PdfArray['push']>[0]): PdfDict | undefined {
  const found = object.type === 'ref' ? pdf.getObject(object as Parameters<PDF['getObject']>[0]) : object;
  return found instanceof PdfDict ? found : undefined;
}

/** Room for what a message has besides certificates, and for a time stamp with those of its server, bytes. */
const ROOM = { message: 4096, stamp: 16_384 };

/** A number of ten digits in place of those that are known only when the file is written. */
const UNKNOWN = 9_999_999_999;

export async function sign(job: SignJob, output: string): Promise<SignResult> {
  const key = await openKey(job.key);
  const opened = await openDocument(job.source, job.password);
  const { pdf } = opened;
  const field = findField(pdf, job);
  const room = roomFor(key, job.isStamped);
  field.dict.set('V', pdf.register(signatureOf(job, room)));
  // 1: the form has signatures; 2: the file is only ever appended to (ISO 32000-2, table 225).
  pdf.getOrCreateForm().acroForm().getDict().set('SigFlags', PdfNumber.of(3));
  if (job.appearance !== null) {
    await drawField(pdf, field, await openBytes(await readFile(job.appearance), null));
  }
  const bytes = await appended(opened);
  const contents = placeOf(bytes, opened.bytes.length, room);
  const covered = writeRange(bytes, opened.bytes.length, contents);
  const { message, value } = await createMessage(sha256(covered), key);
  writeContents(bytes, contents, message);
  await writeFile(output, bytes);
  return { request: job.isStamped ? timeStampRequest(value).toString('base64') : null, contents };
}

export async function stamp({ source, contents, request, response }: StampJob, output: string): Promise<void> {
  const bytes = await readFile(source);
  const { at, digits } = contents;
  const message = Buffer.from(bytes.toString('latin1', at, at + digits), 'hex');
  const token = tokenOf(Buffer.from(request, 'base64'), Buffer.from(response, 'base64'), signatureIn(message));
  writeContents(bytes, contents, withTimeStamp(message, token));
  await writeFile(output, bytes);
}

function roomFor({ certificate, chain }: SigningKey, isStamped: boolean): number {
  const certificates = [certificate, ...chain].reduce((sum, { raw }) => sum + raw.length, 0);
  return certificates + ROOM.message + (isStamped ? ROOM.stamp : 0);
}

/** Returns a signature's dictionary (ISO 32000-2, 12.8.1) with zeros in place of the message. */
function signatureOf({ reason, location, contact, time }: SignJob, room: number): PdfDict {
  const dict = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, UNKNOWN, UNKNOWN, UNKNOWN].map((each) => PdfNumber.of(each))),
    Contents: zeros(room),
    M: PdfString.fromString(pdfDate(time)),
  });
  const texts = { Reason: reason, Location: location, ContactInfo: contact };
  for (const [name, text] of Object.entries(texts)) {
    if (text !== null) dict.set(name, PdfString.fromString(text));
  }
  return dict;
}

/** Returns a text of so many bytes that is written as it is: encryption leaves it out (ISO 32000-2, 7.6.2). */
function zeros(room: number): PdfObject {
  const bytes = Buffer.from(`<${'0'.repeat(2 * room)}>`, 'latin1');
  return { type: 'raw', bytes, toBytes: (writer) => writer.writeBytes(bytes) };
}

const pdfDate = (time: number): string => `D:${new Date(time).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;

type Contents = SignResult['contents'];

/** Finds the zeros in what was appended. */
function placeOf(bytes: Buffer, from: number, room: number): Contents {
  const digits = 2 * room;
  const at = bytes.indexOf(`<${'0'.repeat(digits)}>`, from) + 1;
  if (at === 0) throw new Error('The place of the signature was not written as it should be.');
  return { at, digits };
}

/** Writes which bytes the signature covers: all but its own digits with their brackets. Returns these bytes. */
function writeRange(bytes: Buffer, from: number, { at, digits }: Contents): Buffer {
  const place = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;
  const start = bytes.indexOf(place, from);
  if (start < 0) throw new Error('The range of the signature was not written as it should be.');
  const [first, second] = [at - 1, at + digits + 1];
  const range = `[0 ${first} ${second} ${bytes.length - second}]`;
  bytes.write(range.padEnd(place.length), start, 'latin1');
  return Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]);
}

function writeContents(bytes: Buffer, { at, digits }: Contents, message: Buffer): void {
  const text = message.toString('hex');
  if (text.length > digits)
    throw invalid('the signature is larger than its place; its time stamp has many certificates');
  bytes.write(text.padEnd(digits, '0'), at, 'latin1');
}

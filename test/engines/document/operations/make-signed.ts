import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/** Hexadecimal digits that are kept free for a signature. */
const ROOM = 8192;
const OFFSET = '0000000000';

/** Where a signature is to be. */
export interface SignedPdf {
  /** Fields, each with a signature of its own; default 1. More than one: all but the last no longer cover the whole file. */
  readonly fields?: number;
  /** Leaves the fields empty, as in a form that waits for a signature. */
  readonly empty?: boolean;
  /** Of the text on its page. */
  readonly text?: string;
}

/** Writes a PDF of one page with fields for signatures, signed by a certificate that is made for it (openssl). */
export async function makeSignedPdf(folder: string, name: string, pdf: SignedPdf = {}): Promise<string> {
  const { fields = 1, empty = false, text = 'signed words' } = pdf;
  const numbers = Array.from({ length: fields }, (_, index) => 6 + 2 * index);
  const references = numbers.map((number) => `${number} 0 R`).join(' ');
  const content = `BT /F 18 Tf 50 700 Td (${text}) Tj ET`;
  const range = `[0 ${OFFSET} ${OFFSET} ${OFFSET}]`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] /SigFlags 3 >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [${references}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number) => [
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature ${number}) /F 132 /P 3 0 R /Rect [0 0 0 0]${empty ? '' : ` /V ${number + 1} 0 R`} >>`,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange ${range} /Contents <${'0'.repeat(ROOM)}> >>`,
    ]),
  ];
  let data = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const offset = data.length;
    data += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = data.length;
  const size = objects.length + 1;
  data += `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  const bytes = Buffer.from(data, 'latin1');
  if (!empty) for (const number of numbers) await sign(bytes, number + 1, folder);
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Signs everything but the signature itself. */
async function sign(pdf: Buffer, object: number, folder: string): Promise<void> {
  const at = pdf.indexOf(`\n${object} 0 obj`);
  const from = pdf.indexOf('/Contents <', at) + '/Contents '.length;
  const to = from + ROOM + 2;
  const offsets = [from, to, pdf.length - to].map((offset) => String(offset).padStart(OFFSET.length, '0'));
  pdf.write(`[0 ${offsets.join(' ')}]`, pdf.indexOf('[0 ', at), 'latin1');
  const files = ['to-sign', 'signature', 'key.pem', 'certificate.pem'].map((name) => join(folder, name));
  const [toSign = '', signature = '', key = '', certificate = ''] = files;
  await writeFile(toSign, Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]));
  const subject = ['-subj', '/CN=Ada Signer', '-days', '30'];
  await execa('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]);
  const who = ['-signer', certificate, '-inkey', key, '-md', 'sha256'];
  await execa('openssl', ['cms', '-sign', '-binary', '-in', toSign, '-outform', 'DER', '-out', signature, ...who]);
  pdf.write((await readFile(signature)).toString('hex'), from + 1, 'latin1');
}

/** What pdfsig says of each signature: `Signature is Valid.`, `Digest Mismatch.`; empty: there is none. */
export async function signaturesOf(path: string): Promise<string[]> {
  const { stdout } = await execa('pdfsig', ['-nocert', path], { reject: false });
  return [...stdout.matchAll(/Signature Validation: (.*)/g)].map(([, said]) => said ?? '');
}

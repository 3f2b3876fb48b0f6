import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OptionValues } from '../../../src/task/types.ts';
import type { SignatureReport } from '../../../tools/formats/pdf-signatures/report.ts';
import { makeKeys, startTimeStampServer } from '../../support/signing-keys.ts';
import { makeSignedPdf, signaturesOf } from '../document/operations/make-signed.ts';
import { fixture, Workshop } from './support.ts';

/* Files that openssl has signed; pdfsig is the control, which looks at the covered bytes alone. */

const VALID = 'Signature is Valid.';

let workshop: Workshop;
let signed: string;
beforeAll(async () => {
  workshop = await Workshop.open('validate-signatures');
  signed = await makeSignedPdf(workshop.folder, 'signed.pdf');
});
afterAll(() => workshop.remove());

const reportOf = (path: string, options: OptionValues = {}, ...others: readonly string[]): Promise<SignatureReport> =>
  workshop.report('validate-signatures', 'signatures', options, path, ...others);

/** Appends a changed object, as programs save what was done after signing. */
async function withUpdate(name: string, ...objects: readonly (readonly [number: number, text: string])[]) {
  const before = await readFile(signed, 'latin1');
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(before) ?? [];
  const [, size] = /\/Size (\d+)/.exec(before) ?? [];
  let text = before;
  const rows = objects.map(([number, object]) => {
    const row = `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const place = text.length;
  text += `xref\n${rows.join('')}trailer\n<< /Size ${Math.max(Number(size), ...objects.map(([number]) => number + 1))} /Root 1 0 R /Prev ${start} >>\nstartxref\n${place}\n%%EOF\n`;
  const path = workshop.path(name);
  await writeFile(path, text, 'latin1');
  expect((await execa('qpdf', ['--check', path], { reject: false })).exitCode).toBe(0);
  return path;
}

it('a signature that covers the whole file', async () => {
  const { valid, signatures } = await reportOf(signed);
  expect(valid).toBe(true);
  expect(signatures).toMatchObject([
    {
      ...{ field: 'signature 6', page: 1, is_visible: false, kind: 'signature', format: 'adbe.pkcs7.detached' },
      ...{ algorithm: 'SHA-256 with RSA', intact: true, covers: 'whole_file', changes: [], changes_allowed: true },
      ...{ signer: { name: 'Ada Signer' }, trust: 'self_signed', problems: [] },
    },
  ]);
});

it('a signer is trusted by a certificate that is given', async () => {
  const { signatures } = await reportOf(signed, { trusted: ['certificate.pem'] }, workshop.path('certificate.pem'));
  expect(signatures).toMatchObject([{ trust: 'trusted' }]);
});

it('a byte that was changed', async () => {
  const bytes = await readFile(signed);
  bytes.write('altered words', bytes.indexOf('signed words'));
  const path = workshop.path('changed.pdf');
  await writeFile(path, bytes);
  expect(await signaturesOf(path)).not.toContain(VALID);
  const { valid, signatures } = await reportOf(path);
  expect(valid).toBe(false);
  expect(signatures).toMatchObject([
    { intact: false, problems: [expect.stringMatching(/changed after it was signed/)] },
  ]);
});

it('a page that another content was appended for, which covered bytes do not show', async () => {
  const content = 'BT /F 18 Tf 50 700 Td (you owe me 1000) Tj ET';
  const path = await withUpdate('shadow.pdf', [4, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`]);
  // The control: the signature itself is right.
  expect(await signaturesOf(path)).toEqual([VALID]);
  const { valid, signatures } = await reportOf(path);
  expect(valid).toBe(false);
  expect(signatures).toMatchObject([
    { intact: true, covers: 'earlier_revision', changes: ['pages'], changes_allowed: false },
  ]);
});

it('a comment that was added, which is allowed', async () => {
  const note = '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (fine) >>';
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R 8 0 R] >>';
  const path = await withUpdate('comment.pdf', [3, page], [8, note]);
  const { valid, signatures } = await reportOf(path);
  expect(valid).toBe(true);
  expect(signatures).toMatchObject([{ covers: 'earlier_revision', changes: ['annotations'], changes_allowed: true }]);
});

it('a signature that was written again, which could take back what it certifies', async () => {
  const [, dictionary = ''] = /\n7 0 obj\n(.*)\nendobj/.exec(await readFile(signed, 'latin1')) ?? [];
  const path = await withUpdate('rewritten.pdf', [7, dictionary.replace('/Type /Sig', '/Type /Sig /Reason (changed)')]);
  // The control: the signature itself is right.
  expect(await signaturesOf(path)).toEqual([VALID]);
  const { valid, signatures } = await reportOf(path);
  expect(valid).toBe(false);
  expect(signatures).toMatchObject([{ intact: true, changes: ['other'], changes_allowed: false }]);
});

it('a signature that looks otherwise than when it was signed', async () => {
  const widget =
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature 6) /F 132 /P 3 0 R /Rect [10 10 200 60] /V 7 0 R >>';
  const { valid, signatures } = await reportOf(await withUpdate('moved.pdf', [6, widget]));
  expect(valid).toBe(false);
  expect(signatures).toMatchObject([{ intact: true, changes: ['other'], changes_allowed: false }]);
});

it('a range that leaves out more than the signature', async () => {
  const text = await readFile(signed, 'latin1');
  const range = /\[0 (\d{10}) (\d{10}) (\d{10})\]/.exec(text);
  const [, first = 0, second = 0, length = 0] = (range ?? []).map(Number);
  const wider = [first, second + 100, length - 100].map((each) => String(each).padStart(10, '0'));
  const path = workshop.path('wider.pdf');
  await writeFile(path, text.replace(range?.[0] ?? '', `[0 ${wider.join(' ')}]`), 'latin1');
  const { valid, signatures } = await reportOf(path);
  expect(valid).toBe(false);
  expect(signatures).toMatchObject([{ intact: false, covers: 'part', changes: null }]);
});

it('two signers, one after the other, with a time stamp', async () => {
  const keys = await makeKeys(workshop.folder);
  const { url, stop } = await startTimeStampServer(workshop.folder);
  try {
    const task = JSON.stringify([{ key: 'modern.p12', password: 'secret', timestamp: url }]);
    const args = [signed, keys.modern, 'pdf', '-o', `sign=${task}`, '--output', workshop.path('out')];
    const env = { ALLOWED_ADDRESSES: '127.0.0.1' };
    await execa('bin/convertd', args, { env, cwd: new URL('../../../', import.meta.url) });
  } finally {
    stop();
  }
  const { valid, signatures } = await reportOf(workshop.path('out/signed.pdf'), { trusted: ['root.pem'] }, keys.root);
  expect(valid).toBe(true);
  expect(signatures).toMatchObject([
    { field: 'signature 6', covers: 'earlier_revision', changes: ['signatures'], time_stamp: null },
    {
      ...{ field: 'Signature1', covers: 'whole_file', trust: 'trusted', signer: { name: 'Ada Lovelace' } },
      time_stamp: { authority: 'Clock of tests', valid: true, trust: 'trusted' },
    },
  ]);
});

it('no signature at all, and a field that waits for one', async () => {
  const empty = await makeSignedPdf(workshop.folder, 'empty.pdf', { empty: true });
  expect(await reportOf(empty)).toEqual({ version: 1, valid: false, empty_fields: ['signature 6'], signatures: [] });
  expect(await reportOf(fixture('document/report.pdf'))).toMatchObject({ valid: false, signatures: [] });
});

it('refuses what is no PDF, and certificates that are none', async () => {
  const letter = fixture('document/letter.txt');
  expect((await workshop.run('validate-signatures', {}, letter)).result).toBe('input_wrong_type');
  const wrong = await workshop.run('validate-signatures', { trusted: ['letter.txt'] }, signed, letter);
  expect(wrong).toMatchObject({
    result: 'option_invalid',
    error: expect.stringMatching(/letter\.txt has no certificates/),
  });
  const missing = await workshop.run('validate-signatures', { trusted: ['none.pem'] }, signed);
  expect(missing.error).toMatch(/no input is called none\.pem/);
});

import { mkdtemp } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countSignatures, lostSignatures } from '../../../../engines/document/operations/file/signatures.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { convert, convertAll } from '../support.ts';
import { makeSignedPdf, signaturesOf } from './make-signed.ts';
import { Scratch } from './support-structure.ts';

/* Whole conversions, as the engine does them; what holds of a signature is told by pdfsig. */

let scratch: Scratch;
let signed: string;
beforeAll(async () => {
  scratch = await Scratch.make();
  signed = await makeSignedPdf(scratch.folder, 'signed.pdf');
});
afterAll(() => scratch.remove());

const ABOUT = /digital signatures of (.*) are not valid in the result/;

const told = (warnings: readonly { code: string; message: string }[]) =>
  warnings.flatMap(({ code, message }) => (ABOUT.test(message) ? [`${code}: ${ABOUT.exec(message)?.[1]}`] : []));

const VALID = 'Signature is Valid.';

test('the signature of the file that goes in is valid', async () => {
  expect(await signaturesOf(signed)).toEqual([VALID]);
});

describe('a signed PDF', () => {
  test.each([
    ['with one operation', { rotate: [{ angle: 90 }] }],
    [
      'with several operations',
      { rotate: [{ angle: 90 }], page_size: 'a5', patch: { operations: [] }, linearize: true },
    ],
    ['written anew by Ghostscript', { quality: 'screen' }],
    ['by Ghostscript again and again', { file_size: 1 }],
    ['with grey images, of which it has none', { grayscale: true }],
    ['cut into several', { merge: true, split_page_x: 2, one_file_per_page: true }],
  ])('%s: told once, and true', async (_, options) => {
    const { outputs, warnings } = await convert(scratch, signed, { target: 'pdf', options });
    expect(told(warnings)).toEqual(['output_limited: the PDF']);
    expect(
      warnings
        .map(({ message }) => message)
        .join(' ')
        .match(/signature/g),
    ).toHaveLength(1);
    for (const { path } of outputs) expect(await signaturesOf(path)).not.toContain(VALID);
  });

  test('that no one can read without its password', async () => {
    const options = { new_user_password: 'x' };
    const { warnings } = await convert(scratch, signed, { target: 'pdf', options });
    expect(told(warnings)).toHaveLength(1);
  });

  test('among others, by its number', async () => {
    const plain = await scratch.pages(2);
    const again = await makeSignedPdf(scratch.folder, 'again.pdf', { fields: 2 });
    const inputs = [plain.path, signed, again];
    const { warnings } = await convertAll(scratch, inputs, { target: 'pdf', options: { merge: true } });
    expect(told(warnings)).toEqual(['output_limited: input 2, 3']);
  });

  test('whose text alone is taken: nothing to tell', async () => {
    expect(told((await convert(scratch, signed, { target: 'txt' })).warnings)).toEqual([]);
  });
});

describe('nothing is told', () => {
  test('of a PDF without signatures, nor of one with an empty field for one', async () => {
    const empty = await makeSignedPdf(scratch.folder, 'empty.pdf', { empty: true });
    for (const path of [(await scratch.pages(1)).path, empty]) {
      expect(told((await convert(scratch, path, { target: 'pdf' })).warnings)).toEqual([]);
    }
  });

  test('of a text about signatures', async () => {
    const text = await makeSignedPdf(scratch.folder, 'text.pdf', { empty: true, text: '/ByteRange [0 1 2 3]' });
    expect(told((await convert(scratch, text, { target: 'pdf' })).warnings)).toEqual([]);
  });
});

test('a file with the mark of one, on which pdfsig gives up, counts as signed', async () => {
  const scope = {
    workFolder: await mkdtemp(scratch.path('work-')),
    readable: [signed],
    signal: new AbortController().signal,
  };
  const lowered = engineTask(scope, (call) => ({ ...call, limits: { memoryBytes: 1024 ** 2 } }));
  await lostSignatures([{ path: signed, pages: 1 }], {}, lowered, []);
  expect(told(lowered.warnings)).toEqual(['output_limited: the PDF']);
});

test('what pdfsig prints', () => {
  expect(countSignatures('')).toBe(0);
  expect(countSignatures('Signature #1:\n  - Signature Type: x\nSignature #2:\n  - more\n')).toBe(2);
  expect(countSignatures('Signature #1:\n  The signature form field is not signed.\n')).toBe(0);
});

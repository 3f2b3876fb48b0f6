import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfInfo } from '../../../../tools/formats/pdf-text/info.ts';
import { passwordForms, preparedPassword } from '../../../../tools/formats/pdf-text/password-forms.ts';
import { Scratch } from './support.ts';

/* Passwords typed one way and stored another. qpdf encrypts the files with exactly the given bytes. */

let scratch: Scratch;
let plain: string;
beforeAll(async () => {
  scratch = await Scratch.make();
  plain = await scratch.pdf([{ text: [[50, 100, 12, 'regular', 'Words']] }]);
});
afterAll(() => scratch.remove());

const KINDS = {
  'RC4 of 40 bits (R2)': ['40'],
  'RC4 of 128 bits (R3)': ['128', '--use-aes=n'],
  'AES of 128 bits (R4)': ['128', '--use-aes=y'],
  'AES of 256 bits, as Acrobat 9 had it (R5)': ['256', '--force-R5'],
  'AES of 256 bits (R6)': ['256'],
} as const;

const NEW_KINDS = ['AES of 256 bits, as Acrobat 9 had it (R5)', 'AES of 256 bits (R6)'] as const;
const OLD_KINDS = ['RC4 of 40 bits (R2)', 'RC4 of 128 bits (R3)', 'AES of 128 bits (R4)'] as const;

let made = 0;
/** @param password its bytes as hexadecimal digits */
async function locked(kind: keyof typeof KINDS, password: string): Promise<string> {
  const path = scratch.path(`locked-${++made}.pdf`);
  const args = ['--allow-weak-crypto', '--password-mode=hex-bytes', plain, '--encrypt', password, '6f776e6572'];
  await execa('qpdf', [...args, ...KINDS[kind], '--', path]);
  return path;
}

async function open(path: string, password: string): Promise<number> {
  const { context } = await scratch.task(path);
  return (await pdfInfo({ path, password }, context)).pages;
}

const utf8 = (text: string): string => Buffer.from(text).toString('hex');

const COMPOSED = 'p\u00e4ss';
const APART = 'pa\u0308ss';

describe.each(NEW_KINDS)('%s, of UTF-8', (kind) => {
  test.each([
    ['as it is typed', COMPOSED, COMPOSED],
    ['the letter typed apart from its accent', COMPOSED, APART],
    ['stored by a program that prepares nothing, typed in one character', APART, COMPOSED],
    ['stored by such a program, typed the same way', APART, APART],
    ['a ligature, stored prepared', 'fisch', '\ufb01sch'],
    ['a ligature, stored as it is', '\ufb01sch', '\ufb01sch'],
    ['a space that does not break, and a soft hyphen', 'a bc', 'a\u00a0b\u00adc'],
  ])('%s', async (_, stored, typed) => {
    const path = await locked(kind, utf8(stored));
    expect(await open(path, typed)).toBe(1);
    await expect(open(path, `${typed}x`)).rejects.toMatchObject({ code: 'input_password_wrong' });
  });
});

describe.each(OLD_KINDS)('%s, of one byte a character', (kind) => {
  test.each([
    ['PDFDocEncoding', '70e47373', COMPOSED],
    ['PDFDocEncoding, typed apart', '70e47373', APART],
    ['PDFDocEncoding of a euro', 'a0756e', '\u20acun'],
    ['the Windows encoding of a euro', '80756e', '\u20acun'],
    ['the encoding of old Macs', '708a7373', COMPOSED],
    ['UTF-8, which some programs write all the same', utf8(COMPOSED), COMPOSED],
    ['UTF-8 of the letter apart from its accent', utf8(APART), COMPOSED],
  ])('%s', async (_, stored, typed) => {
    const path = await locked(kind, stored);
    expect(await open(path, typed)).toBe(1);
    await expect(open(path, 'pass')).rejects.toMatchObject({ code: 'input_password_wrong' });
  });
});

test('the owner password opens too', async () => {
  expect(await open(await locked('AES of 256 bits (R6)', utf8(COMPOSED)), 'owner')).toBe(1);
});

test('one try for most passwords, and no form twice', () => {
  expect(passwordForms('plain')).toEqual(['plain']);
  expect(passwordForms(COMPOSED)).toEqual([COMPOSED, APART]);
  expect(passwordForms('\ufb01\u00e4')).toHaveLength(3);
});

test('prepared as RFC 4013 has it in its examples', () => {
  expect(preparedPassword('I\u00adX')).toBe('IX');
  expect(preparedPassword('user')).toBe('user');
  expect(preparedPassword('USER')).toBe('USER');
  expect(preparedPassword('\u00aa')).toBe('a');
  expect(preparedPassword('\u2168')).toBe('IX');
});

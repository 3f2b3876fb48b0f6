import { writeFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compoundFile } from '../../support/compound-file.ts';
import { errorOf } from '../../support/error-of.ts';
import { convert, makeScratch, onlyOutput, read, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function written(filename: string, content: Buffer): Promise<string> {
  const path = scratch.path(filename);
  await writeFile(path, content);
  return path;
}

/** A record of a BIFF stream ([MS-XLS] 2.1.4): kind, length, bytes. */
function record(kind: number, ...bytes: number[]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(bytes.length, 2);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

const TEXT = [...Buffer.from('Plum preserve')];
const END = record(0x0a);

describe('a spreadsheet of before Excel 5', () => {
  it.each([
    ['Excel 2', [record(0x09, 2, 0, 0x10, 0), record(0x04, 0, 0, 0, 0, 0, 0, 0, TEXT.length, ...TEXT), END]],
    ['Excel 3', [record(0x209, 0, 0, 0x10, 0, 0, 0), record(0x204, 0, 0, 0, 0, 0, 0, TEXT.length, 0, ...TEXT), END]],
    ['Excel 4', [record(0x409, 0, 0, 0x10, 0, 0, 0), record(0x204, 0, 0, 0, 0, 0, 0, TEXT.length, 0, ...TEXT), END]],
  ])('%s is converted', async (name, records) => {
    const path = await written(`${name}.xls`, Buffer.concat(records));
    const made = onlyOutput(await convert(scratch, path, { target: 'csv' }));
    expect((await read(made, 'csv')).text).toContain('Plum preserve');
  });
});

describe('a spreadsheet of another program', () => {
  const cell = (kind: number, row: number, ...content: number[]) => record(kind, 0xff, 0, 0, row, 0, ...content);
  it.each([
    ['Lotus 1-2-3', 'stock.wk1', record(0, 6, 4), [0x27]],
    ['Quattro Pro', 'stock.wq1', record(0, 0x20, 0x51), [TEXT.length, 0x27]],
  ])('of %s is converted', async (_, name, begin, label) => {
    const range = record(6, 0, 0, 0, 0, 0, 0, 1, 0);
    const records = [begin, range, cell(0x0f, 0, ...label, ...TEXT, 0), cell(0x0d, 1, 42, 0), record(1)];
    const path = await written(name, Buffer.concat(records));
    const made = onlyOutput(await convert(scratch, path, { target: 'csv' }));
    expect((await read(made, 'csv')).text).toMatch(/^Plum preserve\s+42\s*$/);
  });
});

describe('a text of OpenOffice.org 1', () => {
  it('is converted, and known by its manifest where no mimetype is in front', async () => {
    const names = ['office', 'text'].map((name) => `xmlns:${name}="http://openoffice.org/2000/${name}"`).join(' ');
    const files = {
      'content.xml': `<office:document-content ${names} office:class="text" office:version="1.0"><office:body><text:p>Plum preserve</text:p></office:body></office:document-content>`,
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"><manifest:file-entry manifest:media-type="application/vnd.sun.xml.writer" manifest:full-path="/"/><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="content.xml"/></manifest:manifest>',
    };
    const packed = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
    const path = await written('text.sxw', Buffer.from(packed));
    const made = onlyOutput(await convert(scratch, path, { target: 'docx' }));
    expect((await read(made, 'docx')).text).toContain('Plum preserve');
  });
});

/** A workbook of Excel 97 whose stream begins so; what follows is encrypted. */
const workbook = (...filePass: number[]): Buffer => {
  const start = Buffer.concat([record(0x809, 0, 6, 5, 0, ...Array<number>(12).fill(0)), record(0x2f, ...filePass)]);
  return compoundFile('Workbook', start.toString('latin1'));
};

/** RC4 CryptoAPI ([MS-OFFCRYPTO] 2.3.5.1) with an algorithm and bits of the key; the name of its provider is empty. */
const cryptoApi = (algorithm: number[], bits: number): number[] => [
  ...[1, 0, 4, 0, 2, 0, 0x0c, 0, 0, 0, 34, 0, 0, 0, 0x0c, 0, 0, 0, 0, 0, 0, 0],
  ...[...algorithm, 0x04, 0x80, 0, 0, bits, 0, 0, 0, 1, ...Array<number>(13).fill(0)],
  ...[16, 0, 0, 0, ...Array<number>(32).fill(7), 20, 0, 0, 0, ...Array<number>(20).fill(7)],
];

const RC4 = [0x01, 0x68, 0, 0];
const AES_128 = [0x0e, 0x66, 0, 0];

describe('a spreadsheet with a password', () => {
  it.each([
    ['XOR obfuscation', [0, 0, 0x4a, 0x51, 0x1a, 0xcc]],
    ['RC4', [1, 0, 1, 0, 1, 0, ...Array<number>(48).fill(7)]],
    ['RC4 CryptoAPI', cryptoApi(RC4, 128)],
  ])('of %s asks for it, and says when it is wrong', async (_, filePass) => {
    const path = await written('locked.xls', workbook(...filePass));
    expect((await errorOf(convert(scratch, path, { target: 'csv' }))).code).toBe('input_password_needed');
    const wrong = await errorOf(convert(scratch, path, { target: 'csv', password: 'wrong' }));
    expect(wrong.code).toBe('input_password_wrong');
  });

  it.each([
    ['RC4 CryptoAPI, 40 bits', cryptoApi(RC4, 40)],
    ['an encryption of Windows', cryptoApi(AES_128, 128)],
  ])('of %s is refused by its name', async (name, filePass) => {
    const path = await written('locked.xls', workbook(...filePass));
    const error = await errorOf(convert(scratch, path, { target: 'csv', password: 'a' }));
    expect([error.code, error.message]).toEqual(['input_wrong_type', expect.stringContaining(name)]);
  });
});

describe('a presentation', () => {
  it('whose password is hidden or empty is encrypted, not damaged', async () => {
    const user = Buffer.alloc(28);
    user.writeUInt16LE(0x0ff6, 2);
    user.writeUInt32LE(20, 4);
    user.writeUInt32LE(20, 8);
    user.writeUInt32LE(0xf3d1c4df, 12);
    const file = compoundFile('Current User', user.toString('latin1'), 28);
    const error = await errorOf(convert(scratch, await written('hidden.ppt', asPresentation(file)), { target: 'pdf' }));
    expect([error.code, error.message]).toEqual([
      'input_wrong_type',
      expect.stringContaining('protected by a password'),
    ]);
  });

  it('of PowerPoint 95 is refused by its name', async () => {
    const path = await written('old.ppt', compoundFile('PersistentStorage Directory', ''));
    const error = await errorOf(convert(scratch, path, { target: 'pdf' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('old.ppt is a presentation of PowerPoint 95 or earlier');
  });
});

/** The same compound file with an empty stream PowerPoint Document beside the other. */
function asPresentation(file: Buffer): Buffer {
  const [first, second] = [512 + 128, 512 + 256];
  const made = Buffer.from(file);
  made.writeUInt32LE(2, first + 68);
  const name = 'PowerPoint Document';
  made.write(name, second, 'utf16le');
  made.writeUInt16LE((name.length + 1) * 2, second + 64);
  for (const link of [68, 72, 76, 116]) made.writeUInt32LE(0xffffffff, second + link);
  return made;
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { openByteSource } from '../../src/files/formats/byte-source.ts';
import { compoundStreamStart } from '../../src/files/formats/compound.ts';
import { identify } from '../../src/files/identify.ts';
import { compoundFile } from '../support/compound-file.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/document/', import.meta.url));

async function identifyBytes(content: string | Uint8Array): Promise<Awaited<ReturnType<typeof identify>>> {
  const path = join(await tempFolder(), 'unnamed');
  await writeFile(path, content);
  return identify(path);
}

describe('documents', () => {
  it('are what their names say, by their content', async () => {
    const files = (await readdir(FIXTURES)).filter((file) =>
      /^(report|table|slides|notes|distances|boxes|page|gradient|letter)\./.test(file),
    );
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) {
      const extension = file.slice(file.lastIndexOf('.') + 1);
      expect((await identify(join(FIXTURES, file)))?.name, file).toBe(extension);
    }
  });

  it.each([
    ['text', 'fodt'],
    ['text-template', 'fodt'],
    ['spreadsheet', 'fods'],
    ['presentation', 'fodp'],
    ['graphics', 'fodg'],
  ])('flat OpenDocument of %s is %s, behind many namespaces', async (kind, name) => {
    const namespaces = Array.from(
      { length: 40 },
      (_, n) => `xmlns:n${n}="urn:oasis:names:tc:opendocument:xmlns:n${n}:1.0"`,
    );
    const mime = `office:mimetype="application/vnd.oasis.opendocument.${kind}"`;
    const text = `<?xml version="1.0"?>\n<office:document ${namespaces.join(' ')} ${mime}><office:body/></office:document>`;
    expect(await identifyBytes(text)).toMatchObject({ name, kind: 'document' });
  });

  it.each([
    ['wk1', '\x00\x00\x1a\x00\x00\x10\x04\x00\x00\x00'],
    ['wq1', '\x00\x00\x02\x00\x21\x51\xcc\x00'],
    ['ebu-stl', '437STL25.01\x31'],
    ['hwp3', 'HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05'],
    ['one', `${'x'.repeat(48)}\x3f\xdd\x9a\x10\x1b\x91\xf5\x49\xa5\xd0\x17\x91\xed\xc8\xae\xd8`],
    // One record of one field of four letters.
    ['dbf', `\x03\x7e\x0b\x1d\x01\x00\x00\x00\x41\x00\x05\x00${'\x00'.repeat(52)}\r plum`],
    // The same file, ending within its record.
    [undefined, `\x03\x7e\x0b\x1d\x01\x00\x00\x00\x41\x00\x05\x00${'\x00'.repeat(52)}\r pl`],
  ])('of programs of the past are %s', async (name, bytes) => {
    expect((await identifyBytes(Buffer.from(bytes, 'latin1')))?.name).toBe(name);
  });

  it.each([
    ['StarWriterDocument', 'sdw'],
    ['StarCalcDocument', 'sdc'],
    ['StarDrawDocument3', 'sda'],
  ])('of StarOffice are known by the stream %s', async (stream, name) => {
    expect((await identifyBytes(compoundFile(stream, 'x')))?.name).toBe(name);
  });

  it('are known in a zip64 too', async () => {
    const zip = await readFile(join(FIXTURES, 'report.docx'));
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    const [record, locator, last] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.alloc(22, 0xff)];
    record.write('PK\x06\x06', 'latin1');
    record.writeBigUInt64LE(44n, 4);
    record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
    record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
    locator.write('PK\x06\x07', 'latin1');
    locator.writeBigUInt64LE(BigInt(end), 8);
    last.write('PK\x05\x06', 'latin1');
    last.writeUInt16LE(0, 20);
    const zip64 = Buffer.concat([zip.subarray(0, end), record, locator, last]);
    expect((await identifyBytes(zip64))?.name).toBe('docx');
  });

  it.each([
    ['htmlz', ['index.html', 'style.css', 'metadata.opf']],
    ['txtz', ['index.txt', 'metadata.opf']],
    ['pmlz', ['index.pml', 'index_img/a.png']],
    ['zip', ['index.html', 'style.css']],
    ['zip', ['metadata.opf', 'a.txt']],
  ])('a zip is %s by its members %j', async (name, members) => {
    const path = join(await tempFolder(), 'unnamed');
    const code =
      'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w") as z: [z.writestr(n, "x") for n in sys.argv[2:]]';
    await execa('/usr/bin/python3', ['-c', code, path, ...members]);
    expect((await identify(path))?.name).toBe(name);
  });

  it.each([
    ['SYLK', 'ID;PWXL;N;E\nC;Y1;X1;K"a"\nE\n', 'slk'],
    ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\n', 'dif'],
    ['WordPerfect', Buffer.from('\xffWPC\x10\0\0\0\x01\x0a\x02\x01\0\0\0\0 words', 'latin1'), 'wpd'],
    ['WordPerfect picture', Buffer.from('\xffWPC\x10\0\0\0\x01\x16\x02\x01\0\0\0\0 lines', 'latin1'), 'wpg'],
    ['Works', compoundFile('MatOST', 'words'), 'wps'],
    ['Works 2000', compoundFile('CONTENTS', 'CHNKINK '), 'wps'],
    ['Works 6', compoundFile('CONTENTS', 'CHNKWKS '), 'wps'],
    ['a compound file of others', compoundFile('CONTENTS', 'pages'), 'cfb'],
    ['PowerPoint 95', compoundFile('PersistentStorage Directory', ''), 'powerpoint-95'],
    ['PowerPoint 4', compoundFile('PP40', ''), 'powerpoint-95'],
    ['PowerPoint 3', Buffer.from('\xed\xde\xad\x0b\x03\0\0\0 slides', 'latin1'), 'powerpoint-95'],
    ['Excel 2', Buffer.from('\x09\0\x04\0\x02\0\x10\0 records', 'latin1'), 'xls'],
    ['Excel 3', Buffer.from('\x09\x02\x06\0\0\0\x10\0 records', 'latin1'), 'xls'],
    ['Excel 4', Buffer.from('\x09\x04\x06\0\0\0\x10\0 records', 'latin1'), 'xls'],
    ['Word 2', Buffer.from('\xdb\xa5\x2d\0 words and more words', 'latin1'), 'doc'],
    ['Word for DOS', Buffer.concat([Buffer.from('31be000000ab', 'hex'), Buffer.alloc(200)]), 'doc'],
    ['Write', Buffer.concat([Buffer.from('31be000000ab', 'hex'), Buffer.alloc(200, 1)]), 'wri'],
  ])('%s', async (_, content, name) => {
    expect((await identifyBytes(content))?.name).toBe(name);
  });

  it.each([
    ['a word that begins like SYLK', 'ID;Please write your name\n'],
    ['a heading TABLE', 'TABLE\nOf contents\n'],
  ])('%s is a text', async (_, content) => {
    const found = await identifyBytes(content);
    expect(found?.name).toBe('txt');
  });
});

describe('compoundStreamStart', () => {
  it.each([
    ['', 4096],
    [', also of a small one, which lies in the mini stream', 100],
  ])('reads the beginning of a stream of the root, and no more than asked%s', async (_, size) => {
    const path = join(await tempFolder(), 'file');
    await writeFile(path, compoundFile('WordDocument', '\xdc\xa5rest', size));
    const source = await openByteSource(path);
    if (source === null) throw new Error('not opened');
    expect(await compoundStreamStart(source, 'worddocument', 2)).toEqual(Buffer.from([0xdc, 0xa5]));
    expect(await compoundStreamStart(source, 'workbook', 2)).toBeNull();
    await source.close();
  });
});

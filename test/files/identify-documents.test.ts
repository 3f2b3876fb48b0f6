import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { openByteSource } from '../../src/files/formats/byte-source.ts';
import { compoundStreamStart } from '../../src/files/formats/compound.ts';
import { identify } from '../../src/files/identify.ts';
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

/**
 * A compound file ([MS-CFB]) of one stream: header, directory, allocation table, and a sector that is the stream's first one, or
 * the mini stream with the stream in its third mini sector.
 * @param size of the stream in bytes, as the directory has it
 */
function compoundFile(name: string, content: string, size = 4096): Buffer {
  const [FREE, END, FAT] = [0xffffffff, 0xfffffffe, 0xfffffffd];
  const file = Buffer.alloc(512 * 4);
  file.write('d0cf11e0a1b11ae1', 0, 'hex');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(0, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(1, 76);
  const isSmall = size < 4096;
  const entry = (index: number, text: string, child: number, start: number, bytes: number) => {
    const at = 512 + index * 128;
    file.write(text, at, 'utf16le');
    file.writeUInt16LE((text.length + 1) * 2, at + 64);
    for (const sibling of [68, 72]) file.writeUInt32LE(FREE, at + sibling);
    file.writeUInt32LE(child, at + 76);
    file.writeUInt32LE(start, at + 116);
    file.writeUInt32LE(bytes, at + 120);
  };
  entry(0, 'Root Entry', 1, isSmall ? 2 : END, isSmall ? 512 : 0);
  entry(1, name, FREE, 2, size);
  file.fill(0xff, 1024, 1536);
  for (const [index, next] of [END, FAT, END].entries()) file.writeUInt32LE(next, 1024 + index * 4);
  file.write(content, isSmall ? 1536 + 2 * 64 : 1536, 'latin1');
  return file;
}

import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, Workshop, zipNames } from '../support.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open('hostile-operations');
});
afterAll(() => workshop.remove());

/** Writes a zip with Python's zipfile, which accepts any names. */
async function zip(name: string, script: string): Promise<string> {
  const path = workshop.path(name);
  const start = `import sys, zipfile\nnew = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n`;
  await execa('/usr/bin/python3', ['-c', `${start}${script}\nnew.close()\n`, path]);
  return path;
}

const DOCX = `
old = zipfile.ZipFile(${JSON.stringify(fixture('document/report.docx'))})
for entry in old.infolist():
    new.writestr(entry.filename, old.read(entry))
`;

const PNG = `open(${JSON.stringify(fixture('image/logo.png'))}, 'rb').read()`;

describe('names inside', () => {
  it.each(['../../../escaped.png', '/tmp/escaped.png', 'a/../../escaped.png', '..\\\\..\\\\escaped.png'])(
    'a document with %s: comes out under a bare name, nothing lands elsewhere',
    async (name) => {
      const input = await zip('names.docx', `${DOCX}new.writestr('${name}', ${PNG})`);
      const { result, outputs } = await workshop.run('extract-assets', { allow_multiple_outputs: true }, input);
      expect(result).toBe('completed');
      expect(outputs.map(({ filename }) => filename).sort()).toEqual(['escaped.png', 'gradient.png']);
      const above = await readdir(dirname(dirname(outputs[0]?.path ?? '')));
      expect(above.filter((each) => each.includes('escaped'))).toEqual([]);
      const packed = await workshop.run('compress', {}, input);
      expect(packed.result).toBe('completed');
    },
  );

  it('an archive with such a name is refused as a whole', async () => {
    expect((await workshop.run('extract-assets', {}, fixture('inputs/escape.zip'))).result).toBe('input_unsafe');
  });

  it('names of one another: each comes out under its own', async () => {
    const input = await zip('twins.docx', `${DOCX}for n in range(3): new.writestr(f'word/media/{n}/twin.png', ${PNG})`);
    const { outputs } = await workshop.run('extract-assets', {}, input);
    expect(await zipNames(outputs[0]?.path ?? '')).toEqual(['gradient.png', 'twin-2.png', 'twin-3.png', 'twin.png']);
  });
});

describe('bombs', () => {
  it('a document of zeros is refused', async () => {
    const input = await zip('bomb.docx', `${DOCX}new.writestr('word/media/zeros.png', bytes(400 << 20))`);
    for (const target of ['extract-assets', 'compress']) {
      const { result, error } = await workshop.run(target, {}, input);
      expect([target, result, error.includes('bomb.docx')]).toEqual([target, 'input_bomb', true]);
    }
  });

  it('a picture of too many pixels in a document stays what it is', async () => {
    const huge = `
import struct, zlib
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
rows = zlib.compress(bytes(30001 * 400), 0)[:20000]
png = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 30000, 30000, 8, 0, 0, 0, 0)) + chunk(b'IDAT', rows) + chunk(b'IEND', b'')
new.writestr('word/media/huge.png', png)`;
    const input = await zip('huge.docx', `${DOCX}${huge}`);
    expect((await workshop.run('compress', {}, input)).result).toBe('completed');
  });
});

describe('what pretends', () => {
  it.each(['compress', 'extract-assets', 'thumbnail'])('a playlist that calls itself a film: %s', async (target) => {
    const list = workshop.path('film.mp4');
    await writeFile(list, `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`);
    const { result } = await workshop.run(target, {}, list);
    expect(result).toBe('input_wrong_type');
  });

  it('an SVG that names a file: nothing of it gets in', async () => {
    const secret = workshop.path('secret.png');
    await writeFile(secret, 'classified');
    const input = workshop.path('reader.svg');
    const reads = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]>`;
    const many = '<rect x="0.000000" y="0.000000" width="10.0000000" height="10.00000000"/>'.repeat(20);
    await writeFile(
      input,
      `<?xml version="1.0"?>${reads}<svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text>${many}</svg>`,
    );
    const { result, outputs } = await workshop.run('compress', {}, input);
    expect(result).toBe('completed');
    const { stdout } = await execa('grep', ['-c', 'classified', outputs[0]?.path ?? ''], { reject: false });
    expect(stdout).toBe('0');
  });

  it.each(['docx', 'pdf', 'mp4', 'epub', 'eml'])(
    'a damaged %s: an error of the input, nothing internal',
    { tags: ['detail'] },
    async (kind) => {
      const heads: Record<string, string> = {
        docx: 'document/report.docx',
        eml: 'document/letter.txt',
        epub: 'ebook/voyage.epub',
        mp4: 'inputs/chime.mp3',
        pdf: 'document/report.pdf',
      };
      const path = workshop.path(`damaged.${kind}`);
      await execa('cp', [fixture(heads[kind] ?? ''), path]);
      await execa('truncate', ['-s', '1500', path]);
      for (const target of ['compress', 'extract-assets', 'thumbnail']) {
        const { result } = await workshop.run(target, {}, path);
        expect(result, target).toMatch(/^(?:completed$|input_|conversion_failed)/);
      }
    },
  );
});

it('leaves no folder of a task behind', async () => {
  const { outputs } = await workshop.run('thumbnail', {}, fixture('image/landscape.jpg'));
  expect(await readdir(join(outputs[0]?.path ?? '', '..'))).toEqual(['landscape.png']);
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, convert, makeScratch, python, type Scratch, tool } from './support.ts';
import { makeArchive } from './support-archives.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

/** Reads names and their kinds with libarchive: a digest of content, `-> target`, `= other name` or `folder`. */
const TREE = `
import sys, subprocess, tarfile, io, hashlib, json
tar = subprocess.run(["bsdtar", "-cf", "-", "--format=gnutar", "@" + sys.argv[1]], stdout=subprocess.PIPE, env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}).stdout
archive = tarfile.open(fileobj=io.BytesIO(tar))
tree = {}
for member in archive:
    name = member.name.rstrip("/").removeprefix("./")
    if member.isdir(): tree[name] = "folder"
    elif member.issym(): tree[name] = "-> " + member.linkname
    elif member.islnk(): tree[name] = "= " + member.linkname
    else: tree[name] = hashlib.sha256(archive.extractfile(member).read()).hexdigest()
print(json.dumps(tree))
`;

const treeOf = async (path: string): Promise<Record<string, string>> => JSON.parse(await python(TREE, path));

async function converted(path: string, target = 'tar') {
  const { outputs, warnings } = await convert(scratch, [{ path }], { target });
  return { tree: await treeOf(outputs[0]?.path ?? ''), warnings };
}

describe('headers of lzh', () => {
  it.each(['0', '1', '2', '3'])('of level %s: names in folders, in Unicode alone, and links', async (level) => {
    const path = await makeArchive(scratch, `level${level}.lzh`, 'lzh-of-level', level);
    const seen = await treeOf(path);
    expect(Object.keys(seen).length).toBe(level === '0' ? 3 : 5);
    // Folders without an entry get one.
    const folders = level === '0' ? { folder: 'folder' } : { folder: 'folder', папка: 'folder' };
    for (const target of ['tar', 'zip', '7z']) {
      const { tree, warnings } = await converted(path, target);
      expect(tree, target).toEqual({ ...seen, ...folders });
      expect(warnings, target).toEqual([]);
    }
  });

  it('of level 3 are refused where they are damaged', async () => {
    const path = await makeArchive(scratch, 'cut.lzh', 'lzh-of-level', '3');
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, 5000));
    expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toMatch(/input_(damaged|truncated)/);
  });
});

it.each([
  ['a byte', '00', '00'],
  ['less than a field', '000000', '000000'],
  ['fields of nothing', '00000000000000', '00000000000000'],
  ['after a field', '5554050001c0c3e16500', '5554050001c0c3e1650000'],
])('padding in the extra fields of a zip: %s', async (_, ...extra) => {
  const path = await makeArchive(scratch, 'padded.zip', 'padded-zip', ...extra);
  const seen = await treeOf(path);
  expect(Object.keys(seen)).toEqual(['padded.txt']);
  expect(await converted(path)).toEqual({ tree: seen, warnings: [] });
});

describe('names with a colon', () => {
  it.each(['tar', 'zip'])(
    'of a %s from Unix stay, with a warning where Windows takes them for drives',
    async (format) => {
      for (const [name, warned] of [
        ['a: b', true],
        ['C:x', true],
        ['part: one', false],
        ['folder/C:x', false],
      ] as const) {
        const path = await makeArchive(scratch, `colon.${format}`, `named-${format}`, name);
        const { tree, warnings } = await converted(path);
        expect(Object.keys(tree)).toContain(name);
        expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual(
          warned ? [expect.stringMatching(RegExp(`^output_limited 1 name begins with .*: ${name}\\.$`))] : [],
        );
      }
    },
  );

  it('are refused where they lead to the root of a drive, or come from Windows', async () => {
    for (const name of ['C:/x', 'C:\\x']) {
      const path = await makeArchive(scratch, 'drive.tar', 'named-tar', name);
      expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' })), name).toBe('input_unsafe');
    }
    const path = await makeArchive(scratch, 'drive.zip', 'encoded-zip', 'ascii', '0', 'C:x');
    expect(await treeOf(path)).toHaveProperty('C:x');
    expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toBe('input_unsafe');
  });
});

describe('links', () => {
  beforeAll(async () => {
    await mkdir(scratch.path('tree'));
    await writeFile(join(scratch.path('tree'), 'one'), 'one and two');
    await tool('ln', [join(scratch.path('tree'), 'one'), join(scratch.path('tree'), 'two')]);
    await tool('ln', ['-s', 'one', join(scratch.path('tree'), 'three')]);
    await tool('ln', ['-s', '/etc/passwd', scratch.path('out')]);
  });

  it.each(['bin', 'odc', 'newc'])('hard ones of a cpio (%s) are files of their own', async (format) => {
    const path = scratch.path(`hard-${format}.cpio`);
    await tool('bsdtar', ['-cf', path, `--format=${format}`, '-C', scratch.path('tree'), 'one', 'two']);
    const { outputs, warnings } = await convert(scratch, [{ path }], { target: 'zip' });
    const zip = outputs[0]?.path ?? '';
    for (const name of ['one', 'two']) {
      expect((await tool('bsdtar', ['-xOf', zip, name])).stdout, name).toBe('one and two');
    }
    // In the other formats each name has the data.
    const isStored = warnings.some(({ message }) => message.includes('hard link of the archive was stored in full'));
    expect(isStored).toBe(format === 'newc');
  });

  it.each(['xar', 'iso9660'])('of a %s stay inside as those of a tar do', async (format) => {
    const path = scratch.path(`links.${format}`);
    await tool('bsdtar', ['-cf', path, `--format=${format}`, '-C', scratch.path('tree'), 'one', 'three']);
    const { tree } = await converted(path, 'zip');
    expect(tree).toMatchObject({ one: expect.stringMatching(/^[0-9a-f]{64}$/), three: '-> one' });
    await tool('bsdtar', ['-cf', path, `--format=${format}`, '-C', scratch.folder, 'tree/one', 'out']);
    expect(await treeOf(path)).toMatchObject({ out: '-> /etc/passwd' });
    expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toBe('input_unsafe');
  });
});

import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { codeOf, convert, makeScratch, onlyOutput, python, type Scratch, tool } from './support.ts';
import { makeArchive } from './support-archives.ts';

const VOLUME_MAKER = fileURLToPath(new URL('./make_volumes.py', import.meta.url));

let scratch: Scratch;
let numbers: string;

beforeAll(async () => {
  scratch = await makeScratch();
  numbers = scratch.path('numbers.txt');
  // Hardly compressible, so that there are several volumes.
  await python(
    'import sys, random; random.seed(1); open(sys.argv[1], "w").write(" ".join(str(random.random()) for _ in range(20000)))',
    numbers,
  );
});

afterAll(() => scratch.remove());

let sets = 0;

/** Makes the volumes of an archive of `numbers.txt` in a new folder. */
async function volumes(kind: '7z' | 'zip.001' | 'z01'): Promise<string[]> {
  const folder = scratch.path(`volumes-${++sets}`);
  await mkdir(folder);
  if (kind === 'z01') await tool('zip', ['-q', '-s', '64k', '-j', join(folder, 'set.zip'), numbers]);
  else await tool(DEBIAN_7ZIP, ['a', '-v50k', join(folder, kind === '7z' ? 'set.7z' : 'set.zip'), numbers]);
  return (await readdir(folder)).sort().map((name) => join(folder, name));
}

const paths = (files: readonly string[]) => files.map((path) => ({ path }));

async function isWhole(zip: string): Promise<boolean> {
  const script = 'import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read("numbers.txt").decode())';
  return (await python(script, zip)) === (await readFile(numbers, 'utf8'));
}

describe.each(['7z', 'zip.001', 'z01'] as const)('volumes of a set: %s', (kind) => {
  it('are joined by their numbers, in whatever order they come', async () => {
    const files = await volumes(kind);
    expect(files.length).toBeGreaterThan(2);
    const result = await convert(scratch, paths([...files].reverse()), { target: 'zip' });
    expect(result.outputs.map(({ filename }) => filename)).toEqual(['set.zip']);
    expect(await isWhole(onlyOutput(result))).toBe(true);
    expect(result.warnings).toEqual([]);
  });

  it('are named where one in the middle is missing', async () => {
    const files = await volumes(kind);
    const without = files.filter((_, index) => index !== 1);
    const missing = files[1]?.split('/').at(-1) ?? '';
    await expect(convert(scratch, paths(without), { target: 'zip' })).rejects.toMatchObject({
      code: 'input_truncated',
      // Only the last volume of a zip has no number, so further volumes may be missing before it.
      message: `Volumes of the archive are missing: ${missing}${kind === 'z01' ? ' and perhaps more' : ''}. Give all volumes as inputs of one conversion.`,
    });
  });

  it('are named where there is one alone', async () => {
    const files = await volumes(kind);
    const alone = (kind === 'z01' ? files[1] : files.at(-1)) ?? '';
    const error = await convert(scratch, paths([alone]), { target: 'zip' }).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'input_truncated',
      message: expect.stringContaining('is one volume of an archive'),
    });
    for (const file of kind === 'z01' ? [files[0], files.at(-1)] : files.slice(0, -1)) {
      expect(error.message).toContain(file?.split('/').at(-1));
    }
  });
});

describe.each([
  ['rar-part', 'set'],
  ['rar-old', 'set'],
  ['rar-mixed', 'set'],
  ['cab', 'disk1'],
  ['arj', 'set'],
])('volumes of %s', (kind, base) => {
  const script =
    'import sys, zipfile, zlib; z = zipfile.ZipFile(sys.argv[1]); print({n: zlib.crc32(z.read(n)) for n in sorted(z.namelist())})';
  let files: string[];
  let whole: string;

  /** In their order; `whole` is what the zip of them must hold. */
  beforeAll(async () => {
    const folder = scratch.path(`of-${kind}`);
    await mkdir(folder);
    const contents = {
      'big.bin': Buffer.from(Array.from({ length: 61_440 }, (_, at) => at)),
      'first.txt': 'first\n',
      'last.txt': 'last\n',
    };
    if (kind === 'arj') {
      // Hardly compressible, and spans several volumes in the middle.
      contents['big.bin'] = (await readFile(numbers)).subarray(0, 300_000);
      for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
      await tool('/usr/bin/arj', ['a', '-v50k', '-y', 'set.arj', 'first.txt', 'big.bin', 'last.txt'], { cwd: folder });
    } else await tool('/usr/bin/python3', [VOLUME_MAKER, kind, folder]);
    const first = ({ name }: { name: string }) => /\.(?:rar|arj)$/.test(name) && !name.includes('part');
    const names = (await readdir(folder)).filter((name) => !/^(?:big|first|last)/.test(name)).map((name) => ({ name }));
    names.sort((a, b) => Number(first(b)) - Number(first(a)) || a.name.localeCompare(b.name));
    files = names.map(({ name }) => join(folder, name));
    whole = `{${Object.entries(contents)
      .map(([name, content]) => `'${name}': ${crc32(content)}`)
      .join(', ')}}`;
  });

  it('are joined, in whatever order they come', async () => {
    expect(files.length).toBeGreaterThan(2);
    for (const given of [files, [...files].reverse()]) {
      const result = await convert(scratch, paths(given), { target: 'zip' });
      expect(result.outputs.map(({ filename }) => filename)).toEqual([`${base}.zip`]);
      expect(await python(script, onlyOutput(result))).toBe(whole);
      expect(result.warnings).toEqual([]);
    }
  });

  it('are asked for where the last, one in the middle or all but one are missing', async () => {
    const [first = '', second = ''] = files;
    const sets = [files.slice(0, -1), [first, ...files.slice(2)], ...files.map((file) => [file])];
    for (const given of sets) {
      const error = await convert(scratch, paths(given), { target: 'zip' }).catch((thrown) => thrown);
      expect(error, given.join()).toMatchObject({
        code: 'input_truncated',
        message: expect.stringContaining('Give all volumes as inputs of one conversion'),
      });
    }
    await expect(convert(scratch, paths([first, ...files.slice(2)]), { target: 'zip' })).rejects.toMatchObject({
      message: expect.stringContaining(`missing: ${basename(second)}.`),
    });
  });

  it('are known by their content where one alone has another name', async () => {
    for (const [index, path] of files.entries()) {
      const filename = `renamed-${index}.bin`;
      expect(await codeOf(convert(scratch, [{ path, filename }], { target: 'zip' })), filename).toBe('input_truncated');
    }
  });
});

describe('sets of other names', () => {
  it('say that the next volume is missing at their end', async () => {
    const files = (await volumes('7z')).slice(0, 2);
    await expect(convert(scratch, paths(files), { target: 'zip' })).rejects.toMatchObject({
      code: 'input_truncated',
      message:
        'Volumes of the archive are missing: set.7z.003 and perhaps more. Give all volumes as inputs of one conversion.',
    });
  });

  it('of RAR say so too, and a zip that is the last of a set', async () => {
    const rar = await makeArchive(scratch, 'set.part1.rar', 'rar5-volume');
    await expect(convert(scratch, paths([rar]), { target: 'zip' })).rejects.toMatchObject({
      message: expect.stringContaining('set.part2.rar and perhaps more'),
    });
    const [, , last = ''] = await volumes('z01');
    const alone = scratch.path('alone.zip');
    await copyFile(last, alone);
    await expect(convert(scratch, paths([alone]), { target: 'zip' })).rejects.toMatchObject({
      code: 'input_truncated',
      message: expect.stringContaining('alone.z01 is missing'),
    });
  });

  it('that do not belong together are packed as the files they are', async () => {
    for (const name of ['one.part1.rar', 'two.part2.rar', 'photo.001', 'photo.002']) {
      await writeFile(scratch.path(name), name);
    }
    for (const [one, two] of [
      ['one.part1.rar', 'two.part2.rar'],
      ['photo.001', 'photo.002'],
      ['one.part1.rar', 'photo.001'],
    ]) {
      const files = [one, two].map((name) => scratch.path(name ?? ''));
      const zip = onlyOutput(await convert(scratch, paths(files), { target: 'zip' }));
      const script = 'import sys, zipfile; print(sorted(zipfile.ZipFile(sys.argv[1]).namelist()))';
      expect(await python(script, zip)).toBe(`['${one}', '${two}']`);
    }
  });

  it('have one password', async () => {
    const folder = scratch.path('locked');
    await mkdir(folder);
    await tool(DEBIAN_7ZIP, ['a', '-v50k', '-psecret', '-mhe=on', join(folder, 'set.7z'), numbers]);
    const files = (await readdir(folder)).sort().map((name) => join(folder, name));
    expect(await codeOf(convert(scratch, paths(files), { target: 'zip' }))).toBe('input_password_needed');
    const given = files.map((path, index) => (index === 1 ? { path, password: 'secret' } : { path }));
    expect(await isWhole(onlyOutput(await convert(scratch, given, { target: 'zip' })))).toBe(true);
  });
});

describe('volume_size', () => {
  it.each(['7z', 'zip'])('cuts a %s into outputs that another 7-Zip puts together', async (target) => {
    const options = { volume_size: '100 KB', allow_multiple_outputs: true };
    const { outputs } = await convert(scratch, [{ path: numbers }], { target, options });
    expect(outputs.map(({ filename }) => filename)).toEqual(
      outputs.map((_, index) => `numbers.${target}.00${index + 1}`),
    );
    expect(outputs.length).toBeGreaterThan(1);
    const folder = scratch.path(`made-${target}`);
    await mkdir(folder);
    for (const { path, filename } of outputs) await copyFile(path, join(folder, filename));
    for (const { path } of outputs.slice(0, -1)) expect((await stat(path)).size).toBe(100_000);
    await tool(DEBIAN_7ZIP, ['x', `-o${folder}/out`, join(folder, `numbers.${target}.001`)]);
    expect(await readFile(join(folder, 'out/numbers.txt'))).toEqual(await readFile(numbers));
  });

  it('makes one plain archive of what fits in one volume', async () => {
    const options = { volume_size: '10MB', allow_multiple_outputs: true };
    const { outputs } = await convert(scratch, [{ path: numbers }], { target: '7z', options });
    expect(outputs.map(({ filename }) => filename)).toEqual(['numbers.7z']);
  });

  it('is refused where it cannot be had', async () => {
    const convertWith = (options: Record<string, string>) =>
      codeOf(convert(scratch, [{ path: numbers }], { target: 'zip', options }));
    expect(await convertWith({ volume_size: '1000' })).toBe('option_unsupported');
    expect(await convertWith({ volume_size: '100KB', encrypt_password: 'pässwörd' })).toBe('option_unsupported');
  });
});

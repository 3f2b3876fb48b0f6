import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { convert, makeScratch, onlyOutput, python, type Scratch, tool } from './support.ts';

let scratch: Scratch;
let source: string;
let page: string;

beforeAll(async () => {
  scratch = await makeScratch();
  const tree = scratch.path('tree');
  await mkdir(join(tree, 'folder'), { recursive: true });
  await writeFile(join(tree, 'one.txt'), 'one\n'.repeat(20_000));
  await writeFile(join(tree, 'folder/two.jpg'), 'two');
  source = scratch.path('source.tar');
  await tool('bsdtar', ['-cf', source, '-C', tree, 'one.txt', 'folder']);
  page = join(tree, 'one.txt');
});

afterAll(() => scratch.remove());

/** Lists the names in a tar with GNU tar, which detects the compression. */
const listTar = async (path: string): Promise<string[]> =>
  (await tool('tar', ['-tf', path])).stdout.split('\n').map((name) => name.replace(/^\.\//, ''));

describe.each([
  ['tar', ''],
  ['tgz', '1f8b'],
  ['tbz2', '425a68'],
  ['txz', 'fd377a585a00'],
  ['tzst', '28b52ffd'],
])('%s', (target, magic) => {
  it('is a tar of whatever is given, compressed as it says', async () => {
    for (const [input, names] of [
      [source, ['folder/', 'folder/two.jpg', 'one.txt']],
      [page, ['one.txt']],
    ] as const) {
      const result = await convert(scratch, [{ path: input }], { target });
      expect(result.outputs.map(({ filename }) => filename)).toEqual([
        `${input === source ? 'source' : 'one'}.${target}`,
      ]);
      expect((await readFile(onlyOutput(result))).toString('hex').startsWith(magic)).toBe(true);
      expect(await listTar(onlyOutput(result))).toEqual(names);
      const back = onlyOutput(
        await convert(scratch, [{ path: onlyOutput(result), filename: `a.${target}` }], { target: 'zip' }),
      );
      expect(await python('import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).read("one.txt")))', back)).toBe(
        '80000',
      );
    }
  });

  it('is the same each time', async () => {
    const [one, two] = await Promise.all(
      [0, 1].map(async () => readFile(onlyOutput(await convert(scratch, [{ path: source }], { target })))),
    );
    expect(one).toEqual(two);
  });
});

describe.each([
  ['xz', 'xz'],
  ['zst', 'zstd'],
])('%s', (target, program) => {
  it('is one file as a stream, and several as a tar', async () => {
    const one = await convert(scratch, [{ path: page }], { target });
    expect(one.outputs.map(({ filename }) => filename)).toEqual([`one.txt.${target}`]);
    expect((await tool(program, ['-dc', onlyOutput(one)])).stdout).toBe((await readFile(page, 'utf8')).trimEnd());
    const several = await convert(scratch, [{ path: source }], { target });
    expect(several.outputs.map(({ filename }) => filename)).toEqual([`source.tar.${target}`]);
    expect(await listTar(onlyOutput(several))).toContain('folder/two.jpg');
  });

  it('is a stream for each file with allow_multiple_outputs', async () => {
    const options = { allow_multiple_outputs: true };
    const { outputs } = await convert(scratch, [{ path: source }], { target, options });
    expect(outputs.map(({ filename }) => filename).sort()).toEqual([`one.txt.${target}`, `two.jpg.${target}`]);
    for (const { path } of outputs) await tool(program, ['-t', path]);
  });
});

it('cbz is a zip with its own name and type, and says where it has no pages', async () => {
  const comic = await convert(scratch, [{ path: source }], { target: 'cbz' });
  expect(comic.outputs).toMatchObject([{ filename: 'source.cbz', contentType: 'application/vnd.comicbook+zip' }]);
  expect(await python('import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', onlyOutput(comic))).toBe(
    'None',
  );
  expect(comic.warnings).toEqual([]);
  const text = await convert(scratch, [{ path: page }], { target: 'cbz' });
  expect(text.warnings.map(({ code }) => code)).toEqual(['output_limited']);
});

/** Returns the project's own pages, which are long enough for levels to differ. */
async function pages(): Promise<string> {
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const path = scratch.path('pages.md');
  await writeFile(path, (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n'));
  return path;
}

it.each([
  ['7z', ['low', 'medium', 'high']],
  ['zip', ['medium', 'high']],
  ['gz', ['low', 'medium', 'high']],
  ['xz', ['low', 'medium']],
  ['zst', ['low', 'medium', 'high']],
  ['tgz', ['low', 'medium', 'high']],
])('compression_level makes a %s larger or smaller', async (target, levels) => {
  const path = await pages();
  const sizes: number[] = [];
  for (const level of levels) {
    const result = await convert(scratch, [{ path }], { target, options: { compression_level: level } });
    sizes.push((await stat(onlyOutput(result))).size);
  }
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0);
});

it('encrypt_names false leaves the names of a 7z readable, and only these', async () => {
  const list = (path: string) =>
    tool(DEBIAN_7ZIP, ['l', '-pwrong', path]).then(
      ({ stdout }) => stdout,
      () => 'closed',
    );
  const hidden = await convert(scratch, [{ path: source }], { target: '7z', options: { encrypt_password: 'x' } });
  expect(await list(onlyOutput(hidden))).toBe('closed');
  const options = { encrypt_password: 'x', encrypt_names: false };
  const listed = onlyOutput(await convert(scratch, [{ path: source }], { target: '7z', options }));
  expect(await list(listed)).toContain('one.txt');
  await expect(tool(DEBIAN_7ZIP, ['t', '-pwrong', listed])).rejects.toThrow();
  await tool(DEBIAN_7ZIP, ['t', '-px', listed]);
});

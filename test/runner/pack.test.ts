import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mustPack, packFiles } from '../../src/runner/pack.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-pack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  [1, { allowMultiple: false, threshold: undefined }, false],
  [2, { allowMultiple: false, threshold: undefined }, true],
  [2, { allowMultiple: false, threshold: 5 }, true],
  [400, { allowMultiple: true, threshold: undefined }, false],
  [3, { allowMultiple: true, threshold: 3 }, false],
  [4, { allowMultiple: true, threshold: 3 }, true],
])('%i files with %o: packed %s', (count, options, expected) => {
  expect(mustPack(count, options)).toBe(expected);
});

test('a packed zip opens elsewhere, holds every file in order, and has the same bytes every time', async () => {
  const names = ['eins.txt', 'zwölf – 十二.txt', ...Array.from({ length: 20 }, (_, index) => `${index}.txt`)];
  const files = await Promise.all(
    names.map(async (filename) => {
      await writeFile(join(folder, filename), `content of ${filename}`);
      return { path: join(folder, filename), filename, contentType: 'text/plain', inputIds: ['i'] };
    }),
  );
  const signal = new AbortController().signal;
  const first = await packFiles(files, 'all', folder, signal);
  const bytes = await readFile(first.path);
  expect(first).toMatchObject({ filename: 'all.zip', contentType: 'application/zip', inputIds: ['i'] });

  const listing =
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nprint(z.testzip(), *[n+"="+z.read(n).decode() for n in z.namelist()], sep="|")';
  const { stdout } = await execa('/usr/bin/python3', ['-c', listing, first.path], {
    env: { PYTHONIOENCODING: 'utf8' },
  });
  expect(stdout).toBe(['None', ...names.map((name) => `${name}=content of ${name}`)].join('|'));

  for (let again = 0; again < 10; again++) {
    await packFiles(files, 'all', folder, signal);
    expect(bytes.equals(await readFile(first.path))).toBe(true);
  }
});

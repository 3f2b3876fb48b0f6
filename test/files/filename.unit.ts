import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_FILENAME_BYTES, safeFilename } from '../../src/files/filename.ts';
import { processorTime } from '../support/slowness.ts';
import { tempFolder } from './helpers/temp-folder.ts';

test.each([
  ['talk.wav', 'talk.wav'],
  ['Ünïcode ☃ 文件.pdf', 'Ünïcode ☃ 文件.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.doc', 'a.doc'],
  ['/', 'file'],
  ['', 'file'],
  ['.', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['.htaccess', 'htaccess'],
  ['-rf', '_rf'],
  ['--help.txt', '_-help.txt'],
  ['a\0b\nc\x7f.txt', 'abc.txt'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\ufeffbom.txt', 'bom.txt'],
  ['a:b*c?"<d>|.txt', 'a_b_c___d__.txt'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['console.log', 'console.log'],
  ['name. ', 'name'],
  ['  spaced  .txt', 'spaced  .txt'],
  ['e\u0301.txt', 'é.txt'],
  ['lone\ud800surrogate', 'lone\ufffdsurrogate'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
])('%j becomes %j', (text, name) => {
  expect(safeFilename(text)).toBe(name);
});

test('a long name is cut between characters, before its extension', () => {
  const family = '👩‍👩‍👧';
  for (const text of [`${'ä'.repeat(400)}.flac`, `${family.repeat(60)}.flac`, `${'x'.repeat(100_000)}.flac`]) {
    const name = safeFilename(text);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(Buffer.byteLength(name)).toBeGreaterThan(200);
    expect(name.endsWith('.flac')).toBe(true);
    expect(name.isWellFormed()).toBe(true);
  }
  expect(safeFilename(`${family.repeat(60)}.flac`).replaceAll(family, '')).toBe('.flac');
  expect(Buffer.byteLength(safeFilename('y'.repeat(300), { maxBytes: MAX_FILENAME_BYTES }))).toBe(MAX_FILENAME_BYTES);
});

test('a fallback stands in for nothing', () => {
  expect(safeFilename('\u200b/..', { fallback: 'input.mp3' })).toBe('input.mp3');
});

test('any text gives a name that stays as it is and that a file can have', async () => {
  const folder = join(await tempFolder(), 'names');
  await mkdir(folder);
  const parts = [
    'a',
    '.',
    '-',
    ' ',
    '/',
    '\\',
    '\0',
    '\u202e',
    'é',
    'e\u0301',
    '👩‍👧',
    '\ud800',
    ':',
    'con',
    '\u3000',
    '文',
    '\t',
  ];
  let state = 1;
  const next = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  const names = new Set<string>();
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: next(round % 10 === 0 ? 400 : 12) }, () => parts[next(parts.length)]).join('');
    const name = safeFilename(text);
    expect(safeFilename(name), JSON.stringify(text)).toBe(name);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    if (round % 10 === 0) names.add(name);
  }
  for (const name of names) await writeFile(join(folder, name), 'x');
  expect(new Set(await readdir(folder))).toEqual(names);
});

test('hostile lengths take no time', () => {
  const milliseconds = processorTime(() => {
    safeFilename(' '.repeat(2_000_000).concat('x'));
    safeFilename(`a${' '.repeat(2_000_000)}b`);
    safeFilename(`a${'.'.repeat(2_000_000)}b`);
  });
  expect(milliseconds).toBeLessThan(10_000);
});

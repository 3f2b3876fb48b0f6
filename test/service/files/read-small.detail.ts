import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallFileReader } from '../../../src/service/files/read-small.ts';
import { times } from '../support.ts';

let folder = '';
const inside = (name: string) => join(folder, 'inside', name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-small-'));
  await mkdir(inside('folder'), { recursive: true });
  await writeFile(inside('abc'), 'abcdefgh');
  await writeFile(join(folder, 'outside'), 'secret');
  await symlink(join(folder, 'outside'), inside('link'));
  await symlink(folder, inside('way-out'));
  execFileSync('mkfifo', [inside('pipe')]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads what is asked for, and less at the end of the file', async () => {
  const read = smallFileReader([inside('')]);
  const texts = await Promise.all([read(inside('abc'), 0, 3), read(inside('abc'), 6, 9), read(inside('abc'), 99, 9)]);
  expect(texts.map(String)).toEqual(['abc', 'gh', '']);
});

it('reads once what many ask for at once, and again what is asked for later', async () => {
  const read = smallFileReader([inside('')]);
  await writeFile(inside('changing'), 'before');
  const [one, two, part] = await Promise.all([
    read(inside('changing'), 0, 9),
    read(inside('changing'), 0, 9),
    read(inside('changing'), 0, 3),
  ]);
  expect([one, two, part].map(String)).toEqual(['before', 'before', 'bef']);
  expect(two).toBe(one);
  await writeFile(inside('changing'), 'after');
  expect(String(await read(inside('changing'), 0, 9))).toBe('after');
});

it('each of many that ask at once gets its own file', async () => {
  const count = 150;
  const contents = times(count, (index) => `${index}`.repeat(index * 150));
  await Promise.all(contents.map((content, index) => writeFile(inside(`many-${index}`), content)));
  const read = smallFileReader([inside('')]);
  const found = await Promise.all(contents.map((_, index) => read(inside(`many-${index}`), 0, 64 * 1024)));
  expect(found.map(String)).toEqual(contents.map((content) => content.slice(0, 64 * 1024)));
});

it('reads nothing that is no file of the folder, and goes on with the others', async () => {
  const read = smallFileReader([join(folder, 'none'), inside('')]);
  const unusual = ['link', 'way-out/outside', 'folder', 'pipe', 'missing', '../outside'];
  const found = await Promise.all([...unusual, 'abc'].map((name) => read(inside(name), 0, 8)));
  expect(found.map((bytes) => bytes?.toString() ?? null)).toEqual([...unusual.map(() => null), 'abcdefgh']);
});

it('asks a thread that does not answer for no more until it does', async () => {
  let now = 0;
  const read = smallFileReader([inside('')], () => now);
  const first = read(inside('abc'), 0, 3);
  await new Promise(setImmediate);
  now = 1000;
  expect(await read(inside('abc'), 0, 3)).toBeNull();
  expect(String(await first)).toBe('abc');
  expect(String(await read(inside('abc'), 3, 3))).toBe('def');
});

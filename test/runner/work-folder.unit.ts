import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkFolder } from '../../src/runner/work-folder.ts';

let base: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'convertd-test-')));
});

afterEach(() => rm(base, { recursive: true, force: true }));

test('has a path without links, whichever way its root is named', async () => {
  await mkdir(join(base, 'root'));
  await symlink(join(base, 'root'), join(base, 'link'));
  for (const root of ['root', 'link', 'root']) {
    const { own, engine, remove } = await createWorkFolder(join(base, root));
    expect(dirname(own)).toBe(join(base, 'root'));
    expect(dirname(engine)).toBe(own);
    await remove();
  }
  expect(await readdir(join(base, 'root'))).toEqual([]);
});

test('is made again with its root where that was removed', async () => {
  await mkdir(join(base, 'real'));
  await symlink(join(base, 'real'), join(base, 'link'));
  const root = join(base, 'link', 'root');
  await (await createWorkFolder(root)).remove();
  await rm(join(base, 'real', 'root'), { recursive: true });
  const { own, remove } = await createWorkFolder(root);
  expect(dirname(own)).toBe(join(base, 'real', 'root'));
  await remove();
  // The new target of the path counts, not the previous one.
  await rm(join(base, 'real'), { recursive: true });
  await mkdir(join(base, 'other'));
  await rm(join(base, 'link'));
  await symlink(join(base, 'other'), join(base, 'link'));
  expect(dirname((await createWorkFolder(root)).own)).toBe(join(base, 'other', 'root'));
});

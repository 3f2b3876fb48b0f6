import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkRoot } from '../../src/execution/work-root.ts';
import { createWorkFolder } from '../../src/runner/work-folder.ts';
import { testFolder } from './support.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

it('each worker has a folder of its own, for this user alone, and removes it with all that is in it', async () => {
  const parent = join(await testFolder(), 'data', 'work');
  const [one, other] = [await openWorkRoot(parent), await openWorkRoot(parent)];
  expect(one.path).not.toBe(other.path);
  expect((await stat(one.path)).mode & 0o777).toBe(0o700);
  await mkdir(join(one.path, 'locked'));
  await writeFile(join(one.path, 'locked', 'file'), 'x');
  await chmod(join(one.path, 'locked'), 0);
  await one.close();
  expect((await readdir(parent)).map((name) => join(parent, name))).toEqual([other.path]);
  await other.close();
});

it('what a killed worker left is removed when it has stood still for five minutes; what is not of a worker stays', async () => {
  const parent = await testFolder();
  for (const [name, minutes] of [
    ['worker-dead', 6],
    ['worker-alive', 4],
    ['something', 60],
  ] as const) {
    await mkdir(join(parent, name, 'task'), { recursive: true });
    await utimes(join(parent, name), minutesAgo(minutes), minutesAgo(minutes));
  }
  const root = await openWorkRoot(parent);
  expect((await readdir(parent)).filter((name) => join(parent, name) !== root.path).sort()).toEqual([
    'something',
    'worker-alive',
  ]);
  await root.close();
});

it('a place that cannot be is an error, never a hang', async () => {
  await expect(openWorkRoot('/proc/convertd/work')).rejects.toThrow(/ENOENT/);
  await expect(createWorkFolder('/proc/convertd/work')).rejects.toThrow(/ENOENT/);
});

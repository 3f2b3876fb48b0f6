import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkRoot } from '../../src/execution/work-root.ts';
import { createWorkFolder } from '../../src/runner/work-folder.ts';
import { testFolder } from './support.ts';

/** Greater than the largest process id on Linux. */
const NO_PROCESS = 5_000_000;

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

it('what a killed worker left is removed at once; a folder whose owner runs, and what is not of a worker, stay at any age', async () => {
  const parent = await testFolder();
  const living = await openWorkRoot(parent);
  const mark = JSON.parse(await readFile(join(living.path, 'owner.json'), 'utf8'));
  for (const name of ['worker-dead', 'worker-elsewhere', 'something']) {
    await mkdir(join(parent, name, 'task'), { recursive: true });
    const owner = name === 'worker-elsewhere' ? { namespace: 'another' } : { pid: NO_PROCESS };
    await writeFile(join(parent, name, 'owner.json'), JSON.stringify({ ...mark, ...owner }));
  }
  // A sandboxed program can set the times of every folder of its user.
  for (const path of [living.path, join(parent, 'worker-elsewhere')]) await utimes(path, new Date(0), new Date(0));
  const root = await openWorkRoot(parent);
  expect((await readdir(parent)).filter((name) => join(parent, name) !== root.path).sort()).toEqual(
    ['something', 'worker-elsewhere', basename(living.path)].sort(),
  );
  for (const each of [living, root]) await each.close();
});

it('a place that cannot be is an error, never a hang', async () => {
  await expect(openWorkRoot('/proc/convertd/work')).rejects.toThrow(/ENOENT/);
  await expect(createWorkFolder('/proc/convertd/work')).rejects.toThrow(/ENOENT/);
});

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markOwner, removeAbandoned, showLife } from './abandoned.ts';
import { removeTree } from './private-folder.ts';

const PREFIX = 'convertd-host-';

/** Of worker processes that run, with what ends the sign of their life. */
const folders = new Map<string, () => void>();
// Such a worker process ends with this process, and its folder must not stay.
process.on('exit', () => {
  for (const folder of folders.keys()) rmSync(folder, { recursive: true, force: true });
});

/** Makes the folder of one worker process, with `inputs` and `jobs` in it. It goes with this process, if not before. */
export async function createPoolFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, PREFIX));
  folders.set(folder, showLife(folder));
  await Promise.all([markOwner(folder), mkdir(join(folder, 'inputs')), mkdir(join(folder, 'jobs'))]);
  return folder;
}

export async function removePoolFolder(folder: string): Promise<void> {
  await removeTree(folder);
  folders.get(folder)?.();
  folders.delete(folder);
}

/** Removes the folders of worker processes whose process was killed. Never throws. */
export async function removeAbandonedPools(parent = tmpdir()): Promise<void> {
  await removeAbandoned(parent, PREFIX).catch(() => {});
}

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markOwner, removeAbandoned, showLife } from './abandoned.ts';
import { removeTree } from './private-folder.ts';

const PREFIX = 'convertd-host-';

/** Of hosts that run, with what ends the sign of their life. */
const folders = new Map<string, () => void>();
// Such a host ends with this process, and its folder must not stay.
process.on('exit', () => {
  for (const folder of folders.keys()) rmSync(folder, { recursive: true, force: true });
});

/** Makes the folder of one host, with `inputs` and `jobs` in it. It goes with this process, if not before. */
export async function createHostFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, PREFIX));
  folders.set(folder, showLife(folder));
  await Promise.all([markOwner(folder), mkdir(join(folder, 'inputs')), mkdir(join(folder, 'jobs'))]);
  return folder;
}

export async function removeHostFolder(folder: string): Promise<void> {
  await removeTree(folder);
  folders.get(folder)?.();
  folders.delete(folder);
}

/** Removes the folders of hosts whose process was killed. Never throws. */
export async function removeAbandonedHosts(parent = tmpdir()): Promise<void> {
  await removeAbandoned(parent, PREFIX).catch(() => {});
}

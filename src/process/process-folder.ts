import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markOwner, removeAbandoned, showLife } from './abandoned.ts';
import { removeTree } from './remove-tree.ts';

/** The folders of processes that convertd keeps running. */
const PREFIXES = {
  /** Of a worker process of a pool: its inputs and jobs. */
  pool: 'convertd-host-',
  /** Of the launch server: its socket. */
  launcher: 'convertd-launcher-',
} as const;

/** With what ends the sign of their life. */
const folders = new Map<string, () => void>();
// Kept processes end with this process, and their folders must not stay.
process.on('exit', () => {
  for (const folder of folders.keys()) rmSync(folder, { recursive: true, force: true });
});

/** Makes the folder of one kept process. It goes with this process, if not before. */
export async function createProcessFolder(kind: keyof typeof PREFIXES, parent = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, PREFIXES[kind]));
  folders.set(folder, showLife(folder));
  await markOwner(folder);
  return folder;
}

export async function removeProcessFolder(folder: string): Promise<void> {
  await removeTree(folder);
  folders.get(folder)?.();
  folders.delete(folder);
}

/** Removes the folders of kept processes whose owner, a convertd process, was killed. Never throws. */
export async function removeAbandonedFolders(parent = tmpdir(), now = Date.now()): Promise<void> {
  for (const prefix of Object.values(PREFIXES)) await removeAbandoned(parent, prefix, now).catch(() => {});
}

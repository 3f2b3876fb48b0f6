import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AbandonedFolders, markOwner, type Observing } from './abandoned.ts';
import { removeTree } from './remove-tree.ts';

/** The folders of processes that convertd keeps running. */
const PREFIXES = {
  /** Of a worker process of a pool: its inputs and jobs. */
  pool: 'convertd-host-',
  /** Of the launch server: its socket. */
  launcher: 'convertd-launcher-',
} as const;

/** What a process that ends waits for, ms. */
const REMOVE_MS = 10_000;

/** With what ends the sign of their life. */
const folders = new Map<string, () => void>();
// Kept processes end with this process, and their folders must not stay.
process.on('exit', () => {
  for (const folder of folders.keys()) removeNow(folder);
});

/** As `removeTree`, for a process that ends. What stays nevertheless is removed by the next that starts. */
function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    spawnSync('rm', ['-rf', '--', folder], { stdio: 'ignore', timeout: REMOVE_MS });
  }
}

/** Makes the folder of one kept process. It goes with this process, if not before. */
export async function createProcessFolder(kind: keyof typeof PREFIXES, parent = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, PREFIXES[kind]));
  folders.set(folder, () => {});
  folders.set(folder, await markOwner(folder));
  return folder;
}

export async function removeProcessFolder(folder: string): Promise<void> {
  folders.get(folder)?.();
  await removeTree(folder);
  folders.delete(folder);
}

/** The folders of kept processes whose owner, a convertd process, may have been killed. */
export const abandonedProcessFolders = (parent = tmpdir(), observing: Observing = {}): AbandonedFolders =>
  new AbandonedFolders(parent, Object.values(PREFIXES), observing);

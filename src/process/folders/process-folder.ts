import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AbandonedFolders, markOwner, type Observing } from './abandoned.ts';
import { removeTree } from './remove-tree.ts';

/** Name prefixes for the folders of long-lived processes. */
const PREFIXES = {
  /** Folder of a pooled worker process: its inputs and jobs. */
  pool: 'convertd-host-',
  /** Folder of the launch server: its socket. */
  launcher: 'convertd-launcher-',
} as const;

/** How long an ending process waits for the removal, ms. */
const REMOVE_MS = 10_000;

/** Each folder with the function that ends its owner's sign of life. */
const folders = new Map<string, () => void>();
// Long-lived processes end with this process, and their folders must not stay.
process.on('exit', () => {
  for (const folder of folders.keys()) removeNow(folder);
});

/** Does the same as `removeTree` in a process that ends. The next process removes what stays nevertheless. */
function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    spawnSync('rm', ['-rf', '--', folder], { stdio: 'ignore', timeout: REMOVE_MS });
  }
}

/** Creates the folder of a long-lived process. It is removed at the latest when this process ends. */
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

/** Returns the folders of long-lived processes that a killed convertd process may have left. */
export const abandonedProcessFolders = (parent = tmpdir(), observing: Observing = {}): AbandonedFolders =>
  new AbandonedFolders(parent, Object.values(PREFIXES), observing);

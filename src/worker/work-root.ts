import { mkdtemp, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/folder-store.ts';
import { removeTree } from '../process/private-folder.ts';

/** How often a worker shows that its folder is in use, and after how long without it the folder is anyone's to remove. */
const SIGN_OF_LIFE_MS = 30_000;
const ABANDONED_MS = 5 * 60_000;
const PREFIX = 'worker-';

export interface WorkRoot {
  /** For the work folders of this worker's tasks. */
  readonly path: string;
  /** Removes it. */
  close(): Promise<void>;
}

/**
 * Makes this worker's own folder under `parent`, and removes those that killed workers left behind: their folder's time
 * stands still. A process id would not do, as containers on one volume have the same ones.
 */
export async function openWorkRoot(parent: string, now = Date.now()): Promise<WorkRoot> {
  await makeFolder(parent);
  await removeAbandoned(parent, now);
  const path = await mkdtemp(join(parent, PREFIX));
  const timer = setInterval(() => {
    const time = new Date();
    utimes(path, time, time).catch(() => {});
  }, SIGN_OF_LIFE_MS);
  timer.unref();
  return {
    path,
    close: async () => {
      clearInterval(timer);
      await removeTree(path);
    },
  };
}

async function removeAbandoned(parent: string, now: number): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    // Another worker that starts now may be quicker.
    const info = await stat(path).catch(() => null);
    if (info !== null && now - info.mtimeMs > ABANDONED_MS) await removeTree(path).catch(() => {});
  }
}

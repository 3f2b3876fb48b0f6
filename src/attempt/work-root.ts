import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/folder-store.ts';
import { removeAbandoned, showLife } from '../process/abandoned.ts';
import { removeTree } from '../process/private-folder.ts';

const PREFIX = 'worker-';

export interface WorkRoot {
  /** For the work folders of this process's tasks. */
  readonly path: string;
  /** Removes it. */
  close(): Promise<void>;
}

/** Makes this process's own folder under `parent`, and removes those that killed processes left behind. */
export async function openWorkRoot(parent: string, now = Date.now()): Promise<WorkRoot> {
  await makeFolder(parent);
  await removeAbandoned(parent, PREFIX, now);
  const path = await mkdtemp(join(parent, PREFIX));
  const stopShowing = showLife(path);
  return {
    path,
    close: async () => {
      stopShowing();
      await removeTree(path);
    },
  };
}

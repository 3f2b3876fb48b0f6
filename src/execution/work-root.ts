import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/folder-store.ts';
import { markOwner, removeAbandoned, showLife } from '../process/abandoned.ts';
import { removeTree } from '../process/remove-tree.ts';

/** Of workers and services, in a folder of convertd's own. */
const PREFIX = 'worker-';

export interface WorkRoot {
  /** For the work folders of this process's tasks. */
  readonly path: string;
  /** Removes it. */
  close(): Promise<void>;
}

/**
 * Makes this process's own folder under `parent`, and removes those that killed processes left behind.
 * @param prefix of their names, by which they are known among what else is in `parent`
 */
export async function openWorkRoot(parent: string, prefix = PREFIX): Promise<WorkRoot> {
  await makeFolder(parent);
  await removeAbandoned(parent, prefix);
  const path = await mkdtemp(join(parent, prefix));
  const stopShowing = showLife(path);
  await markOwner(path);
  return {
    path,
    close: async () => {
      stopShowing();
      await removeTree(path);
    },
  };
}

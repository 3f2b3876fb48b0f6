import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/stores/folder-store.ts';
import { AbandonedFolders, markOwner } from '../process/folders/abandoned.ts';
import { removeTree } from '../process/folders/remove-tree.ts';

/** Of workers and services, in a folder of convertd's own. */
const PREFIX = 'worker-';

export interface WorkRoot {
  /** For the work folders of this process's tasks. */
  readonly path: string;
  /** Removes it. */
  close(): Promise<void>;
}

/**
 * Makes this process's own folder under `parent`, and removes those that killed processes left behind: at once, and until `close` from time to
 * time.
 * @param prefix of their names, by which they are known among what else is in `parent`
 */
export async function openWorkRoot(parent: string, prefix = PREFIX): Promise<WorkRoot> {
  await makeFolder(parent);
  const abandoned = new AbandonedFolders(parent, [prefix]);
  await abandoned.look();
  const path = await mkdtemp(join(parent, prefix));
  const endMark = await markOwner(path);
  const endWatch = abandoned.watch();
  return {
    path,
    close: async () => {
      endWatch();
      endMark();
      await removeTree(path);
    },
  };
}

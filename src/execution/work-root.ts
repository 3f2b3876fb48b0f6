import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/stores/folder-store.ts';
import { AbandonedFolders, markOwner } from '../process/folders/abandoned.ts';
import { removeTree } from '../process/folders/remove-tree.ts';

/** Prefix of workers' and services' folders, within convertd's own folder. */
const PREFIX = 'worker-';

export interface WorkRoot {
  /** Path of the folder for the work folders of this process's tasks. */
  readonly path: string;
  /** Removes the folder. */
  close(): Promise<void>;
}

/**
 * Creates this process's own folder under `parent`, and removes folders that killed processes left behind: at once, and from time to time
 * until `close`.
 * @param prefix prefix of their names, which distinguishes them from other entries in `parent`
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

import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/folder-store.ts';
import { removeTree } from '../process/private-folder.ts';

/** The places of one task on disk, all under one folder that goes when the task ends. */
export interface WorkFolder {
  /** Downloaded inputs: the runner writes here, the task's programs only read. */
  readonly inputs: string;
  /** The engine's own: the only place its programs can write. */
  readonly engine: string;
  /** What the runner makes of the engine's files, such as the zip of several outputs. */
  readonly packed: string;
  remove(): Promise<void>;
}

/** Makes a folder that only this user can enter, under `root`, which is made too if it is missing. */
export async function createWorkFolder(root: string): Promise<WorkFolder> {
  await makeFolder(root);
  const folder = await realpath(await mkdtemp(join(root, 'convertd-')));
  const places = { inputs: join(folder, 'inputs'), engine: join(folder, 'engine'), packed: join(folder, 'packed') };
  try {
    for (const place of Object.values(places)) await mkdir(place);
  } catch (error) {
    // On a disk that is full: who asked has nothing to remove.
    await removeTree(folder);
    throw error;
  }
  return {
    ...places,
    remove: () => removeTree(folder),
  };
}

import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk } from '../disk/disk.ts';
import { makeFolder } from '../files/stores/folder-store.ts';
import { removeTree } from '../process/folders/remove-tree.ts';

/** The folders of one task on disk, in one folder that is removed when the task ends. */
export interface WorkFolder {
  /** The runner's folder, for downloaded inputs and the zip of several outputs; the task's programs only read the inputs. */
  readonly own: string;
  /** The engine's folder, the only place that its programs can write to. */
  readonly engine: string;
  /** Never throws: failed removals are retried. */
  remove(): Promise<void>;
}

/** Creates a folder that only this user can enter, under `root`, which is also created if it is missing. */
export async function createWorkFolder(root: string): Promise<WorkFolder> {
  const make = async () => onDisk('makeNestedFolder', join(await realRoot(root), 'convertd-'), ENGINE);
  const own = await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    known = null;
    await makeFolder(root);
    return make();
  });
  return { own, engine: join(own, ENGINE), remove: () => removeTree(own) };
}

const ENGINE = 'engine';

/** The root of the last task, which is usually the same for all, and its path without links. */
let known: { readonly root: string; readonly path: string } | null = null;

async function realRoot(root: string): Promise<string> {
  if (known?.root !== root) known = { root, path: await realpath(root) };
  return known.path;
}

import { mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/** HOME and TMPDIR of one program, removed when it has ended. */
export interface PrivateFolder {
  readonly path: string;
  readonly home: string;
  readonly temporary: string;
}

/**
 * Creates the folder next to the work folder, not inside: an engine that lists or packs its work folder finds only its own files, and both
 * are on the same file system.
 */
export async function createPrivateFolder(workFolder: string): Promise<PrivateFolder> {
  const path = await mkdtemp(`${workFolder}.program-`);
  const folder = { path, home: join(path, 'home'), temporary: join(path, 'tmp') };
  await Promise.all([mkdir(folder.home), mkdir(folder.temporary)]);
  return folder;
}

/** Removes the folder, which is usually empty: searching it first would take three times as long. */
export async function removePrivateFolder({ path, home, temporary }: PrivateFolder): Promise<void> {
  try {
    await Promise.all([rmdir(home), rmdir(temporary)]);
    await rmdir(path);
  } catch {
    await removeTree(path);
  }
}

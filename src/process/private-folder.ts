import { chmod, lstat, mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** HOME and TMPDIR of one program, gone when it has ended. */
export interface PrivateFolder {
  readonly path: string;
  readonly home: string;
  readonly temporary: string;
}

/**
 * Makes the folder beside the work folder, not inside: an engine that lists or packs its work folder finds only its own
 * files, and both lie on the same file system.
 */
export async function createPrivateFolder(workFolder: string): Promise<PrivateFolder> {
  const path = await mkdtemp(`${workFolder}.program-`);
  const folder = { path, home: join(path, 'home'), temporary: join(path, 'tmp') };
  await Promise.all([mkdir(folder.home), mkdir(folder.temporary)]);
  return folder;
}

/** Mostly its program has left nothing there: to look for more takes three times as long. */
export async function removePrivateFolder({ path, home, temporary }: PrivateFolder): Promise<void> {
  try {
    await Promise.all([rmdir(home), rmdir(temporary)]);
    await rmdir(path);
  } catch {
    await removeTree(path);
  }
}

/** Removes a folder even where it holds folders that may not be entered or changed. Missing: fine. */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM')) throw error;
    await unlock(path);
    await remove();
  }
}

async function unlock(folder: string): Promise<void> {
  try {
    if (!(await lstat(folder)).isDirectory()) return;
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) await unlock(join(folder, entry.name));
    }
  } catch (error) {
    // The first attempt still removes what it can.
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

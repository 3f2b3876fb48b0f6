// What a program has left may be of any depth and size, and may not let itself be entered: the programs of the system go through it from
// descriptor to descriptor, in processes of their own. Only what is small is removed here, in a thread.
import { spawn } from 'node:child_process';
import { onDisk } from '../../disk/disk.ts';

/** For one go, ms: a million files take half a minute on a disk that is busy. */
const REMOVE_MS = 5 * 60_000;
const AGAIN_MS = 60_000;

const unremoved = new Set<string>();
let again: NodeJS.Timeout | null = null;

/** How many folders of tasks that have ended could not be removed yet: for health. */
export const countUnremoved = (): number => unremoved.size;

/**
 * Removes a folder with all that is in it, even where it may not be entered or changed. Missing: fine. Never throws: what cannot be removed
 * is tried again every minute as long as this process lives.
 * @param path absolute
 */
export async function removeTree(path: string): Promise<void> {
  try {
    if (!(await isQuicklyGone(path))) await byProgram('rm', ['-rf', '--', path], path);
    unremoved.delete(path);
  } catch {
    unremoved.add(path);
    if (again === null) again = setTimeout(tryAgain, AGAIN_MS).unref();
  }
}

async function tryAgain(): Promise<void> {
  // One after the other, as each may be large.
  for (const path of [...unremoved]) await removeTree(path);
  again = unremoved.size === 0 ? null : setTimeout(tryAgain, AGAIN_MS).unref();
}

/**
 * Removes what is in a folder; see `removeTree`, but what cannot be removed is not tried again.
 * @param path absolute
 * @throws the error of the program
 */
export async function emptyFolder(path: string): Promise<void> {
  if (await onDisk('emptySmallFolder', path)) return;
  await byProgram('find', [path, '-mindepth', '1', '-delete'], path);
}

const isQuicklyGone = (path: string): Promise<boolean> => onDisk('removeSmallTree', path).catch(() => false);

/** Where it fails, folders may not be entered; then once more. */
async function byProgram(program: string, args: readonly string[], path: string): Promise<void> {
  try {
    await run(program, args);
  } catch {
    await run('chmod', ['-R', 'u+rwx', '--', path]).catch(() => {});
    await run(program, args);
  }
}

/** What it complains of, a line for each file, is not read. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore', signal: AbortSignal.timeout(REMOVE_MS) });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('exit', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`${program} exits with ${code}`));
  });
  return promise;
}

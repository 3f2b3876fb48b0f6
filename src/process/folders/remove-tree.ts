// A program may leave files of any depth and size, in folders without permission to enter. The system's programs go through them from
// descriptor to descriptor, in processes of their own. Only small folders are removed here, in a thread.
import { spawn } from 'node:child_process';
import { onDisk } from '../../disk/disk.ts';

/** How long one removal may take, ms: a million files take half a minute on a busy disk. */
const REMOVE_MS = 5 * 60_000;
const AGAIN_MS = 60_000;

const unremoved = new Set<string>();
let again: NodeJS.Timeout | null = null;

/** Returns how many folders of ended tasks could not be removed yet, for the health endpoint. */
export const countUnremoved = (): number => unremoved.size;

/**
 * Removes a folder with all its contents, even if it may not be entered or changed. It may be missing. Never throws: as long as this
 * process lives, failed removals are retried every minute.
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
  // One after the other, because each may be large.
  for (const path of [...unremoved]) await removeTree(path);
  again = unremoved.size === 0 ? null : setTimeout(tryAgain, AGAIN_MS).unref();
}

/**
 * Removes the contents of a folder as `removeTree` does, but without retries.
 * @param path absolute
 * @throws the error of the program
 */
export async function emptyFolder(path: string): Promise<void> {
  if (await onDisk('emptySmallFolder', path)) return;
  await byProgram('find', [path, '-mindepth', '1', '-delete'], path);
}

const isQuicklyGone = (path: string): Promise<boolean> => onDisk('removeSmallTree', path).catch(() => false);

/** If this fails, folders may lack permissions; then adds them and tries once more. */
async function byProgram(program: string, args: readonly string[], path: string): Promise<void> {
  try {
    await run(program, args);
  } catch {
    await run('chmod', ['-R', 'u+rwx', '--', path]).catch(() => {});
    await run(program, args);
  }
}

/** Its messages, a line for each file, are not read. */
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

import { randomBytes } from 'node:crypto';
import { access, chmod, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Time that the start of the copy waits for a lock, ms. Then neither side waits for the other: it reads from a snapshot. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a SQLite database as it is at one moment, even while a service uses it. The copy gets its name only when it is complete, checked
 * and on the disk; only this user can read it.
 * @param replace whether a file of that name may be replaced
 * @throws Error if there is such a file, the folder cannot be written to, or the copy is damaged
 */
export async function copyDatabase(file: string, target: string, { replace }: { replace: boolean }): Promise<void> {
  await writeBeside(target, { replace }, async (part) => {
    const source = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      // Not node:sqlite's backup(): it restarts at each write of another process, so it never ends while a busy service runs.
      source.prepare('vacuum into ?').run(part);
    } finally {
      source.close();
    }
    checkDatabase(part);
  });
}

/**
 * Writes a file under a temporary name, then renames it: `target` is complete or does not exist.
 * @throws Error if `target` exists and must not be replaced; errors of `write`
 */
export async function writeBeside(
  target: string,
  { replace }: { replace: boolean },
  write: (part: string) => Promise<void>,
): Promise<void> {
  const path = resolve(target);
  if (!replace && (await exists(path))) throw new Error(`${target} exists already`);
  const part = join(dirname(path), `.${basename(path)}-${randomBytes(6).toString('hex')}.part`);
  try {
    // Created before it is written, so that nobody else can ever read it.
    await (await open(part, 'wx', 0o600)).close();
    await write(part);
    await chmod(part, 0o600);
    await sync(part);
    await rename(part, path);
    await sync(dirname(path));
  } catch (error) {
    throw isErrno(error) ? unwritable(target, error) : error;
  } finally {
    await Promise.all(['', '-journal', '-wal', '-shm'].map((ending) => rm(part + ending, { force: true })));
  }
}

/** Throws Error if the file is not a database, or a damaged one. */
export function checkDatabase(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare('pragma integrity_check').all();
    if (rows.length === 1 && rows[0]?.integrity_check === 'ok') return;
    throw new Error(`SQLite finds the database damaged: ${rows.map((row) => row.integrity_check).join('; ')}`);
  } finally {
    database.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isErrno = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

const unwritable = (target: string, cause: NodeJS.ErrnoException): Error =>
  new Error(
    `${target} could not be written (${cause.code}). Check that its folder exists, can be written to and has space.`,
    {
      cause,
    },
  );

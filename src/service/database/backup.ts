import { randomBytes } from 'node:crypto';
import { access, chmod, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * How long a start of the copy waits for a lock, ms. Once it has begun, neither side waits for the other: it reads from a snapshot.
 */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a SQLite database as it is at one moment, also while a service uses it. The copy has its name only when it is whole, checked
 * and on the disk; it is for this user alone.
 * @param replace whether a file of that name may be replaced
 * @throws Error if there is such a file, the folder cannot be written to, or the copy is damaged
 */
export async function copyDatabase(file: string, target: string, { replace }: { replace: boolean }): Promise<void> {
  await writeBeside(target, { replace }, async (part) => {
    const source = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      // Not node:sqlite's backup(): it begins again at each write of another process, so it never ends beside a busy service.
      source.prepare('vacuum into ?').run(part);
    } finally {
      source.close();
    }
    checkDatabase(part);
  });
}

/**
 * Lets a file be written under a name of its own, then gives it the right one: `target` is whole or not there.
 * @throws Error where `target` exists and is not to be replaced, and what `write` throws
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
    // Made before it is written, so that nobody else can read it at any time.
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

/** Throws Error where the file is not a database, or a damaged one. */
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

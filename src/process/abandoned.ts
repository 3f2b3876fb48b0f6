import { lstat, readdir, readFile, readlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/*
 * Folders that belong to a process: what a killed one leaves is removed by the next that starts. That the owner is gone shows at
 * once where it ran beside this process, by the mark in the folder; a process id alone would not do, as containers on one volume have the
 * same ones. Elsewhere it shows by the folder's time, which a living owner keeps fresh.
 */

/** How often an owner shows that its folder is in use, and after how long without it the folder is anyone's to remove. */
const SIGN_OF_LIFE_MS = 30_000;
const ABANDONED_MS = 5 * 60_000;

/** In the folder: whose it is. */
const MARK = 'owner.json';

interface Owner {
  /** The running kernel and the process namespace: only there the id says which process it is. */
  readonly namespace: string;
  readonly pid: number;
  /** When it started, in the kernel's own unit: another process may get the same id later. */
  readonly started: string;
}

/** Keeps the folder's time fresh while this process lives. @returns what ends it */
export function showLife(path: string): () => void {
  const timer = setInterval(() => {
    const time = new Date();
    utimes(path, time, time).catch(() => {});
  }, SIGN_OF_LIFE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Writes into the folder that it is this process's. Without it, only its time tells. */
export async function markOwner(path: string): Promise<void> {
  const [namespace, started] = await Promise.all([processNamespace(), startOf(process.pid)]);
  if (namespace === null || started === null) return;
  const owner: Owner = { namespace, pid: process.pid, started };
  await writeFile(join(path, MARK), JSON.stringify(owner));
}

/**
 * Removes the folders of this user under `parent` whose names begin with the prefix and whose owners are gone. What cannot be
 * looked at or removed stays for the next time.
 */
export async function removeAbandoned(parent: string, prefix: string, now = Date.now()): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const namespace = await processNamespace();
  for (const name of names) {
    const path = join(parent, name);
    // Another process that starts now may be quicker.
    const info = await lstat(path).catch(() => null);
    if (info === null || !info.isDirectory() || info.uid !== process.getuid?.()) continue;
    const isOver = now - info.mtimeMs > ABANDONED_MS || (await isOwnerDead(path, namespace));
    if (isOver) await removeTree(path);
  }
}

/** Whether the owner ran where this process runs, and runs no more. */
async function isOwnerDead(path: string, namespace: string | null): Promise<boolean> {
  const text = await readFile(join(path, MARK), 'utf8').catch(() => null);
  const owner = text === null ? null : readOwner(text);
  if (owner === null || owner.namespace !== namespace) return false;
  return (await startOf(owner.pid)) !== owner.started;
}

function readOwner(text: string): Owner | null {
  try {
    const { namespace, pid, started } = JSON.parse(text) as Partial<Owner>;
    const isWhole = typeof namespace === 'string' && Number.isSafeInteger(pid) && typeof started === 'string';
    return isWhole ? { namespace, pid: Number(pid), started } : null;
  } catch {
    return null;
  }
}

/** null where /proc does not tell. */
async function processNamespace(): Promise<string | null> {
  try {
    const [boot, namespace] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
    ]);
    return `${boot.trim()} ${namespace}`;
  } catch {
    return null;
  }
}

/** Field 22 of /proc/PID/stat; null for a process that does not run. The second field, its name, may hold anything. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === undefined || state === '' || state === 'Z' ? null : (fields[18] ?? null);
}

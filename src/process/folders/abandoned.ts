import { lstat, open, readdir, readFile, readlink, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/*
 * Folders that belong to a process: what a killed one leaves is removed by others. Who is alive decides, never an age: a sandboxed
 * program can set the times of every file of its user, and clocks differ. The mark in the folder says whose it is; a process id alone
 * would not do, as containers on one volume have the same ones. Where the owner cannot be looked up, as in another container or on another
 * machine, it shows that it lives by changing its mark, where sandboxed programs cannot write.
 */

/** How often an owner changes its mark. Milliseconds. */
const BEAT_MS = 30_000;
/** How often an observer looks, and how long it must have seen no change. Milliseconds. */
const LOOK_MS = 60_000;
const STILL_MS = 5 * 60_000;

/** In the folder: whose it is. */
const MARK = 'owner.json';

interface Owner {
  /** The running kernel and the process namespace: only there the id says which process it is. null: /proc does not tell. */
  readonly namespace: string | null;
  readonly pid: number;
  /** When it started, in the kernel's own unit: another process may get the same id later. */
  readonly started: string | null;
}

/**
 * Writes into the folder that it is this process's, and shows from then on that this process lives.
 * @param beatMs how often it shows that, milliseconds
 * @returns what ends it, before the folder is removed
 * @throws the system's error where the mark cannot be written
 */
export async function markOwner(folder: string, beatMs = BEAT_MS): Promise<() => void> {
  const [namespace, started] = await Promise.all([processNamespace(), startOf(process.pid)]);
  const owner: Owner = { namespace, pid: process.pid, started };
  const path = join(folder, MARK);
  let beats = 0;
  const text = (): string => JSON.stringify({ ...owner, beat: String(beats).padStart(12, '0') });
  await writeFile(`${path}.part`, text());
  await rename(`${path}.part`, path);
  const timer = setInterval(() => {
    beats += 1;
    beat(path, text()).catch(() => {});
    // Earlier versions remove what has an old time.
    const time = new Date();
    utimes(folder, time, time).catch(() => {});
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** In place, which needs no space on a full disk. The length stays the same, so that a reader finds the old digits, the new or some of both. */
async function beat(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(text, 0);
  } finally {
    await file.close();
  }
}

/** What an observer has seen of a folder whose owner it cannot look up. */
interface Seen {
  /** Changes while the owner lives. */
  readonly sign: string;
  /** When it was first seen so, by the observer's own clock. */
  readonly since: number;
}

export interface Observing {
  /** How long a folder must have stayed unchanged, where its owner cannot be looked up. Milliseconds. */
  readonly stillMs?: number;
  /** A clock that never goes back. Milliseconds. */
  readonly now?: () => number;
}

/** Folders of this user whose owners may be gone, and what was seen of them so far. */
export class AbandonedFolders {
  readonly #parent: string;
  readonly #prefixes: readonly string[];
  readonly #stillMs: number;
  readonly #now: () => number;
  #seen: ReadonlyMap<string, Seen> = new Map();

  /** @param prefixes of their names, by which they are known among what else is in `parent` */
  constructor(
    parent: string,
    prefixes: readonly string[],
    { stillMs = STILL_MS, now = () => performance.now() }: Observing = {},
  ) {
    this.#parent = parent;
    this.#prefixes = prefixes;
    this.#stillMs = stillMs;
    this.#now = now;
  }

  /**
   * Removes the folders whose owners do not run any more, and those that have not changed in all looks for long enough. What cannot be looked
   * at or removed stays for the next time.
   * @throws the system's error where the folder that they are in cannot be listed
   */
  async look(): Promise<void> {
    const names = (await readdir(this.#parent)).filter((name) => this.#prefixes.some((each) => name.startsWith(each)));
    const namespace = await processNamespace();
    const seen = new Map<string, Seen>();
    for (const name of names) {
      const path = join(this.#parent, name);
      // Another process that looks at the same time may be quicker.
      const found = await findFolder(path, namespace).catch(() => null);
      if (found === null || found.owner === 'alive') continue;
      const before = this.#seen.get(name);
      const since = before?.sign === found.sign ? before.since : this.#now();
      if (found.owner === 'dead' || this.#now() - since >= this.#stillMs) await removeTree(path);
      else seen.set(name, { sign: found.sign, since });
    }
    this.#seen = seen;
  }

  /**
   * Looks from time to time. It keeps no process alive.
   * @param lookMs milliseconds from the end of one look to the next
   * @returns what ends it
   */
  watch(lookMs = LOOK_MS): () => void {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const lookLater = (): void => {
      if (isOver) return;
      timer = setTimeout(
        () =>
          void this.look()
            .catch(() => {})
            .finally(lookLater),
        lookMs,
      );
      timer.unref();
    };
    lookLater();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }
}

interface FoundFolder {
  readonly owner: 'alive' | 'dead' | 'unknown';
  /** Its time counts too: owners of earlier versions show that they live by nothing else. */
  readonly sign: string;
}

/** null for what is not a folder of this user. Throws where it cannot be looked at. */
async function findFolder(path: string, namespace: string | null): Promise<FoundFolder | null> {
  const info = await lstat(path);
  if (!info.isDirectory() || info.uid !== process.getuid?.()) return null;
  const text = await unlessMissing(readFile(join(path, MARK), 'utf8'));
  const owner = text === null ? null : readOwner(text);
  const sign = `${info.ino} ${info.mtimeMs} ${text}`;
  if (owner === null || owner.namespace === null || owner.namespace !== namespace) return { owner: 'unknown', sign };
  return { owner: (await isAlive(owner)) ? 'alive' : 'dead', sign };
}

/** Of an owner in the namespace of this process. */
async function isAlive({ pid, started }: Owner): Promise<boolean> {
  const found = await startOf(pid);
  return found === null ? isHidden(pid) : found === started;
}

/** Where /proc is mounted with `hidepid`, a process may run and not be there. */
async function isHidden(pid: number): Promise<boolean> {
  const hasEntry = (await unlessMissing(readFile(`/proc/${pid}/stat`))) !== null;
  if (hasEntry) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readOwner(text: string): Owner | null {
  try {
    const { namespace = null, pid, started = null } = JSON.parse(text) as Partial<Owner>;
    const isWhole = [namespace, started].every((each) => each === null || typeof each === 'string');
    return isWhole && Number.isSafeInteger(pid) ? { namespace, pid: Number(pid), started } : null;
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

/**
 * Field 22 of /proc/PID/stat; null for a process that does not run. The second field, its name, may hold anything. Throws where it cannot be
 * read, as when this process has too many files open.
 */
async function startOf(pid: number): Promise<string | null> {
  const stat = (await unlessMissing(readFile(`/proc/${pid}/stat`, 'utf8'))) ?? '';
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === undefined || state === '' || state === 'Z' ? null : (fields[18] ?? null);
}

/** null if nothing is there. Throws other errors, which say nothing about that. */
const unlessMissing = <Content>(reading: Promise<Content>): Promise<Content | null> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    // ESRCH: the process ended while its entry was open.
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  });

import { lstat, open, readdir, readFile, readlink, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/*
 * Folders that belong to a process: if it is killed, others remove its folder. Whether the owner lives decides, never the folder's age,
 * because a sandboxed program can set the times of all its user's files, and clocks differ. The mark in the folder names the owner; a
 * process id alone is not enough, because containers on one volume have the same ids. An owner that cannot be looked up, in another
 * container or on another machine, shows that it lives by changing its mark, where sandboxed programs cannot write.
 */

/** How often an owner changes its mark, milliseconds. */
const BEAT_MS = 30_000;
/** How often an observer looks, and how long it must have seen no change, milliseconds. */
const LOOK_MS = 60_000;
const STILL_MS = 5 * 60_000;

/** File in the folder that names its owner. */
const MARK = 'owner.json';

interface Owner {
  /** The running kernel and the process namespace; the process id is valid only there. Null if /proc does not show them. */
  readonly namespace: string | null;
  readonly pid: number;
  /** When the process started, in the kernel's unit: another process may get the same id later. */
  readonly started: string | null;
}

/**
 * Marks the folder as this process's, and shows from then on that this process lives.
 * @param beatMs how often it shows that, milliseconds
 * @returns a function that ends it, to call before the folder is removed
 * @throws the system's error if the mark cannot be written
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
    // Earlier versions remove folders with an old time.
    const time = new Date();
    utimes(folder, time, time).catch(() => {});
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Writes in place: a full disk allows it, and as the length stays the same, a reader finds old digits, new ones or some of both. */
async function beat(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(text, 0);
  } finally {
    await file.close();
  }
}

/** What an observer has seen of a folder with an owner that it cannot look up. */
interface Seen {
  /** Text that changes while the owner lives. */
  readonly sign: string;
  /** When this sign was first seen, by the observer's own clock. */
  readonly since: number;
}

export interface Observing {
  /** How long a folder must have stayed unchanged if its owner cannot be looked up, milliseconds. */
  readonly stillMs?: number;
  /** Clock that never goes back, milliseconds. */
  readonly now?: () => number;
}

/** Folders of this user that may be abandoned, and what was seen of them so far. */
export class AbandonedFolders {
  readonly #parent: string;
  readonly #prefixes: readonly string[];
  readonly #stillMs: number;
  readonly #now: () => number;
  #seen: ReadonlyMap<string, Seen> = new Map();

  /** @param prefixes prefixes of their names, which distinguish them from other entries in `parent` */
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
   * Removes folders with owners that no longer run, and those that have not changed for long enough. Folders that cannot be read or removed
   * stay until the next time.
   * @throws the system's error if the parent folder cannot be listed
   */
  async look(): Promise<void> {
    const names = (await readdir(this.#parent)).filter((name) => this.#prefixes.some((each) => name.startsWith(each)));
    const namespace = await processNamespace();
    const seen = new Map<string, Seen>();
    for (const name of names) {
      const path = join(this.#parent, name);
      // Another process that looks at the same time may be faster.
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
   * Looks repeatedly, without keeping the process alive.
   * @param lookMs milliseconds from the end of one look to the next
   * @returns a function that ends it
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
  /** Includes the folder's time: owners of earlier versions show that they live only by that. */
  readonly sign: string;
}

/** Returns null if this is not a folder of this user. Throws if it cannot be read. */
async function findFolder(path: string, namespace: string | null): Promise<FoundFolder | null> {
  const info = await lstat(path);
  if (!info.isDirectory() || info.uid !== process.getuid?.()) return null;
  const text = await unlessMissing(readFile(join(path, MARK), 'utf8'));
  const owner = text === null ? null : readOwner(text);
  const sign = `${info.ino} ${info.mtimeMs} ${text}`;
  if (owner === null || owner.namespace === null || owner.namespace !== namespace) return { owner: 'unknown', sign };
  return { owner: (await isAlive(owner)) ? 'alive' : 'dead', sign };
}

/** Whether an owner in this process's namespace lives. */
async function isAlive({ pid, started }: Owner): Promise<boolean> {
  const found = await startOf(pid);
  return found === null ? isHidden(pid) : found === started;
}

/** If /proc is mounted with `hidepid`, a running process may be invisible there. */
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

/** Null if /proc does not show it. */
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
 * Reads field 22 of /proc/PID/stat; null if the process does not run. The second field, its name, may contain anything. Throws if the file
 * cannot be read, for example if this process has too many files open.
 */
async function startOf(pid: number): Promise<string | null> {
  const stat = (await unlessMissing(readFile(`/proc/${pid}/stat`, 'utf8'))) ?? '';
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === undefined || state === '' || state === 'Z' ? null : (fields[18] ?? null);
}

/** Returns null if nothing is there. Throws other errors, which do not prove that. */
const unlessMissing = <Content>(reading: Promise<Content>): Promise<Content | null> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    // ESRCH: the process ended while its entry was open.
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  });

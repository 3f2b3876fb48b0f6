import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { abandonedProcessFolders } from '../../src/process/folders/process-folder.ts';
import { processesOf } from '../processes.ts';

/*
 * All tests of a run have their temporary files below one folder, with a subfolder for each worker of Vitest. Their processes inherit its
 * name in TMPDIR. Anything that exists or runs there after Vitest has ended was left behind.
 */

const PREFIX = 'convertd-tests-';
/** Mode for tests that start programs as another user, who writes there too. */
export const LIKE_TMP = 0o1777;
/** Time for servers and kept processes that are still ending after Vitest, ms. */
const PATIENCE_MS = 60_000;

/**
 * XDG_RUNTIME_DIR and MAGICK_TEMPORARY_PATH, for files that are left behind: Qt's folder, ImageMagick's link to each SVG it reads, and what
 * a test's browser was loading.
 */
export const RUNTIME_FOLDER = 'runtime';

/** Written by test/support/leftovers.ts when a worker begins a file. */
export const FILES_LOG = 'files.jsonl';

export interface BegunFile {
  /** Name of the worker's folder. */
  readonly worker: string;
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface TestRun {
  readonly folder: string;
  /**
   * Removes the folder and kills what still runs.
   * @returns what tests left behind, a line each: processes, temporary files, shared memory, changes in the checkout
   */
  end(): Promise<string[]>;
}

/**
 * @param patienceMs time for processes that are still ending when `end` is called
 * @param checkout whose changes count
 */
export async function startRun({ patienceMs = PATIENCE_MS, checkout = process.cwd() } = {}): Promise<TestRun> {
  const folder = join(tmpdir(), PREFIX + process.pid);
  await mkdir(folder);
  await chmod(folder, LIKE_TMP);
  await mkdir(join(folder, RUNTIME_FOLDER), { mode: 0o700 });
  const before = await changesIn(checkout);
  const segments = await unusedSegments();
  return {
    folder,
    async end() {
      const begun = await readLog(folder);
      const leftovers = [...(await leftProcesses(folder, begun, patienceMs)), ...(await leftFiles(folder, begun))];
      await remove(folder);
      const known = new Set([...before, ...segments]);
      const changes = (await changesIn(checkout)).filter((line) => !known.has(line));
      const left = await leftSegments(known, patienceMs);
      return [...leftovers, ...left, ...changes.map((line) => `change in the checkout: ${line}`)];
    },
  };
}

/** Ends and removes what killed runs have left. */
export async function removeDeadRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const command = await readFile(`/proc/${name.slice(PREFIX.length)}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('test.ts')) await remove(join(tmpdir(), name));
  }
}

/** Killed processes may have started others meanwhile, which may write. */
async function remove(folder: string): Promise<void> {
  for (let found = await processesOf(folder); found.length > 0; found = await processesOf(folder)) {
    for (const { pid } of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await sleep(100);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function leftProcesses(folder: string, begun: readonly BegunFile[], patienceMs: number): Promise<string[]> {
  let found = await processesOf(folder);
  for (const until = Date.now() + patienceMs; found.length > 0 && Date.now() < until; found = await processesOf(folder))
    await sleep(200);
  return found.map(({ pid, command, startedAt }) => {
    const candidates = begun.filter(({ at }) => at <= startedAt).map(({ worker }) => worker);
    const owners = new Set([...new Set(candidates)].map((worker) => ownerOf(begun, worker, startedAt)));
    return `process ${pid}, ${command.slice(0, 200)}, begun during ${[...owners].join(' or ') || 'the start of the run'}`;
  });
}

/** Node creates it for every program that requests a compile cache without naming a folder, such as npm's. */
const NODE_CACHE = 'node-compile-cache';

async function leftFiles(folder: string, begun: readonly BegunFile[]): Promise<string[]> {
  const lines: string[] = [];
  for (const name of await readdir(folder)) {
    if (name === FILES_LOG || name === RUNTIME_FOLDER) continue;
    if (!begun.some(({ worker }) => worker === name)) {
      lines.push(`${name}, of the servers that tests share`);
      continue;
    }
    // Folders of processes killed by tests: convertd removes them at its next start, and minutes later those with an unknown owner.
    const abandoned = abandonedProcessFolders(join(folder, name), { stillMs: 0 });
    await abandoned.look();
    for (const entry of await readdir(join(folder, name))) {
      if (entry === NODE_CACHE) continue;
      const { birthtimeMs } = await lstat(join(folder, name, entry));
      const within = await readdir(join(folder, name, entry)).catch(() => []);
      const named = within.length === 0 ? entry : `${entry} with ${within.slice(0, 3).join(', ')}`;
      lines.push(`${named}, of ${ownerOf(begun, name, birthtimeMs)}`);
    }
  }
  return lines;
}

/** File times are rounded to the kernel's last tick. */
const TICK_MS = 10;

/** Returns the file that a worker was running at a time. */
const ownerOf = (begun: readonly BegunFile[], worker: string, time: number): string =>
  begun.findLast((each) => each.worker === worker && each.at <= time + TICK_MS)?.file ?? 'an unknown file';

async function readLog(folder: string): Promise<BegunFile[]> {
  const text = await readFile(join(folder, FILES_LOG), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Returns System V shared memory that no process uses any more. A killed database leaves it to the machine, which has room for 4,096. */
async function unusedSegments(): Promise<string[]> {
  const [, ...lines] = (await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '')).trim().split('\n');
  const segments = lines.map((line) => line.trim().split(/\s+/));
  return segments
    .filter(([, , , , , , users]) => users === '0')
    .map(([, id]) => `shared memory ${id} of a killed server`);
}

/** Segments of another run may be about to be removed. */
async function leftSegments(known: ReadonlySet<string>, patienceMs: number): Promise<string[]> {
  const look = async () => (await unusedSegments()).filter((line) => !known.has(line));
  let left = await look();
  for (const until = Date.now() + patienceMs; left.length > 0 && Date.now() < until; left = await look())
    await sleep(200);
  return left;
}

/** Returns lines of `git status`; empty outside of a checkout. */
async function changesIn(checkout: string): Promise<string[]> {
  const args = ['-C', checkout, 'status', '--porcelain', '--untracked-files=all'];
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 1 << 26 }).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean);
}

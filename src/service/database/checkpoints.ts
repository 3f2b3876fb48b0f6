import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** How often the size of the log is looked at, ms. */
const LOOK_MS = 1000;

/** What the JavaScript of the thread needs, MiB; SQLite's own memory is not counted. */
const MEMORY = { maxYoungGenerationSizeMb: 2 };

/**
 * Brings the write-ahead log of SQLite into the database file, in a thread with a connection of its own: SQLite itself does it within a
 * commit, where a large log holds up all other queries for half a second of processor time and two syncs of the disk.
 * @param file of the database, which is open in this process
 * @param everyMs how often, where something was written
 * @param logBytes of the log from which it is done at once
 * @returns ends it; to be awaited before the database is closed
 */
export function startCheckpoints(file: string, everyMs: number, logBytes: number): () => Promise<void> {
  let thread: Worker | null = null;
  let isBusy = false;
  let last = performance.now();
  let seen = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: file,
      // Flags of this process may be for its own script alone.
      execArgv: [],
      resourceLimits: MEMORY,
    });
    started.on('message', () => {
      isBusy = false;
    });
    // The next look starts another. Until then the log stays valid, and grows.
    started.on('error', () => {});
    started.once('exit', () => {
      thread = null;
      isBusy = false;
    });
    // Last, as listeners undo it: it keeps no process alive.
    started.unref();
    return started;
  };

  const look = async (): Promise<void> => {
    const { size, mtimeMs } = await stat(`${file}-wal`);
    const isDue = performance.now() - last >= everyMs && mtimeMs !== seen;
    if (isBusy || (!isDue && size <= logBytes)) return;
    isBusy = true;
    last = performance.now();
    seen = mtimeMs;
    thread ??= start();
    thread.postMessage('checkpoint');
  };

  const timer = setInterval(() => void look().catch(() => {}), Math.min(LOOK_MS, everyMs)).unref();
  return async () => {
    clearInterval(timer);
    await thread?.terminate();
  };
}

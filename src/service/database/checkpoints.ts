import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { moduleFile } from '../../util/module-file.ts';

/** Interval between checks of the log's size, ms. */
const LOOK_MS = 1000;

/** Memory for the thread's JavaScript, MiB; SQLite's own memory is not counted. */
const MEMORY = { maxYoungGenerationSizeMb: 2 };

/**
 * Moves the write-ahead log of SQLite into the database file, in a thread with its own connection. SQLite itself does it within a commit,
 * where a large log blocks all other queries for half a second of processor time and two syncs of the disk.
 * @param file file of the database, which is open in this process
 * @param everyMs interval, if something was written
 * @param logBytes size of the log from which it is done at once
 * @returns stops it; must be awaited before the database is closed
 */
export function startCheckpoints(file: string, everyMs: number, logBytes: number): () => Promise<void> {
  let thread: Worker | null = null;
  let isBusy = false;
  let last = performance.now();
  let seen = 0;

  const start = (): Worker => {
    const started = new Worker(new URL(moduleFile('./checkpoint-thread.ts'), import.meta.url), {
      workerData: file,
      // Flags of this process may be only for its own script.
      execArgv: [],
      resourceLimits: MEMORY,
    });
    started.on('message', () => {
      isBusy = false;
    });
    // The next check starts another thread. Until then the log stays valid, and grows.
    started.on('error', () => {});
    started.once('exit', () => {
      thread = null;
      isBusy = false;
    });
    // Comes last, as listeners undo it: the thread does not keep the process alive.
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

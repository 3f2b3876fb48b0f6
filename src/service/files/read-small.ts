import { Worker } from 'node:worker_threads';
import { moduleFile } from '../../util/module-file.ts';
import type { SmallRead, SmallReads } from './small-files-thread.ts';

/** Limit of one message to the thread, for the bytes of its files. */
const MOST_BYTES = 1024 ** 2;
const MOST_FILES = 64;
/** Time after which the disk is considered to block the thread; it gets no more work until it answers. Ms. */
const HELD_UP_MS = 100;

interface Waiting extends SmallRead {
  readonly bytes: Promise<Buffer | null>;
  readonly resolve: (bytes: Buffer | null) => void;
}

/**
 * Reads small files in its own thread. Callers that ask while it reads, or in the same round of the event loop, share the next message, and
 * one copy of the same bytes, which nobody may change. Waking another thread and receiving its answer costs this thread more time than
 * reading 1 kB, and Node's own functions do it for every call. The thread starts with the first file, and does not keep the process alive.
 * @param folders folders that the files may be in
 * @param now ms
 * @returns reads at most `most` bytes from `start`; null if something is unusual or the thread is blocked: then a slower way reads the
 *   file, or reports the error
 */
export function smallFileReader(
  folders: readonly string[],
  now: () => number = () => performance.now(),
): (path: string, start: number, most: number) => Promise<Buffer | null> {
  let waiting = new Map<string, Waiting>();
  let reading: readonly Waiting[] = [];
  let isPlanned = false;
  let askedAt = 0;
  let thread: Worker | null = null;

  function startThread(): Worker {
    const started = new Worker(new URL(moduleFile('./small-files-thread.ts'), import.meta.url), {
      workerData: folders,
    });
    started.on('message', ({ bytes, lengths }: SmallReads) => {
      const done = reading;
      reading = [];
      if (waiting.size > 0) plan();
      let offset = 0;
      for (const [index, { resolve }] of done.entries()) {
        const length = lengths[index] ?? -1;
        resolve(length < 0 ? null : Buffer.from(bytes, offset, length));
        offset += Math.max(0, length);
      }
    });
    started.on('error', () => {});
    started.once('exit', () => {
      thread = null;
      const lost = [...reading, ...waiting.values()];
      reading = [];
      waiting = new Map();
      for (const { resolve } of lost) resolve(null);
    });
    // Comes last: a listener for messages would undo it.
    started.unref();
    return started;
  }

  function plan(): void {
    if (isPlanned || reading.length > 0) return;
    isPlanned = true;
    setImmediate(send);
  }

  function send(): void {
    isPlanned = false;
    reading = takeBatch();
    askedAt = now();
    thread ??= startThread();
    thread.postMessage(reading.map(({ path, start, most }) => ({ path, start, most })));
  }

  function takeBatch(): readonly Waiting[] {
    const batch: Waiting[] = [];
    let bytes = 0;
    for (const [key, each] of waiting) {
      bytes += each.most;
      if (batch.length > 0 && (bytes > MOST_BYTES || batch.length === MOST_FILES)) break;
      batch.push(each);
      waiting.delete(key);
    }
    return batch;
  }

  return (path, start, most) => {
    if (reading.length > 0 && now() - askedAt > HELD_UP_MS) return Promise.resolve(null);
    const key = `${start} ${most} ${path}`;
    const same = waiting.get(key);
    if (same !== undefined) return same.bytes;
    const { promise: bytes, resolve } = Promise.withResolvers<Buffer | null>();
    waiting.set(key, { path, start, most, bytes, resolve });
    plan();
    return bytes;
  };
}

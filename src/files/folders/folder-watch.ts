import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Limits of a folder; Infinity: none. */
export interface FolderLimits {
  /** Bytes of all files together: for each file the larger of size and disk use, so that sparse files count in full. */
  readonly maxBytes: number;
  /** Files, folders and links together, without the folder itself. */
  readonly maxFiles: number;
}

export interface FolderSize {
  readonly bytes: number;
  /** Files, folders and links together, without the folder itself. */
  readonly files: number;
}

export interface FolderSizeOptions extends Partial<FolderLimits> {
  /** Stops the count early; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WatchOptions extends FolderLimits {
  /** Pause between two counts, milliseconds; default 250. It grows if a count itself takes long. */
  readonly intervalMs?: number;
  /** Ends the watch as `stop()` does. */
  readonly signal?: AbortSignal;
}

export interface FolderWatch {
  /** Ends the watch; `onExceeded` is not called after it. */
  stop(): void;
  /** Ends the watch and counts once more, because files may have been written since. Returns whether a limit is exceeded. */
  finish(): Promise<{ exceeded: boolean; size: FolderSize }>;
}

/** Largest share of the time that counting may take, so that a folder of a million files does not occupy the disk. */
const BUSY_SHARE = 0.1;

/**
 * Counts the contents of a folder without following links. Entries that disappear meanwhile or cannot be listed count as nothing. Once a
 * limit is exceeded, it stops with the counts so far: a bomb of a billion files is not counted to its end.
 */
export async function folderSize(folder: string, options: FolderSizeOptions = {}): Promise<FolderSize> {
  const { maxBytes = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY, signal } = options;
  let bytes = 0;
  let files = 0;
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // Reads entry by entry, so that a folder of a million files is never in memory.
    const entries = await opendir(next, { bufferSize: 256 }).catch(() => []);
    for await (const entry of entries) {
      signal?.throwIfAborted();
      files += 1;
      const path = join(next, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) bytes += await fileBytes(path);
      if (bytes > maxBytes || files > maxFiles) return { bytes, files };
    }
  }
  return { bytes, files };
}

async function fileBytes(path: string): Promise<number> {
  try {
    const { size, blocks } = await lstat(path);
    return Math.max(size, blocks * 512);
  } catch {
    return 0;
  }
}

/**
 * Checks every `intervalMs` a folder that a program is filling, and calls `onExceeded` once when it passes a limit: the engine then aborts
 * the program. Between two checks the folder can grow past the limit; a file size limit on the process bounds by how much. Call `finish()`
 * when the program has ended, because it may have written since the last check.
 */
export function watchFolder(
  folder: string,
  options: WatchOptions,
  onExceeded: (size: FolderSize) => void,
): FolderWatch {
  const { maxBytes, maxFiles, intervalMs = 250 } = options;
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const exceeds = (size: FolderSize): boolean => size.bytes > maxBytes || size.files > maxFiles;
  const stop = (): void => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
    stopped.abort();
  };
  const look = async (): Promise<void> => {
    const started = performance.now();
    const size = await folderSize(folder, { maxBytes, maxFiles, signal: stopped.signal });
    if (stopped.signal.aborted) return;
    if (exceeds(size)) {
      stop();
      onExceeded(size);
      return;
    }
    schedule(Math.max(intervalMs, (performance.now() - started) / BUSY_SHARE));
  };
  const schedule = (pauseMs: number): void => {
    // The only rejection is the signal's, after stop(), which needs no report.
    timer = setTimeout(() => look().catch(() => undefined), pauseMs);
    timer.unref();
  };

  options.signal?.addEventListener('abort', stop, { once: true });
  if (options.signal?.aborted) stop();
  else schedule(intervalMs);

  return {
    stop,
    async finish() {
      stop();
      const size = await folderSize(folder, { maxBytes, maxFiles });
      return { exceeded: exceeds(size), size };
    },
  };
}

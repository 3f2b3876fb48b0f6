import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lastChange } from '../../files/folders/last-change.ts';
import { makeFolder } from '../../files/stores/folder-store.ts';
import { ConversionError } from '../../task/errors.ts';
import { ServiceError } from '../errors.ts';

export interface AppendOptions {
  /** Limit for the whole file, including what has arrived before. */
  readonly maxBytes: number;
  /** Makes the error beyond the limit. */
  readonly refuse: () => Error;
}

/** An arriving file, for one request only. */
export interface PartialUpload {
  readonly path: string;
  /** Bytes that have arrived and are kept. */
  size(): number;
  /**
   * Appends a stream. Bytes before a failure are kept. @throws errors of the stream, and of `refuse`; ServiceError `upload_taken_over` if
   * another request with the same id takes over; ConversionError `disk_full`
   */
  append(content: Readable, options: AppendOptions): Promise<void>;
  /** Discards what has arrived so far. */
  restart(): Promise<void>;
  /** Releases the file and keeps what has arrived, for a request that continues from there. */
  release(): void;
  /** Releases the file and removes it. Does nothing after `release`. */
  discard(): Promise<void>;
}

/**
 * Arriving uploads, in a folder on this machine's disk, so that no partial file is ever stored. Uploads with an id of the client's are kept
 * for a day when the connection breaks. A replica knows only uploads that it has received itself: for others it says that nothing has
 * arrived, and the client begins again.
 */
export interface UploadSpool {
  /** Returns the bytes that are kept of an upload; 0 if it is unknown. */
  arrived(jobId: string, uploadId: string): Promise<number>;
  /**
   * Begins or continues an upload. A request that still has it is ended first, because its client has abandoned it for this one.
   * @param uploadId null for an upload that cannot be resumed
   */
  begin(jobId: string, uploadId: string | null): Promise<PartialUpload>;
}

/** Time that a part is kept for its client to continue, ms. */
const KEPT_MS = 24 * 3600_000;
/** Shortest interval between removals of old parts, ms. */
const SWEEP_MS = 3600_000;
/** Largest number of parts kept of one job; the oldest are removed. */
const MAX_KEPT = 20;

const SUFFIX = '.part';

interface Active {
  readonly takeOver: AbortController;
  readonly ended: Promise<void>;
}

/** @param root folder, created if it does not exist */
export function createUploadSpool(root: string): UploadSpool {
  const active = new Map<string, Active>();
  let swept = 0;
  const pathOf = (jobId: string, name: string): string => {
    if (!/^[\w-]+$/.test(jobId)) throw new Error(`not the id of a job: ${jobId}`);
    return join(root, `${jobId}.${name}${SUFFIX}`);
  };
  // Hashed, because the client's ids may contain anything.
  const resumable = (jobId: string, uploadId: string): string =>
    pathOf(jobId, createHash('sha256').update(uploadId).digest('hex'));

  return {
    arrived: (jobId, uploadId) => sizeOf(resumable(jobId, uploadId)),
    async begin(jobId, uploadId) {
      if (Date.now() - swept > SWEEP_MS) {
        swept = Date.now();
        await sweep(root, (path) => active.has(path));
      }
      const path = uploadId === null ? pathOf(jobId, randomBytes(16).toString('hex')) : resumable(jobId, uploadId);
      for (let other = active.get(path); other !== undefined; other = active.get(path)) {
        other.takeOver.abort(takenOver());
        await other.ended;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const takeOver = new AbortController();
      active.set(path, { takeOver, ended: promise });
      const end = () => {
        if (active.get(path)?.ended === promise) active.delete(path);
        resolve();
      };
      try {
        await makeFolder(root);
        if (uploadId !== null) await removeOldest(root, jobId, (each) => each === path || active.has(each));
        return await openPart(path, takeOver.signal, end);
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

async function openPart(path: string, takenOverSignal: AbortSignal, end: () => void): Promise<PartialUpload> {
  let size = await sizeOf(path);
  let held = true;
  return {
    path,
    size: () => size,
    async append(content, { maxBytes, refuse }) {
      let total = size;
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          total += chunk.length;
          if (total > maxBytes) done(refuse());
          else done(null, chunk);
        },
      });
      try {
        const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
        await pipeline(content, counted, file, { signal: takenOverSignal });
      } catch (error) {
        takenOverSignal.throwIfAborted();
        throw isFull(error) ? await noSpace(path, error) : error;
      } finally {
        size = await sizeOf(path);
      }
    },
    async restart() {
      await truncate(path).catch(ignoreMissing);
      size = 0;
    },
    release() {
      held = false;
      end();
    },
    async discard() {
      if (!held) return;
      try {
        await rm(path, { force: true });
      } finally {
        end();
      }
    },
  };
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (info) => info.size,
    () => 0,
  );

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Removes what has arrived, too: others need the space. */
async function noSpace(path: string, cause: unknown): Promise<ConversionError> {
  await truncate(path).catch(ignoreMissing);
  return new ConversionError('disk_full', 'There is no space left for the file; try again later.', { cause });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const takenOver = (): ServiceError =>
  new ServiceError('upload_taken_over', 'Another request with the same upload id goes on with this upload.');

type InUse = (path: string) => boolean;

/** Makes room for one more part of the job. */
async function removeOldest(root: string, jobId: string, inUse: InUse): Promise<void> {
  const idle = (await listParts(root, `${jobId}.`)).filter(({ path }) => !inUse(path));
  const oldestFirst = idle.toSorted((one, other) => one.changed - other.changed);
  for (const { path } of oldestFirst.slice(0, Math.max(0, idle.length - MAX_KEPT + 1))) await rm(path, { force: true });
}

/** Removes parts that nobody has continued. */
async function sweep(root: string, inUse: InUse): Promise<void> {
  for (const { path, changed } of await listParts(root, '')) {
    if (Date.now() - changed > KEPT_MS && !inUse(path)) await rm(path, { force: true });
  }
}

async function listParts(root: string, prefix: string): Promise<{ path: string; changed: number }[]> {
  const found: { path: string; changed: number }[] = [];
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
    const path = join(root, name);
    const info = await stat(path).catch(() => null);
    if (info !== null) found.push({ path, changed: lastChange(info) });
  }
  return found;
}

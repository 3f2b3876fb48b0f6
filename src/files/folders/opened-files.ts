import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from '../../task/errors.ts';
import { tooLarge } from '../fetch/fetch-limits.ts';
import { type LocalSource, pathOfUrl } from '../fetch/local-source.ts';

/** Local files that the caller has opened for reading, by path. An input is a copy of the open file, whatever has its name by then. */
export type OpenedFiles = ReadonlyMap<string, FileHandle>;

/** Bytes read and written at once. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies the file that a `file:` URL names.
 * @param to path of the copy, which only this user may read
 * @param maxBytes largest file
 * @throws ConversionError `input_source_unsupported`, `input_too_large`; the signal's reason if it was aborted
 */
export async function copyOpenedFile(
  url: URL,
  files: OpenedFiles,
  { to, maxBytes, signal }: { readonly to: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<LocalSource> {
  const asked = pathOfUrl(url);
  const filename = basename(asked);
  const source = files.get(asked);
  if (source === undefined) {
    throw new ConversionError('input_source_unsupported', `${JSON.stringify(filename)} is not a file of this task.`);
  }
  const tooMuch = tooLarge(JSON.stringify(filename), maxBytes);
  if ((await source.stat()).size > maxBytes) throw tooMuch;
  // The file may still grow.
  const size = await copyOpen(source, to, { mode: 0o600, maxBytes: maxBytes + 1, signal });
  if (size > maxBytes) throw tooMuch;
  return { path: to, filename, size };
}

/**
 * Copies an open file to a new one, without its permissions: `copyFile` would keep a setuid bit, and make the file run as this user.
 * @returns bytes of the copy, at most `maxBytes`
 * @throws the system's error, EEXIST if something has that name; the signal's reason. An incomplete copy is removed.
 */
export async function copyOpen(
  source: FileHandle,
  to: string,
  {
    mode = 0o666,
    maxBytes = Number.POSITIVE_INFINITY,
    signal,
  }: { readonly mode?: number; readonly maxBytes?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const copy = await open(to, 'wx', mode);
  const from = source.createReadStream({ start: 0, end: maxBytes - 1, highWaterMark: CHUNK_BYTES, autoClose: false });
  const into = copy.createWriteStream({ highWaterMark: CHUNK_BYTES });
  try {
    await pipeline(from, into, { ...(signal && { signal }) });
    return into.bytesWritten;
  } catch (error) {
    await rm(to, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

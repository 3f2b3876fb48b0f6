import { createHash, type Hash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../task/errors.ts';
import type { CloudInput, TaskInput } from '../../task/types.ts';
import type { Facts } from '../facts/facts.ts';
import { lookAt } from '../facts/look.ts';
import { safeFilename } from '../filename.ts';
import { copyOpenedFile, type OpenedFiles } from '../folders/opened-files.ts';
import type { DetectedFormat } from '../formats/detected-format.ts';
import { type AddressAllowList, createAddressGuard } from './address-guard.ts';
import { decodeDataUrl } from './data-source.ts';
import { DEFAULT_FETCH_LIMITS, type FetchLimits, tooLarge } from './fetch-limits.ts';
import type { S3Sources } from './inputs-s3.ts';
import { type LocalFiles, resolveLocalSource } from './local-source.ts';

export type { FetchLimits } from './fetch-limits.ts';
export type { S3Sources } from './inputs-s3.ts';

export interface FetchInputOptions {
  /** Existing folder for downloads, each under a name of its own. */
  readonly folder: string;
  /** What the address guard allows besides public addresses. */
  readonly allow: AddressAllowList;
  readonly signal: AbortSignal;
  readonly limits?: FetchLimits;
  /** Which `file:` inputs may be read in place; or open files, which are copied. Default none. */
  readonly localFiles?: LocalFiles | OpenedFiles;
  /** Which `s3:` inputs may be read; default none. */
  readonly s3Sources?: S3Sources;
  /** Accepts an input without bytes, with format null; default false. */
  readonly allowEmpty?: boolean;
  /** Called with 0 to 1, but not while the size is unknown. The value goes back if a download starts over. */
  readonly onProgress?: (fraction: number) => void;
}

export interface FetchedInput {
  /** Absolute path of a regular file: in `folder`, or a local file in place, which must not be changed. */
  readonly path: string;
  /** Bare name, safe to create in our own folder. */
  readonly filename: string;
  /** Bytes; 0 only if `allowEmpty` is set. */
  readonly size: number;
  /** MD5, 32 lower-case hex digits; null for a local file that is used in place. */
  readonly checksum: string | null;
  readonly format: DetectedFormat | null;
  /** What else it says about itself. */
  readonly facts: Facts;
}

/** Bytes that are written and hashed at once. */
const CHUNK_BYTES = 256 * 1024;

/** A file with the source's bytes, and the best name for it. */
interface Fetched {
  readonly path: string;
  readonly size: number;
  readonly checksum: string | null;
  readonly filename: string | null;
}

/**
 * Brings an input to a local file and identifies it. Accepts `https:`, `http:`, `data:`, and `file:` and `s3:` if allowed; files in cloud
 * storages.
 * @throws ConversionError about this input: the `input_…` codes of fetching, `input_empty`, `disk_full`, `task_invalid` for
 *   a source that is not a URL; the signal's reason if it was aborted
 */
export async function fetchInput(input: TaskInput, options: FetchInputOptions): Promise<FetchedInput> {
  try {
    const fetched = await (input.type === 'cloud' ? fetchCloud(input, options) : fetchSource(input.source, options));
    if (fetched.size === 0 && options.allowEmpty !== true)
      throw new ConversionError('input_empty', 'The input is empty: it has no bytes.');
    options.onProgress?.(1);
    const { format, facts } = await lookAt(fetched.path);
    const fallback = format === null ? 'input' : `input.${format.name}`;
    return {
      ...fetched,
      format,
      facts,
      filename: safeFilename(input.filename || fetched.filename || '', { fallback }),
    };
  } catch (error) {
    throw error instanceof ConversionError ? error.ofInput(input.id) : error;
  }
}

/** Returns a new path for a download, in a folder that only this user can enter. */
const newPath = (folder: string): string => join(folder, `input-${randomUUID()}`);

/** Returns the options that every download uses. */
const transferOf = ({ signal, limits, onProgress }: FetchInputOptions) => ({
  signal,
  ...(limits && { limits }),
  onProgress: (bytes: number, total: number | null) => void (total !== null && onProgress?.(bytes / total)),
});

async function fetchCloud(input: CloudInput, options: FetchInputOptions): Promise<Fetched> {
  options.signal.throwIfAborted();
  const path = newPath(options.folder);
  const { fetchCloudInput } = await import('../cloud/input.ts');
  const guard = createAddressGuard(options.allow);
  return { path, ...(await fetchCloudInput(input, path, { guard, ...transferOf(options) })) };
}

async function fetchSource(source: string, options: FetchInputOptions): Promise<Fetched> {
  const { folder, allow, signal, limits, localFiles = false, s3Sources = false } = options;
  const { maxBytes } = { ...DEFAULT_FETCH_LIMITS, ...limits };
  signal.throwIfAborted();
  const path = newPath(folder);
  const transfer = transferOf(options);
  // Handled before the URL parser, which would copy the whole data several times.
  if (/^\s*data:/i.test(source)) return storeData(source.trimStart(), path, maxBytes);
  // Handled before the URL parser, which would resolve `..` in keys.
  if (/^s3:/i.test(source)) {
    const { fetchS3Source } = await import('./inputs-s3.ts');
    return { path, ...(await fetchS3Source(source, path, s3Sources, { allow, ...transfer })) };
  }
  if (!URL.canParse(source)) {
    const message = 'The source of the input is not a URL such as https://host/file or data:text/plain,text.';
    throw new ConversionError('task_invalid', message, { source: 'input' });
  }
  const url = new URL(source);
  switch (url.protocol) {
    case 'https:':
    case 'http:': {
      const { fetchToFile } = await import('./fetch.ts');
      return { path, ...(await fetchToFile(url, path, { guard: createAddressGuard(allow), ...transfer })) };
    }
    case 'file:': {
      if (areOpened(localFiles)) {
        return { ...(await copyOpenedFile(url, localFiles, { to: path, maxBytes, signal })), checksum: null };
      }
      const local = await resolveLocalSource(url, localFiles);
      if (local.size > maxBytes) throw tooLarge(JSON.stringify(local.filename), maxBytes);
      return { ...local, checksum: null };
    }
    default:
      throw unsupported(`"${url.protocol}" is not a source of inputs; use https:, http: or data:.`);
  }
}

const areOpened = (files: LocalFiles | OpenedFiles): files is OpenedFiles => files instanceof Map;

async function storeData(source: string, path: string, maxBytes: number): Promise<Fetched> {
  const bytes = decodeDataUrl(source);
  if (bytes.length > maxBytes) throw tooLarge('The data: URL', maxBytes);
  const md5 = createHash('md5');
  await writeFile(path, throughHash(bytes, md5), { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOSPC' && cause.code !== 'EDQUOT') throw cause;
    throw new ConversionError('disk_full', 'There is no space left to store the input.', { cause });
  });
  return { path, size: bytes.length, checksum: md5.digest('hex'), filename: null };
}

/** Yields the bytes in parts and hashes each when it is requested: hashing all at once would block the event loop. */
function* throughHash(bytes: Uint8Array, hash: Hash): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    hash.update(chunk);
    yield chunk;
  }
}

function unsupported(message: string): ConversionError {
  return new ConversionError('input_source_unsupported', message);
}

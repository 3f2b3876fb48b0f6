import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { ConversionError } from '../../task/errors.ts';
import { pluralize } from '../../util/pluralize.ts';
import { pathFilename } from '../filename.ts';
import { dispositionFilename } from './content-disposition.ts';
import { AttemptError, statusError } from './fetch-errors.ts';
import { tooLarge } from './fetch-limits.ts';
import { describeUrl, discard, get, type HttpResponse, header } from './http-request.ts';

/** State of a download between its attempts. */
export interface Download {
  readonly handle: FileHandle;
  /** Bytes in the file. */
  offset: number;
  /** Validator of these bytes for If-Range; null: the download cannot be resumed. */
  validator: string | null;
  filename: string | null;
  /** MD5 of the bytes in the file. Parts arrive in at most some 64 KiB, each a tenth of a millisecond of work. */
  md5: Hash;
}

export interface AttemptOptions {
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
  readonly limits: { readonly maxBytes: number; readonly redirects: number };
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** Value of the header of that name, sent only to the origin of the URL. */
  readonly authorization?: string;
}

const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** RFC 9110 8.8.3, without the bytes above ASCII that it also allows. */
const STRONG_ETAG = /^"[!#-~]*"$/;

/** RFC 9110 8.8.2.2: a file that changes twice within a second keeps its date; a minute leaves room for clock differences. */
const STRONG_DATE_AGE_MS = 60_000;

/**
 * Downloads once, and resumes what `download` holds if possible. Leaves in `download` what the next attempt needs.
 * @throws ConversionError if another attempt is useless; AttemptError or the network's error if it is not
 */
export async function attemptDownload(source: URL, download: Download, options: AttemptOptions): Promise<void> {
  const { agent, signal, limits, authorization } = options;
  if (download.validator === null) download.offset = 0;
  else if (download.offset === 0) download.validator = null;
  const { offset, validator } = download;
  const response = await get(source, {
    dispatcher: agent,
    signal,
    maxRedirects: limits.redirects,
    ...(authorization !== undefined && { authorization }),
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'convertd',
      ...(validator !== null && { range: `bytes=${offset}-`, 'if-range': validator }),
    },
  });
  const name = describeUrl(source);
  try {
    const total = continuedTotal(response, download) ?? startOver(response, download, name, limits.maxBytes);
    if (total > limits.maxBytes) throw tooLarge(name, limits.maxBytes);
    const known = Number.isFinite(total) ? total : null;
    await writeBody(response, download, name, known, options);
    if (known !== null && download.offset !== known) {
      throw tryAgain(`${name} ended after ${download.offset} of ${pluralize(known, 'byte')}.`);
    }
  } finally {
    discard(response.body);
  }
}

/** Returns the size of the whole file if this response resumes the download; null if it does not. */
function continuedTotal(response: HttpResponse, { offset, validator }: Download): number | null {
  if (response.status !== 206 || validator === null || decoderOf(response) !== null) return null;
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(header(response, 'content-range') ?? '');
  const etag = header(response, 'etag');
  const changed = etag !== undefined && validator.startsWith('"') && etag !== validator;
  return range === null || Number(range[1]) !== offset || changed ? null : Number(range[2]);
}

/**
 * Uses this response as the whole file from its first byte.
 * @returns bytes of the file, NaN if the server does not report them
 */
function startOver(response: HttpResponse, download: Download, name: string, maxBytes: number): number {
  const { status } = response;
  const resumed = download.validator !== null;
  const refusesToResume = resumed && (status === 206 || status === 416);
  if (status !== 200 && !refusesToResume) throw statusError(response, name);
  download.offset = 0;
  download.validator = null;
  if (refusesToResume) throw tryAgain(`The server of ${name} does not continue where the connection was cut.`);
  download.filename = responseFilename(response);
  const length = Number(header(response, 'content-length') ?? Number.NaN);
  if (length > maxBytes) throw tooLarge(name, maxBytes);
  if (decoderOf(response) !== null) return Number.NaN;
  download.validator = validatorOf(response);
  return length;
}

/** Returns how to decode the Content-Encoding; null if there is none or an unknown one: some servers put other words there. */
function decoderOf(response: HttpResponse): (() => Transform) | null {
  const coding = header(response, 'content-encoding')?.trim().toLowerCase();
  return DECODERS.get(coding ?? 'identity') ?? null;
}

/** Returns a strong ETag, or a Last-Modified that is old enough to count as one. */
function validatorOf(response: HttpResponse): string | null {
  if (header(response, 'accept-ranges')?.toLowerCase() === 'none') return null;
  const etag = header(response, 'etag');
  if (etag !== undefined) return STRONG_ETAG.test(etag) ? etag : null;
  const modified = header(response, 'last-modified');
  const age = Date.parse(header(response, 'date') ?? '') - Date.parse(modified ?? '');
  return age >= STRONG_DATE_AGE_MS ? new Date(modified ?? '').toUTCString() : null;
}

async function writeBody(
  response: HttpResponse,
  download: Download,
  name: string,
  total: number | null,
  { signal, limits, onProgress }: AttemptOptions,
): Promise<void> {
  await download.handle.truncate(download.offset);
  if (download.offset === 0) download.md5 = createHash('md5');
  const write = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of chunks) {
      if (download.offset + chunk.length > limits.maxBytes) throw tooLarge(name, limits.maxBytes);
      await append(download, chunk);
      onProgress?.(download.offset, total);
    }
  };
  const decoder = decoderOf(response);
  if (decoder === null) {
    await pipeline(response.body, write, { signal });
    return;
  }
  // Limited before decoding too: a response that decodes to nothing can be endless.
  await pipeline(response.body, limitTo(limits.maxBytes, name), decoder(), write, { signal });
}

function limitTo(maxBytes: number, name: string) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(name, maxBytes);
      yield chunk;
    }
  };
}

/** Writes one chunk after the other, so that `offset` and `md5` always match the file. */
async function append(download: Download, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await download.handle.write(chunk, done, chunk.length - done, download.offset);
    download.md5.update(chunk.subarray(done, done + bytesWritten));
    done += bytesWritten;
    download.offset += bytesWritten;
  }
}

/** Returns the name in Content-Disposition, else the last part of the path. */
function responseFilename(response: HttpResponse): string | null {
  const proposed = dispositionFilename(header(response, 'content-disposition') ?? '');
  if (proposed !== null) return proposed;
  return pathFilename(response.url);
}

function tryAgain(message: string): AttemptError {
  return new AttemptError(new ConversionError('input_download_failed', message));
}

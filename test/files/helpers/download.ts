import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createAddressGuard, parseAllowList } from '../../../src/files/fetch/address-guard.ts';
import { type FetchOptions, fetchToFile } from '../../../src/files/fetch/fetch.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { Handler } from './server.ts';
import { tempFolder } from './temp-folder.ts';

export const LOOPBACK = '127.0.0.0/8,::1';

/** `allow` is the guard's list; default loopback. */
export type Overrides = Partial<Omit<FetchOptions, 'guard'>> & { allow?: string };

/** Downloads into a new folder and checks the digest. On failure, returns the error and expects an empty folder. */
export async function download(url: string, { allow = LOOPBACK, ...overrides }: Overrides = {}) {
  const folder = await tempFolder();
  const path = join(folder, 'download');
  const options: FetchOptions = {
    guard: createAddressGuard(parseAllowList(allow)),
    signal: new AbortController().signal,
    ...overrides,
    limits: { firstPauseMs: 20, ...overrides.limits },
  };
  try {
    const file = await fetchToFile(new URL(url), path, options);
    const bytes = await readFile(path);
    expect(file.checksum).toBe(createHash('md5').update(bytes).digest('hex'));
    return { file, bytes, error: null };
  } catch (error) {
    expect(await readdir(folder)).toEqual([]);
    if (!(error instanceof ConversionError)) throw error;
    return { file: null, bytes: null, error };
  }
}

/** Answers every request with these bytes. */
export const answer =
  (body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(body)), ...headers });
    response.end(body);
  };

/** Answers every request with a redirect. */
export const redirect =
  (location: string, status = 302): Handler =>
  (_, response) => {
    response.writeHead(status, { location });
    response.end();
  };

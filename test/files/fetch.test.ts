import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Resolver } from '../../src/files/fetch/guarded-connector.ts';
import { get } from '../../src/files/fetch/http-request.ts';
import { answer, download } from './helpers/download.ts';
import { serve } from './helpers/server.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const run = promisify(execFile);
const CONTENT = randomBytes(300_000);
/** As much as the HTTP client reads ahead. */
const BUFFERED = CONTENT.subarray(0, 64 * 1024);

describe('a download', () => {
  test('brings the bytes, the name and the progress', async () => {
    const server = await serve(answer(CONTENT));
    const seen: [number, number | null][] = [];
    const { file, bytes } = await download(`${server.url}/folder/song%20one.mp3?sig=1`, {
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(file).toMatchObject({ size: CONTENT.length, filename: 'song one.mp3' });
    expect(bytes?.equals(CONTENT)).toBe(true);
    expect(seen.at(-1)).toEqual([CONTENT.length, CONTENT.length]);
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'convertd' });
  });

  test('is named by Content-Disposition before the URL', async () => {
    const header = `attachment; filename="plain.txt"; filename*=UTF-8''%C3%BCbung.txt`;
    const server = await serve(answer('x', { 'content-disposition': header }));
    expect((await download(`${server.url}/other.txt`)).file?.filename).toBe('übung.txt');
  });

  test.each([
    ['a length', { 'content-length': String(BUFFERED.length) }],
    ['no length', {}],
  ])('with %s is whole where the server closes the connection before it is read', async (_, headers) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { ...headers, connection: 'close' });
      response.end(BUFFERED);
    });
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const { signal } = new AbortController();
    const { body } = await get(new URL(server.url), { dispatcher: agent, headers: {}, signal, maxRedirects: 0 });
    // Time for the end of the connection to arrive: undici 7 then ended the whole process.
    await setTimeout(300);
    expect(Buffer.from(await body.arrayBuffer()).equals(BUFFERED)).toBe(true);
  });

  test('without a length is taken whole, and an empty one is empty', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200);
      response.end(request.url === '/empty' ? '' : CONTENT);
    });
    expect((await download(`${server.url}/x`)).bytes?.equals(CONTENT)).toBe(true);
    expect((await download(`${server.url}/empty`)).file).toMatchObject({ size: 0, filename: 'empty' });
  });

  test('of 400 MB takes no more memory than one of 100 MB', { tags: ['detail'] }, async () => {
    const chunk = Buffer.alloc(1024 ** 2, 'abcdefgh');
    const server = await serve((request, response) => {
      let left = Number(request.url?.slice(1));
      const send = (): void => {
        while (left > 0) {
          left--;
          if (!response.write(chunk)) break;
        }
        if (left > 0) response.once('drain', send);
        else response.end();
      };
      send();
    });
    const folder = await tempFolder();
    const script = fileURLToPath(new URL('./helpers/fetch-memory.ts', import.meta.url));
    const mostMemory = async (megabytes: number): Promise<number> => {
      const path = join(folder, String(megabytes));
      const { stdout } = await run(process.execPath, [script, `${server.url}/${megabytes}`, path]);
      expect((await stat(path)).size).toBe(megabytes * 1024 ** 2);
      return Number(stdout);
    };
    const small = await mostMemory(100);
    const large = await mostMemory(400);
    expect(large / small).toBeLessThan(1.5);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('sent as %s though not asked for is decoded', async (coding, compress) => {
    const server = await serve(answer(compress(CONTENT), { 'content-encoding': coding }));
    const { file, bytes } = await download(server.url);
    expect(file?.size).toBe(CONTENT.length);
    expect(bytes?.equals(CONTENT)).toBe(true);
  });
});

describe('errors of the server', () => {
  test.each([
    [404, 'input_not_found', 1],
    [410, 'input_not_found', 1],
    [401, 'input_download_rejected', 1],
    [403, 'input_download_rejected', 1],
    [418, 'input_download_rejected', 1],
    [204, 'input_download_failed', 1],
    [304, 'input_download_failed', 1],
    [500, 'input_download_failed', 3],
    [503, 'input_download_failed', 3],
    [429, 'input_download_failed', 3],
    [408, 'input_download_failed', 3],
  ])('%i is %s after %i requests', async (status, code, requests) => {
    const server = await serve((_, response) => {
      response.writeHead(status, { 'retry-after': '0' });
      response.end();
    });
    const { error } = await download(`${server.url}/a?token=secret`, { limits: { retries: 2 } });
    expect(error?.code).toBe(code);
    expect(error?.details).toEqual({ status });
    expect(error?.message).toContain(`${server.url}/a`);
    expect(error?.message).not.toContain('secret');
    expect(server.requests.length).toBe(requests);
  });

  test('that pass are survived', async () => {
    const server = await serve((request, response, count) => {
      if (count < 3) response.writeHead(503, { 'retry-after': '0' }).end();
      else answer(CONTENT)(request, response, count);
    });
    expect((await download(server.url)).bytes?.equals(CONTENT)).toBe(true);
    expect(server.requests.length).toBe(3);
  });

  test('Retry-After is waited for, but not longer than the limit', async () => {
    const server = await serve((request, response, count) => {
      if (count === 1) response.writeHead(503, { 'retry-after': '1' }).end();
      else answer(CONTENT)(request, response, count);
    });
    const started = performance.now();
    expect((await download(server.url)).error).toBeNull();
    expect(performance.now() - started).toBeGreaterThan(990);
    const busy = await serve((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    expect((await download(busy.url)).error?.code).toBe('input_download_failed');
    expect(busy.requests.length).toBe(1);
  });

  test('no server, no host', async () => {
    const server = await serve(answer('x'));
    const closed = await serve((_, response) => response.end());
    await setTimeout(1);
    expect((await download(server.url)).error).toBeNull();
    const resolveNothing: Resolver = (name, _, callback) => {
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
    };
    const missing = await download('http://no-such-host.example/x', { resolve: resolveNothing });
    expect(missing.error?.code).toBe('input_download_failed');
    expect(missing.error?.message).toContain('does not exist');
    expect(closed.requests.length).toBe(0);
    const refused = await download('http://127.0.0.1:1/', { limits: { retries: 0 } });
    expect(refused.error?.code).toBe('input_download_failed');
  });

  test('an answer that is no HTTP', async () => {
    const server = await serve((request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect((await download(server.url)).error?.code).toBe('input_download_failed');
    expect(server.requests.length).toBe(1);
  });
});

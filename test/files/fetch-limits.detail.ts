import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { patience } from '../support/slowness.ts';
import { answer, download } from './helpers/download.ts';
import { serve } from './helpers/server.ts';

const CONTENT = randomBytes(300_000);

describe('limits', () => {
  test('a length above the limit is refused before the body', async () => {
    // The body never arrives.
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.flushHeaders();
    });
    const { error } = await download(server.url, { limits: { maxBytes: 1000 } });
    expect(error?.code).toBe('input_too_large');
    expect(error?.details).toEqual({ max_bytes: 1000 });
  });

  test('a body above the limit is cut off where no length was sent', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const { error } = await download(server.url, { limits: { maxBytes: 100_000 } });
    expect(error?.code).toBe('input_too_large');
    expect(server.requests.length).toBe(1);
  });

  test('exactly the limit passes', async () => {
    const server = await serve(answer(CONTENT));
    expect((await download(server.url, { limits: { maxBytes: CONTENT.length } })).error).toBeNull();
    expect((await download(server.url, { limits: { maxBytes: CONTENT.length - 1 } })).error?.code).toBe(
      'input_too_large',
    );
  });

  test('a compression bomb is cut off by what it decodes to', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    const server = await serve(answer(bomb, { 'content-encoding': 'gzip' }));
    expect((await download(server.url, { limits: { maxBytes: 1_000_000 } })).error?.code).toBe('input_too_large');
    expect((await download(server.url, { limits: { maxBytes: 60_000_000 } })).file?.size).toBe(50_000_000);
  });

  test('an endless compressed body that decodes to nothing is cut off by what it sends', async () => {
    const nothing = Buffer.concat(Array.from({ length: 100 }, () => gzipSync('')));
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const timer = setInterval(() => response.write(nothing), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect((await download(server.url, { limits: { maxBytes: 50_000 } })).error?.code).toBe('input_too_large');
  });

  test('a damaged encoding is an error, an unknown one is taken as no encoding', async () => {
    const damaged = await serve(answer('this is no gzip', { 'content-encoding': 'gzip' }));
    expect((await download(damaged.url, { limits: { retries: 0 } })).error?.code).toBe('input_download_failed');
    const unknown = await serve(answer('as it is', { 'content-encoding': 'aws-chunked' }));
    expect((await download(unknown.url)).bytes?.toString()).toBe('as it is');
  });

  test.each([
    ['no answer', 1, () => undefined],
    [
      'headers one byte at a time',
      0,
      (_: IncomingMessage, response: ServerResponse) => drip(response, 'HTTP/1.1 200 OK\r\nX: '),
    ],
    ['a body that stops', 0, (_: IncomingMessage, response: ServerResponse) => response.writeHead(200).write('x')],
  ])('%s, with %i retries: input_download_timeout', async (_, retries, handler) => {
    const server = await serve(handler);
    const { error } = await download(server.url, { limits: { idleMs: 300, totalMs: 3_600_000, retries } });
    expect(error?.code).toBe('input_download_timeout');
    expect(server.requests.length).toBe(1 + retries);
  });

  test('a body one byte at a time ends at the total limit', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      drip(response, '');
    });
    const seconds = Math.ceil(patience(1));
    const { error } = await download(server.url, { limits: { idleMs: seconds * 300, totalMs: seconds * 1000 } });
    expect(error?.code).toBe('input_download_timeout');
    expect(error?.details).toEqual({ limit_seconds: seconds });
    expect(server.requests.length).toBe(1);
  });

  test('a canceled download ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('the task was canceled');
    const server = await serve((_, response) => {
      response.writeHead(200).write('x');
      controller.abort(reason);
    });
    await expect(download(server.url, { signal: controller.signal })).rejects.toBe(reason);
    await expect(download(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests.length).toBe(1);
  });
});

function drip(response: ServerResponse, start: string): void {
  const { socket } = response;
  if (start !== '') socket?.write(start);
  else response.flushHeaders();
  const timer = setInterval(() => socket?.write('x'), 50);
  response.on('close', () => clearInterval(timer));
}

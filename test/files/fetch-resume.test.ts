import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answer, download } from './helpers/download.ts';
import { type Handler, serve } from './helpers/server.ts';

const CONTENT = randomBytes(300_000);

const PART = 70_000;

/** A server that cuts the connection `cuts` times, each time after another part of the content. */
function flakyLine(cuts: number, headers: Record<string, string>) {
  const ranges: (string | undefined)[] = [];
  let arrived = 0;
  const handler: Handler = (request, response, count) => {
    const { range, 'if-range': condition } = request.headers;
    ranges.push(range);
    const isSame = condition === (headers.etag ?? headers['last-modified']);
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      ...headers,
      'content-length': String(CONTENT.length - from),
      ...(from > 0 && { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` }),
    });
    if (count > cuts) {
      response.end(CONTENT.subarray(from));
      return;
    }
    response.write(CONTENT.subarray(from, from + PART));
    const timer = setInterval(() => {
      if (arrived < from + PART) return;
      clearInterval(timer);
      response.destroy();
    }, 2);
    response.on('close', () => clearInterval(timer));
  };
  const onProgress = (bytes: number): void => {
    arrived = bytes;
  };
  return { handler, ranges, onProgress };
}

describe('a cut connection', () => {
  const old = new Date(Date.now() - 3_600_000).toUTCString();
  const young = new Date().toUTCString();

  test.each([
    ['a strong ETag', { etag: '"v1"' }, '"v1"'],
    ['an old Last-Modified', { 'last-modified': old }, old],
  ])('is resumed with %s', async (_, headers, validator) => {
    const { handler, ranges, onProgress } = flakyLine(2, headers);
    const server = await serve(handler);
    const { bytes } = await download(server.url, { onProgress });
    expect(bytes?.equals(CONTENT)).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=70000-', 'bytes=140000-']);
    expect(server.requests[1]?.headers['if-range']).toBe(validator);
  });

  test.each([
    ['a weak ETag', { etag: 'W/"v1"' }],
    ['a fresh Last-Modified', { 'last-modified': young }],
    ['nothing to compare', {}],
    ['ranges refused', { etag: '"v1"', 'accept-ranges': 'none' }],
  ])('starts over with %s', async (_, headers) => {
    const { handler, ranges, onProgress } = flakyLine(1, headers);
    const server = await serve(handler);
    expect((await download(server.url, { onProgress })).bytes?.equals(CONTENT)).toBe(true);
    expect(ranges).toEqual([undefined, undefined]);
  });

  test('starts over where the file has changed', async () => {
    const { handler, onProgress } = flakyLine(1, { etag: '"v1"' });
    const server = await serve((request, response, count) => {
      if (count === 1) handler(request, response, count);
      else answer('a new version', { etag: '"v2"' })(request, response, count);
    });
    const { bytes, file } = await download(server.url, { onProgress });
    expect(bytes?.toString()).toBe('a new version');
    expect(file?.size).toBe(13);
    expect(server.requests[1]?.headers.range).toBe('bytes=70000-');
  });

  test.each([
    ['ignores the range', 200, {}],
    ['continues elsewhere', 206, { 'content-range': `bytes 5-299999/300000` }],
    ['continues another version', 206, { 'content-range': 'bytes 70000-299999/300000', etag: '"v2"' }],
    ['says the range is beyond the end', 416, { 'content-range': 'bytes */300000' }],
  ])('is started over where the server %s', async (_, status, headers) => {
    const { handler, onProgress } = flakyLine(1, { etag: '"v1"' });
    const server = await serve((request, response, count) => {
      if (count === 1) handler(request, response, count);
      else if (count === 2 && status !== 200) response.writeHead(status, headers).end(CONTENT.subarray(0, 1000));
      else answer(CONTENT)(request, response, count);
    });
    expect((await download(server.url, { onProgress })).bytes?.equals(CONTENT)).toBe(true);
    expect(server.requests.length).toBe(status === 200 ? 2 : 3);
  });

  test('keeps what came over a server that then has no time', async () => {
    const { handler, onProgress } = flakyLine(1, { etag: '"v1"' });
    const server = await serve((request, response, count) => {
      if (count === 2) response.writeHead(503, { 'retry-after': '0' }).end();
      else handler(request, response, count);
    });
    expect((await download(server.url, { onProgress })).bytes?.equals(CONTENT)).toBe(true);
    expect(server.requests[2]?.headers.range).toBe('bytes=70000-');
  });

  test('before the first byte asks for no range', async () => {
    const server = await serve((request, response, count) => {
      if (count > 1) answer(CONTENT)(request, response, count);
      else {
        response.writeHead(200, { etag: '"v1"', 'content-length': String(CONTENT.length) }).flushHeaders();
        setTimeout(() => response.destroy(), 20);
      }
    });
    expect((await download(server.url)).bytes?.equals(CONTENT)).toBe(true);
    expect(server.requests[1]?.headers.range).toBeUndefined();
  });

  test('is noticed where the server ends it in good order', async () => {
    const server = await serve((request, response, count) => {
      if (count > 1) answer(CONTENT)(request, response, count);
      else {
        response.writeHead(200, { 'content-length': String(CONTENT.length), connection: 'close' });
        response.write(CONTENT.subarray(0, 1000), () => response.socket?.end());
      }
    });
    expect((await download(server.url)).bytes?.equals(CONTENT)).toBe(true);
    expect(server.requests.length).toBe(2);
  });

  test('fails in the end', async () => {
    const { handler, onProgress } = flakyLine(99, {});
    const server = await serve(handler);
    const { error } = await download(server.url, { onProgress, limits: { retries: 1 } });
    expect(error?.code).toBe('input_download_failed');
    expect(server.requests.length).toBe(2);
  });
});

test('a checksum of what came over a flaky line', async () => {
  const server = await serve((request, response, count) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const partial = start > 0;
    response.writeHead(partial ? 206 : 200, {
      etag: '"x"',
      'content-length': String(CONTENT.length - start),
      ...(partial && { 'content-range': `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}` }),
    });
    const rest = CONTENT.subarray(start);
    if (count < 4)
      response.write(rest.subarray(0, 1 + ((count * 7919) % 50_000)), () => setTimeout(() => response.destroy(), 20));
    else response.end(rest);
  });
  const { bytes } = await download(server.url);
  const md5 = (content: Buffer): string => createHash('md5').update(content).digest('hex');
  expect(md5(bytes ?? Buffer.alloc(0))).toBe(md5(CONTENT));
});

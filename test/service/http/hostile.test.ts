import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Server } from '../../../src/service/http/routes.ts';
import { createServer } from '../../../src/service/http/server.ts';
import { patience } from '../../support/slowness.ts';
import { emptyJob, makeOutput, randomFile, sendRaw } from '../outputs/files-support.ts';
import { CONVERSION, INPUT, type Json, makeJob, READY, times, useService } from '../support.ts';

const service = useService('sqlite');

let key = '';
beforeAll(async () => {
  ({ key } = await service().key());
});

const HOST = 'Host: x\r\n';
const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
const createRequest = (body: string, head = '') =>
  `POST /v2/jobs HTTP/1.1\r\n${HOST}X-Svc-Api-Key: ${key}\r\nContent-Type: application/json\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
const HONEST = JSON.stringify({ input: [INPUT], conversion: [CONVERSION] });
const jobCount = async () => Number((await service().request('GET', '/v2/jobs', { key })).headers.get('x-count') ?? 0);
/** Expects that the service still works. */
const expectAlive = async () => expect((await service().request('GET', '/v2/statuses')).status).toBe(200);

describe('requests that are not HTTP, or nearly', () => {
  const get = (path: string, head = HOST, version = '1.1') =>
    `GET ${path} HTTP/${version}\r\n${head}Connection: close\r\n\r\n`;

  test('the honest form is answered', async () => {
    expect(statusesOf(await sendRaw(service().url, get('/v2/statuses'), 5000))).toEqual([200]);
    expect(statusesOf(await sendRaw(service().url, createRequest(HONEST), 5000))).toEqual([201]);
  });

  test.each<[string, () => string, number]>([
    ['two lengths', () => createRequest(HONEST, 'Content-Length: 3\r\n'), 400],
    ['a length and chunks', () => createRequest(HONEST, 'Transfer-Encoding: chunked\r\n'), 400],
    ['chunks under another name', () => createRequest(HONEST, 'Transfer-Encoding: xchunked\r\n'), 400],
    ['chunks named twice', () => createRequest(HONEST, 'Transfer-Encoding: chunked, identity\r\n'), 400],
    ['a space before a colon', () => createRequest(HONEST, 'Transfer-Encoding : chunked\r\n'), 400],
    ['a folded header', () => createRequest(HONEST, 'X-A: 1\r\n Transfer-Encoding: chunked\r\n'), 400],
    ['a length below zero', () => `POST /v2/jobs HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400],
    ['a length with a sign', () => `POST /v2/jobs HTTP/1.1\r\n${HOST}Content-Length: +5\r\n\r\nhello`, 400],
    ['no host', () => get('/v2/statuses', ''), 400],
    ['line feeds alone', () => 'GET /v2/statuses HTTP/1.1\nHost: x\n\n', 400],
    ['NUL in a header', () => get('/v2/statuses', `${HOST}X-A: a\0b\r\n`), 400],
    ['a method that there is not', () => `HACK /v2/jobs HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['another protocol', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['HTTP/9', () => get('/v2/statuses', HOST, '9.0'), 400],
    ['a header of 64 KiB', () => get('/v2/statuses', `${HOST}X-A: ${'x'.repeat(65_536)}\r\n`), 431],
    ['an address of 64 KiB', () => get(`/v2/statuses?${'x'.repeat(65_536)}`), 431],
    ['10,000 headers', () => get('/v2/statuses', `${HOST}${times(10_000, (n) => `X-${n}: 1\r\n`).join('')}`), 431],
    ['an address that cannot be decoded', () => get('/v2/jobs/%zz'), 400],
    ['an address with an endless part', () => get(`/v2/jobs/${'x'.repeat(5000)}`), 404],
  ])('%s: refused, and nothing behind it is taken for a request', async (_name, request, status) => {
    const before = await jobCount();
    // A request that a front end might pass as a part of the first request's body.
    const smuggled = createRequest(HONEST);
    const answer = await sendRaw(service().url, `${request()}${smuggled}`, 5000);
    expect(statusesOf(answer)[0]).toBe(status);
    expect(statusesOf(answer)).not.toContain(201);
    expect(JSON.parse(/\r\n\r\n(\{.*?\})/s.exec(answer)?.[1] ?? '')).toEqual({
      code: status,
      name: expect.any(String),
      message: expect.any(String),
    });
    expect(answer).not.toMatch(/node_modules|\.ts:|FST_|x{100}/);
    expect(await jobCount()).toBe(before);
    await expectAlive();
  });

  test('HTTP/1.0 without a host is honest', async () => {
    expect(statusesOf(await sendRaw(service().url, 'GET /v2/statuses HTTP/1.0\r\n\r\n', 5000))).toEqual([200]);
  });

  test.each(['PUT', 'TRACE', 'CONNECT', 'OPTIONS', 'PROPFIND'])(
    '%s of what knows no such method makes nothing',
    async (method) => {
      const answer = await sendRaw(
        service().url,
        `${method} /v2/jobs HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
        5000,
      );
      // A tunnel gets no response at all.
      expect([405, undefined]).toContain(statusesOf(answer)[0]);
      await expectAlive();
    },
  );

  test('a hundred requests in one packet are answered each, in their order', async () => {
    const paths = times(100, (index) => (index % 2 === 0 ? '/v2/statuses' : `/v2/nothing/${index}`));
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join('');
    const answer = await sendRaw(
      service().url,
      `${requests}GET /v2/statuses HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      10_000,
    );
    expect(statusesOf(answer)).toEqual([...paths.map((_, index) => (index % 2 === 0 ? 200 : 404)), 200]);
  });
});

describe('slow clients', () => {
  let slow: Server;
  let url = '';
  const WHOLE_MS = patience(1500);
  beforeAll(async () => {
    slow = await createServer(service().context, {
      health: READY,
      bodyTimeouts: { wholeMs: WHOLE_MS, idleMs: WHOLE_MS },
    });
    // By default, Node checks every 30 seconds for heads that take more than 60. @types/node lacks the second property.
    Object.assign(slow.server, { headersTimeout: WHOLE_MS, connectionsCheckingInterval: 500 });
    url = await slow.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => slow.close());

  /** Sends a byte at a time until the connection is closed. @returns the response */
  async function drip(start: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.write(start);
    const timer = setInterval(() => socket.writable && socket.write('x'), 100);
    onTestFinished(() => {
      clearInterval(timer);
      socket.destroy();
    });
    await new Promise((resolve) => socket.once('close', resolve));
    return answer;
  }

  test('bodies that drip are cut in time, and others are served meanwhile', async () => {
    const body = `POST /v2/jobs HTTP/1.1\r\n${HOST}X-Svc-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":"`;
    let cut = 0;
    const dripping = Promise.all(times(100, () => drip(body).finally(() => cut++)));
    await sleep(300);
    const honest = await fetch(`${url}/v2/jobs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
      body: HONEST,
    });
    expect(honest.status).toBe(201);
    expect(cut).toBe(0);
    for (const answer of await dripping) expect(statusesOf(answer)).toEqual([408]);
  });

  test('heads that drip are cut, too', async () => {
    const answer = await drip(`GET /v2/statuses HTTP/1.1\r\n${HOST}X-A: `);
    expect(statusesOf(answer)).toEqual([408]);
    expect((await fetch(`${url}/v2/statuses`)).status).toBe(200);
  });
});

test.each(['%2e%2e', '%2e%2e/x', '..%2f..%2fx', '%00', 'static/%2e%2e/x', 'static/..%2f..%2fx', 'static/%00'])(
  'there is nothing at /v2/docs/%s',
  async (path) => {
    const answer = await sendRaw(
      service().url,
      `GET /v2/docs/${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      5000,
    );
    expect(statusesOf(answer)).toEqual([404]);
  },
);

describe('bodies', () => {
  const post = (text: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${service().url}/v2/jobs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, 'content-type': 'application/json', ...headers },
      body: typeof text === 'string' ? text : new Uint8Array(text),
    });

  test('just within the limit is read, beyond it is 413', async () => {
    const padded = (size: number) => HONEST.replace(/}$/, `,"pad":"${'x'.repeat(size - HONEST.length - 9)}"}`);
    expect((await post(padded(1024 ** 2))).status).toBe(201);
    expect((await post(padded(1024 ** 2 + 1))).status).toBe(413);
  });

  test('of many values, or deep ones, are not parsed', async () => {
    const padded = (text: string) => HONEST.replace(/}$/, `,"pad":${text}}`);
    const many = (values: number) => `[${'1,'.repeat(values - 1)}1]`;
    const wide = (members: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, i) => [i, 1])));
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect((await post(padded(many(24_000)))).status).toBe(201);
    expect((await post(padded(wide(1000)))).status).toBe(201);
    expect((await post(padded(deep(63)))).status).toBe(201);
    for (const text of [
      many(25_001),
      wide(1001),
      deep(64),
      deep(400_000),
      '{"a":'.repeat(100_000) + 1 + '}'.repeat(100_000),
    ]) {
      const answer = await post(padded(text));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ name: 'invalid_request', errors: { body: expect.any(String) } });
    }
  });

  test('of many mistakes in many values, the first is named', async () => {
    const wrong = async (inputs: number) => {
      const answer = await post(
        JSON.stringify({ input: Array.from({ length: inputs }, () => ({ source: 1, type: 2 })) }),
      );
      expect(answer.status).toBe(400);
      return Object.keys(((await answer.json()) as { errors: object }).errors).length;
    };
    expect(await wrong(30)).toBeGreaterThan(10);
    expect(await wrong(700)).toBe(1);
  });

  test('packed ones are not unpacked: a bomb is as small as it is', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, '{"a":'));
    expect(bomb.length).toBeLessThan(1024 ** 2);
    const before = process.memoryUsage().rss;
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    expect((await post(HONEST)).status).toBe(201);
  });
});

describe('texts that are code elsewhere', () => {
  const SQL = ["' OR '1'='1", "x'; DROP TABLE jobs; --", '%27%20OR%201=1', "' UNION SELECT hash FROM api_keys --"];

  test.each(SQL)('%s is a text', async (text) => {
    const before = await jobCount();
    const encoded = encodeURIComponent(text);
    const foreign = await makeJob(service(), (await service().key()).key);
    for (const path of [`/v2/jobs/${encoded}`, `/v2/jobs/${foreign.id}${encoded}`, `/download-file/${encoded}/a`]) {
      expect((await service().request('GET', path, { key })).status, path).toBe(404);
    }
    expect((await service().request('GET', `/v2/jobs?status=${encoded}`, { key })).status).toBe(204);
    const presets = await service().request('GET', `/v2/presets?filter=${encoded}`, { key });
    expect(presets.body).toEqual([]);
    const keyed = await service().request('GET', '/v2/jobs', { key: text });
    expect(keyed.status).toBe(401);
    const made = await makeJob(service(), key, { input: [{ ...INPUT, metadata: { text } }] });
    expect(made.input[0].metadata.text).toBe(text);
    expect(await jobCount()).toBe(before + 1);
  });

  test('line ends in names make no headers', async () => {
    const file = await randomFile(10);
    const made = await makeOutput(service(), key, file, { filename: 'a.mp3' });
    const filename = 'b\r\nX-Evil: 1\r\n\r\n<script>';
    const patched = await service().request('PATCH', `/v2/jobs/${made.job.id}/output/${made.id}`, {
      key,
      body: { filename },
    });
    expect(patched.status).toBe(200);
    const answer = await fetch(patched.body.uri);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-evil')).toBeNull();
    const id = await fetch(`${service().url}/v2/statuses`, { headers: { 'x-request-id': 'a b<script>' } });
    expect(id.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const own = await fetch(`${service().url}/v2/statuses`, { headers: { 'x-request-id': 'mine-1' } });
    expect(own.headers.get('x-request-id')).toBe('mine-1');
  });

  test.each(['..%2f..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '..%5c..%5cx', '%00', 'a%00.mp3', '%ff'])(
    'the path %s leads nowhere',
    async (path) => {
      const made = await makeOutput(service(), key, await randomFile(10), { filename: 'a.mp3' });
      const link = (name: string) =>
        `GET /download-file/${made.id}/${name} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
      expect(statusesOf(await sendRaw(service().url, link('a.mp3'), 5000))).toEqual([200]);
      const [status] = statusesOf(await sendRaw(service().url, link(path), 5000));
      expect([400, 404]).toContain(status);
      const up = `GET /download-file/${path}/a.mp3 HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
      expect([400, 404]).toContain(statusesOf(await sendRaw(service().url, up, 5000))[0]);
    },
  );
});

describe('credentials that are not theirs', () => {
  test('forged, shortened, lengthened and foreign tokens open nothing; the own one does', async () => {
    const job = await emptyJob(service(), key);
    const other = await emptyJob(service(), key);
    const ask = async (token: string) => (await service().request('GET', `/v2/jobs/${job.id}`, { token })).status;
    const flipped = `${job.token[0] === '0' ? '1' : '0'}${job.token.slice(1)}`;
    const forged = [
      flipped,
      job.token.slice(0, 31),
      `${job.token}0`,
      job.token.toUpperCase().replace(/^/, ' A'),
      '0'.repeat(32),
    ];
    for (const token of [...forged, other.token, job.id, key]) expect(await ask(token), token).toBe(401);
    expect(await ask(job.token)).toBe(200);
  });

  test('another key sees nothing of a job, and cannot tell it from none', async () => {
    const made = await makeOutput(service(), key, await randomFile(10));
    const { key: stranger } = await service().key();
    const none = '00000000-0000-4000-8000-000000000000';
    const paths = (job: string): string[] =>
      ['', '/input', '/conversions', '/threads', '/history', '/output', `/output/${made.id}`].map(
        (path) => `/v2/jobs/${job}${path}`,
      );
    for (const [index, path] of paths(made.job.id).entries()) {
      expect((await service().request('GET', path, { key })).status, path).toBe(200);
      const refused = await service().request('GET', path, { key: stranger });
      const missing = await service().request('GET', paths(none)[index] ?? '', { key: stranger });
      expect([refused.status, refused.body], path).toEqual([404, missing.body]);
    }
    const listed = await service().request('GET', '/v2/jobs', { key: stranger });
    expect(listed.status).toBe(204);
  });

  test('a link that was good is 410 when its time is over, also with what was right before', async () => {
    const made = await makeOutput(service(), key, await randomFile(10));
    const body = { download_password: 'sesame' };
    await service().request('PATCH', `/v2/jobs/${made.job.id}/output/${made.id}`, { key, body });
    const again = (headers: Record<string, string> = {}): Promise<Json> =>
      service().request('GET', made.link, { headers });
    const right = { 'x-svc-download-password': 'sesame' };
    const first = await again(right);
    expect(first.status).toBe(200);
    expect((await again()).status).toBe(401);
    service().time += 25 * 3600_000;
    for (const headers of [
      {},
      right,
      { ...right, range: 'bytes=0-1' },
      { ...right, 'if-none-match': first.headers.get('etag') },
    ]) {
      expect((await again(headers)).status).toBe(410);
    }
  });
});

import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientNetwork } from '../../../src/service/http/client-network.ts';
import { hangUpOnStrangers } from '../../../src/service/http/hang-up.ts';
import type { Server } from '../../../src/service/http/routes.ts';
import { createServer } from '../../../src/service/http/server.ts';
import { createGuessLimit, createGuessLimits } from '../../../src/service/keys/guess-limits.ts';
import { patience } from '../../support/slowness.ts';
import { emptyJob, makeOutput, randomFile } from '../outputs/files-support.ts';
import { counted, makeJob, READY, times, useService } from '../support.ts';

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** The address of the client. */
  readonly from?: string;
}

/** Sends a request from one of the many loopback addresses, on a separate connection. */
function ask(
  url: string,
  { method = 'GET', headers = {}, from = '127.0.0.1' }: Asked,
): Promise<{ status: number; retryAfter: string | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, localAddress: from, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          connection: answer.headers.connection,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

const WRONG = { 'x-svc-api-key': 'cvd_wrong' };

describe('wrong keys and tokens', () => {
  const service = useService('sqlite');
  const jobs = () => `${service().url}/v2/jobs`;

  test('beyond 20 a minute are 429 with the time to wait; a right one is never refused', async () => {
    const from = '127.0.1.1';
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    const wrongs = [WRONG, { 'x-svc-token': '0'.repeat(32) }];
    for (let count = 0; count < 20; count++) {
      const answer = await ask(jobs(), { headers: wrongs[count % 2] ?? {}, from });
      expect(answer).toEqual({ status: 401, retryAfter: undefined, connection: 'close' });
    }
    for (const headers of wrongs) {
      const answer = await ask(jobs(), { headers, from });
      expect(answer).toMatchObject({ status: 429, connection: 'close' });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
      expect(Number(answer.retryAfter)).toBeLessThanOrEqual(60);
      expect((await ask(`${jobs()}/${job.id}`, { headers, from })).status).toBe(429);
    }
    expect((await ask(jobs(), { headers: { 'x-svc-api-key': key }, from })).status).toBe(200);
    expect((await ask(`${jobs()}/${job.id}`, { headers: { 'x-svc-token': job.token }, from })).status).toBe(200);
    // A request without a key is not a guess, and public routes stay open.
    expect((await ask(jobs(), { from })).status).toBe(401);
    expect((await ask(`${service().url}/v2/presets`, { headers: WRONG, from })).status).toBe(200);
    expect((await ask(jobs(), { headers: WRONG, from: '127.0.1.2' })).status).toBe(401);
  });

  test('that come at once are counted each', async () => {
    const answers = await Promise.all(times(50, () => ask(jobs(), { headers: WRONG, from: '127.0.1.3' })));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 401: 20, 429: 30 });
  });

  test('are answered as such again when the time is over', async () => {
    const seconds = Math.ceil(patience(2));
    const server = await createServer(
      { ...service().context, guesses: createGuessLimits({ guesses: 2, seconds }) },
      { health: READY },
    );
    onTestFinished(() => server.close());
    const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v2/jobs`;
    const statuses = async () =>
      (await Promise.all(times(3, () => ask(url, { headers: WRONG })))).map((each) => each.status);
    expect((await statuses()).sort()).toEqual([401, 401, 429]);
    await sleep(seconds * 1000 + 100);
    expect((await statuses()).sort()).toEqual([401, 401, 429]);
  });
});

describe('wrong download passwords', () => {
  const service = useService('sqlite', { GUESSES_PER_MINUTE: '5' });

  async function protectedOutput() {
    const { key } = await service().key();
    const { link } = await makeOutput(service(), key, await randomFile(10), { job: { download_passwords: ['right'] } });
    const open = async (password: string | null, from: string) =>
      ask(service().url + link, { headers: password === null ? {} : { 'x-svc-download-password': password }, from });
    return open;
  }

  test('stop the guessing of an address at that output, even with the right one', async () => {
    const [from, other] = ['127.0.2.1', '127.0.2.2'];
    const [one, two] = [await protectedOutput(), await protectedOutput()];
    expect((await one('right', from)).status).toBe(200);
    for (let count = 0; count < 5; count++) {
      expect((await one(`wrong${count}`, from)).status).toBe(401);
      // A request for a file without a password is not a guess.
      expect((await one(null, from)).status).toBe(401);
    }
    for (const password of ['wrong', 'right']) {
      const answer = await one(password, from);
      expect(answer).toMatchObject({ status: 429, connection: 'close' });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    }
    expect((await two('right', from)).status).toBe(200);
    expect((await one('right', other)).status).toBe(200);
  });

  test('are counted each where one request brings several', async () => {
    const open = await protectedOutput();
    expect((await open('a,b', '127.0.2.3')).status).toBe(401);
    expect((await open('c,d,e', '127.0.2.3')).status).toBe(429);
    expect((await open('right', '127.0.2.3')).status).toBe(429);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['nonsense', 'unknown'],
  [undefined, 'unknown'],
])('the client at %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('no more subjects are remembered than may be: the oldest are forgotten', async () => {
  const limit = createGuessLimit({ guesses: 1, seconds: 60 }, 'wrong keys', 3);
  await limit.count('a');
  await expect(limit.refuseBeyond('a')).rejects.toThrow('Too many wrong keys');
  for (const other of ['b', 'c']) await limit.count(other);
  await expect(limit.refuseBeyond('a')).rejects.toThrow('Too many wrong keys');
  await limit.count('d');
  await limit.refuseBeyond('a');
  for (const kept of ['b', 'c', 'd']) await expect(limit.refuseBeyond(kept)).rejects.toThrow('Too many');
});

describe('the connection of a client without a key', () => {
  const service = useService('sqlite');
  const GIBIBYTE = 1024 ** 3;

  /** Sends a head, and then bytes for as long as the service accepts them. */
  function sendEndlessly(head: string): Promise<{ answer: string; sent: number }> {
    const { hostname, port } = new URL(service().url);
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      const chunk = Buffer.alloc(64 * 1024);
      const fill = () => {
        while (!socket.destroyed && socket.bytesWritten < GIBIBYTE && socket.write(chunk));
      };
      socket.on('data', (data) => {
        answer += data.toString();
      });
      socket.on('drain', fill);
      // The service is expected to reset the connection.
      socket.on('error', () => {});
      socket.on('close', () => resolve({ answer, sent: socket.bytesWritten }));
      socket.write(head);
      fill();
    });
  }

  test.each([
    ['a wrong key', 'X-Svc-Api-Key: wrong\r\n', '/upload-file/', 'application/octet-stream'],
    ['no key', '', '/upload-file/', 'application/octet-stream'],
    ['a wrong token', `X-Svc-Token: ${'0'.repeat(32)}\r\n`, '/upload-file/', 'multipart/form-data; boundary=x'],
    ['a wrong key for another route', 'X-Svc-Api-Key: wrong\r\n', '/v2/jobs?', 'application/json'],
  ])('is cut while 1 GiB comes, and the 401 arrives: %s', async (_, credential, path, type) => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const head = `POST ${path}${job.id} HTTP/1.1\r\nHost: x\r\n${credential}Content-Type: ${type}\r\nContent-Length: ${GIBIBYTE}\r\n\r\n`;
    const { answer, sent } = await sendEndlessly(head);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 401 });
    // What the systems buffer between the two, not the whole file.
    expect(sent).toBeLessThan(GIBIBYTE / 16);
    expect(await service().request('GET', `/v2/jobs/${job.id}/input`, { key })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  test('is closed after the answer at once where nothing more comes', async () => {
    const server = fastify();
    onTestFinished(() => server.close());
    // Waiting for more would take longer than any test.
    hangUpOnStrangers(server as unknown as Server, { readBytes: 0, waitMs: 24 * 3_600_000 });
    server.get('/', (_, reply) => reply.code(401).send('no'));
    const { hostname, port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(get + get);
    await closed;
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401']);
  });
});

import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../../src/service/http/server.ts';
import { patience } from '../../support/slowness.ts';
import {
  curl,
  emptyJob,
  filesOf,
  md5sum,
  randomFile,
  sendRaw,
  storedPath,
  testFolder,
} from '../outputs/files-support.ts';
import { type Json, READY, useService } from '../support.ts';

const service = useService('sqlite', { MAX_INPUT_SIZE: '1000000' });

let key = '';
beforeAll(async () => {
  ({ key } = await service().key());
});

const inputsOf = async (job: Json): Promise<Json[]> =>
  (await service().request('GET', `/v2/jobs/${job.id}/input`, { key })).body;
const post = (job: Json, ...args: string[]) =>
  curl('-H', `X-Svc-Api-Key: ${key}`, ...args, `${service().url}/upload-file/${job.id}`);

/** Returns a form with arbitrary part headers. */
const form = (...parts: [head: string, body: string][]): string =>
  `${parts.map(([head, body]) => `--xyz\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('')}--xyz--\r\n`;

/** Sends a form unchanged. @returns status and parsed body */
async function postForm(job: Json, body: string, type = 'multipart/form-data; boundary=xyz') {
  const file = join(await testFolder(), 'body');
  await writeFile(file, body);
  return post(job, '-H', `Content-Type: ${type}`, '--data-binary', `@${file}`);
}

/** Expects that the store has no file of this test's job and none is arriving. */
async function expectNothing(job: Json, before: string[]): Promise<void> {
  await expect.poll(() => filesOf(service())).toEqual(before);
  expect(await inputsOf(job)).toEqual([]);
}

describe('names', () => {
  test.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/shadow', 'shadow'],
    ['C:\\a\\b.txt', 'b.txt'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['-rf', '_rf'],
    ['con.txt', '_con.txt'],
    ['a<b>c|d?e*.txt', 'a_b_c_d_e_.txt'],
    ['Größe 😀𝔘.wav', 'Größe 😀𝔘.wav'],
    ['gpj.\u202eexe', 'gpj.exe'],
    ['x%2F..%2Fy.txt', 'x%2F..%2Fy.txt'],
    [`${'ü'.repeat(300)}.wav`, `${'ü'.repeat(118)}.wav`],
  ])('%j becomes %j', async (name, safe) => {
    const job = await emptyJob(service(), key);
    const body = form([`name="file"; filename="${name.replaceAll('\\', '\\\\')}"`, 'bytes']);
    const { status, json } = await postForm(job, body);
    expect(status).toBe(201);
    expect(json.filename).toBe(safe);
    const stored = await storedPath(service(), json.id);
    expect(stored.startsWith(join(service().context.config.outputStore, 'inputs', json.id, '/'))).toBe(true);
    const raw = await post(
      job,
      ...['-H', 'Content-Type: application/octet-stream', '--data-binary', 'bytes', '-G'].slice(0, 4),
      ...['--url-query', `filename=${name}`],
    );
    expect(raw.json.filename).toBe(safe);
  });

  test('with NUL and line ends in them', async () => {
    const job = await emptyJob(service(), key);
    const url = `${service().url}/upload-file/${job.id}?filename=a%00b%0d%0aX-Injected:%201.txt`;
    const answer = await curl(
      '-H',
      `X-Svc-Api-Key: ${key}`,
      '-H',
      'Content-Type: application/octet-stream',
      '--data-binary',
      'x',
      url,
    );
    expect([201, 400]).toContain(answer.status);
    expect(answer.headers['x-injected']).toBeUndefined();
    for (const { filename } of await inputsOf(job)) expect(filename).toMatch(/^[ -~]+$/);
    const inForm = await postForm(job, form(['name="file"; filename="a\0b.txt"', 'x']));
    if (inForm.status === 201) expect(inForm.json.filename).toBe('ab.txt');
    else expect(inForm.status).toBe(400);
  });
});

describe('a form', () => {
  const file: [string, string] = ['name="file"; filename="a.txt"', 'bytes'];
  const field = (name: string, value = 'x'): [string, string] => [`name="${name}"`, value];

  test.each<[string, string, string | undefined, number]>([
    ['without a boundary', form(file), 'multipart/form-data', 400],
    ['with another boundary', form(file), 'multipart/form-data; boundary=other', 400],
    ['that is no form', 'x'.repeat(1000), undefined, 400],
    ['that is empty', '', undefined, 400],
    ['that ends in the middle of the file', form(file).slice(0, -20), undefined, 400],
    ['with the file in another field', form(['name="upload"; filename="a"', 'x']), undefined, 400],
    ['without a file', form(field('a')), undefined, 400],
    ['with two files', form(file, file), undefined, 400],
    ['with 1000 fields', form(...Array.from({ length: 1000 }, (_, index) => field(`f${index}`)), file), undefined, 400],
    ['with 1000 fields after the file', form(file, ...Array.from({ length: 1000 }, () => field('f'))), undefined, 400],
    ['with a field of the name __proto__', form(field('__proto__'), file), undefined, 400],
    ['with a password that is too long', form(field('decrypt_password', 'x'.repeat(1025)), file), undefined, 400],
    ['that is JSON', '{}', 'application/json', 415],
    ['of another type', 'a=b', 'application/x-www-form-urlencoded', 415],
  ])('%s is refused, and nothing stays', async (_, body, type, status) => {
    const before = await filesOf(service());
    const job = await emptyJob(service(), key);
    const answer = await postForm(job, body, type);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
    await expectNothing(job, before);
  });

  test('with some fields, one of them with a huge name, is taken', async () => {
    const job = await emptyJob(service(), key);
    const answer = await postForm(
      job,
      form(field('a'), field('n'.repeat(50_000)), file, field('decrypt_password', 'x')),
    );
    expect(answer).toMatchObject({ status: 201, json: { size: 5, filename: 'a.txt' } });
  });
});

describe('what is said of a file and not so', () => {
  const raw = ['-H', 'Content-Type: application/octet-stream'];

  test('Content-Encoding is refused, as nobody knows what is meant; the packed file itself is a file', async () => {
    const job = await emptyJob(service(), key);
    const path = join(await testFolder(), 'a.gz');
    await writeFile(path, gzipSync(Buffer.alloc(10_000)));
    const encoded = await post(job, ...raw, '-H', 'Content-Encoding: gzip', '--data-binary', `@${path}`);
    expect(encoded.status).toBe(415);
    expect((await post(job, '-H', 'Content-Encoding: gzip', '-F', `file=@${path}`)).status).toBe(415);
    const plain = await post(job, ...raw, '--data-binary', `@${path}`);
    expect(plain).toMatchObject({
      status: 201,
      json: { checksum: await md5sum(path), content_type: 'application/gzip' },
    });
  });

  test('a Content-Length above what comes leaves nothing', async () => {
    const before = await filesOf(service());
    const job = await emptyJob(service(), key);
    const head = `POST /upload-file/${job.id} HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${key}\r\nContent-Type: application/octet-stream\r\n`;
    const { hostname, port } = new URL(service().url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`${head}Content-Length: 500000\r\n\r\n${'x'.repeat(200_000)}`);
    // The control: while it arrives, the file exists.
    await expect.poll(() => filesOf(service())).not.toEqual(before);
    expect(await inputsOf(job)).toEqual([]);
    socket.destroy();
    await expectNothing(job, before);
    // The stated length is less than what comes. The rest is not a request, and Node closes the connection.
    const answer = await sendRaw(service().url, `${head}Content-Length: 10\r\n\r\n${'x'.repeat(100)}`, 1000);
    expect(answer).toMatch(/HTTP\/1\.1 400 /);
    for (const input of await inputsOf(job)) expect(input.size).toBe(10);
  });

  test.each(['-5', '1e3', '0x10', '99999999999999999999'])('Content-Length %s', async (length) => {
    const job = await emptyJob(service(), key);
    const head = `POST /upload-file/${job.id} HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${key}\r\nContent-Type: application/octet-stream\r\n`;
    const answer = await sendRaw(service().url, `${head}Content-Length: ${length}\r\n\r\nxxxxx`, 300);
    expect(answer).not.toMatch(/^HTTP\/1\.1 (2|5)/);
    expect(await inputsOf(job)).toEqual([]);
  });
});

describe('limits', () => {
  const chunked = ['-H', 'Transfer-Encoding: chunked', '-H', 'Content-Type: application/octet-stream'];

  test.each([
    ['as a form', (path: string) => ['-F', `file=@${path}`]],
    [
      'with its length',
      (path: string) => ['-H', 'Content-Type: application/octet-stream', '--data-binary', `@${path}`],
    ],
    ['without a length', (path: string) => [...chunked, '--data-binary', `@${path}`]],
    ['with an id', (path: string) => ['-H', 'X-Svc-Upload-Uuid: large', '-F', `file=@${path}`]],
  ])('a file beyond what the service takes is 413, %s', async (_, args) => {
    const before = await filesOf(service());
    const job = await emptyJob(service(), key);
    const answer = await post(job, ...args(await randomFile(1_000_001)));
    expect(answer).toMatchObject({ status: 413, json: { code: 413 } });
    await expectNothing(job, before);
    expect((await post(job, ...args(await randomFile(1_000_000)))).status).toBe(201);
  });

  test('beyond the contract it is 402, and discarded', async () => {
    const before = await filesOf(service());
    const small = { max_inputs_per_job: 3, max_input_size: 1000, max_job_size: 2500 };
    const contracts = service().context.config.contracts as Map<string, Json>;
    contracts.set('small', { ...contracts.get('unlimited'), ...small, name: 'small' });
    const { key: own } = await service().key('small');
    const send = async (job: Json, bytes: number, ...args: string[]) =>
      (
        await curl(
          '-H',
          `X-Svc-Api-Key: ${own}`,
          ...args,
          '-F',
          `file=@${await randomFile(bytes)}`,
          `${service().url}/upload-file/${job.id}`,
        )
      ).status;
    const one = await emptyJob(service(), own);
    expect(await send(one, 1001)).toBe(402);
    expect(await filesOf(service())).toEqual(before);
    expect([await send(one, 1000), await send(one, 1000), await send(one, 501), await send(one, 500)]).toEqual([
      201, 201, 402, 201,
    ]);
    expect(await send(one, 0)).toBe(402);
    expect(await filesOf(service())).toHaveLength(before.length + 3);
    // A file that is too large is not kept for its id.
    const two = await emptyJob(service(), own);
    expect(await send(two, 1001, '-H', 'X-Svc-Upload-Uuid: u')).toBe(402);
    const base64 = { key: own, body: { content: Buffer.alloc(1001).toString('base64') } };
    expect((await service().request('POST', `/upload-base64/${two.id}`, base64)).status).toBe(402);
    expect(await filesOf(service())).toHaveLength(before.length + 3);
  });

  test('base64 beyond its limit is 413, before it is read without a key 401', async () => {
    const job = await emptyJob(service(), key);
    const path = join(await testFolder(), 'body.json');
    await writeFile(path, JSON.stringify({ content: 'A'.repeat(66 * 1024 ** 2) }));
    const args = [
      '-H',
      'Content-Type: application/json',
      '--data-binary',
      `@${path}`,
      `${service().url}/upload-base64/${job.id}`,
    ];
    expect((await curl('-H', `X-Svc-Api-Key: ${key}`, ...args)).status).toBe(413);
    expect((await curl(...args)).status).toBe(401);
  });
});

test('who may not, uploads nothing', async () => {
  const before = await filesOf(service());
  const job = await emptyJob(service(), key);
  const other = await emptyJob(service(), key);
  const stranger = await service().key();
  const file = await randomFile(1000);
  const send = async (id: string, ...headers: string[]) =>
    (
      await curl(
        ...headers.flatMap((header) => ['-H', header]),
        '-F',
        `file=@${file}`,
        `${service().url}/upload-file/${id}`,
      )
    ).status;
  expect(await send(job.id)).toBe(401);
  expect(await send(job.id, 'X-Svc-Api-Key: wrong')).toBe(401);
  expect(await send(job.id, `X-Svc-Api-Key: ${stranger.key}`)).toBe(404);
  expect(await send(job.id, `X-Svc-Token: ${other.token}`)).toBe(401);
  expect(await send('..%2F..%2Fetc', `X-Svc-Api-Key: ${key}`)).toBe(404);
  await expectNothing(job, before);
  expect(await send(job.id, `X-Svc-Token: ${job.token}`)).toBe(201);
});

describe('time', () => {
  let url = '';
  let close = async () => {};
  beforeAll(async () => {
    const server = await createServer(service().context, {
      health: READY,
      bodyTimeouts: { wholeMs: patience(400), idleMs: patience(500) },
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
    close = async () => void (await server.close());
  });
  afterAll(() => close());

  /** Sends the parts of a body with pauses between them. @returns the status, or the error's code */
  function drip(path: string, type: string, parts: string[], pauseMs: number): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = { 'x-svc-api-key': key, 'content-type': type, 'transfer-encoding': 'chunked' };
      const sending = httpRequest(url + path, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      void (async () => {
        for (const part of parts) {
          sending.write(part);
          await sleep(pauseMs);
        }
        sending.end();
      })();
    });
  }

  test('a slow upload is taken, one that pauses is cut and leaves nothing', async () => {
    const before = await filesOf(service());
    const job = await emptyJob(service(), key);
    const path = `/upload-file/${job.id}`;
    const type = 'application/octet-stream';
    expect(await drip(path, type, ['a', 'b'], patience(1500))).toBe('ECONNRESET');
    await expectNothing(job, before);
    expect(
      await drip(
        path,
        type,
        Array.from({ length: 12 }, () => 'x'),
        patience(150),
      ),
    ).toBe(201);
    expect(await inputsOf(job)).toMatchObject([{ size: 12 }]);
  });

  test('a body that is no file must come soon', async () => {
    const parts = Array.from({ length: 12 }, () => ' ');
    expect(await drip('/v2/jobs', 'application/json', [...parts, '{}'], patience(150))).toBe(408);
    expect(await drip('/v2/jobs', 'application/json', ['{', '"process": false}'], 10)).toBe(201);
  });
});

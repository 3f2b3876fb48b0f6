import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EXPIRY_PACE, startExpiry } from '../../../src/service/expiry.ts';
import { ask as askServers } from '../../support/infrastructure/ask.ts';
import { emptyJob, filesOf, inputRow, storedPath, testFolder } from '../outputs/files-support.ts';
import { type Json, type RequestOptions, startTestService, useService } from '../support.ts';
import { refusal, send, sendAndAbort } from './tus-client.ts';

const MAX_SIZE = 4_000_000;
const service = useService('sqlite', { MAX_INPUT_SIZE: String(MAX_SIZE) });

let key = '';
beforeAll(async () => {
  ({ key } = await service().key());
});

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const newJob = (body: Record<string, unknown> = {}): Promise<Json> => emptyJob(service(), key, body);
const endpointOf = ({ id }: Json): string => `${service().url}/v2/tus/${id}`;
const optionsFor = (job: Json, more: object = {}) => ({
  endpoint: endpointOf(job),
  headers: { 'X-Svc-Token': job.token },
  metadata: { filename: 'Größe.bin' },
  ...more,
});
const inputsOf = async ({ id }: Json): Promise<Json[]> =>
  (await service().request('GET', `/v2/jobs/${id}/input`, { key })).body ?? [];

/** Sends one request unchanged. @param url absolute URL or path */
const ask = (method: string, url: string, options: RequestOptions = {}) =>
  service().request(method, url.replace(service().url, ''), { key, ...options });

async function begin(job: Json, length: number, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask('POST', endpointOf(job), {
    headers: { ...TUS, 'upload-length': String(length), ...headers },
  });
  expect([answer.status, answer.text]).toEqual([201, '']);
  return answer.headers.get('location') ?? '';
}

async function patch(url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'PATCH',
    headers: { 'x-svc-api-key': key, ...BYTES, 'upload-offset': String(offset), ...headers },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

async function offsetOf(url: string): Promise<number> {
  const { status, headers } = await ask('HEAD', url, { headers: TUS });
  expect(status).toBe(200);
  return Number(headers.get('upload-offset'));
}

describe('tus-js-client', () => {
  test('sends a file in chunks: an input like any other upload', async () => {
    const job = await newJob({ input: [{ type: 'upload', filename: 'Größe.bin' }] });
    const bytes = randomBytes(3_000_001);
    const { url, header } = await send(bytes, optionsFor(job, { chunkSize: 700_000 }));
    expect(url).toMatch(new RegExp(`^${service().url}/v2/tus/${job.id}/[0-9a-f-]{36}$`));
    const [input, ...others] = await inputsOf(job);
    expect(others).toEqual([]);
    expect(input).toMatchObject({
      id: job.input[0].id,
      type: 'upload',
      status: 'ready',
      filename: 'Größe.bin',
      size: bytes.length,
      checksum: md5(bytes),
    });
    expect(header('X-Svc-Input-Id')).toBe(input.id);
    expect((await readFile(await storedPath(service(), input.id))).equals(bytes)).toBe(true);
    expect((await service().job(job.id)).status).toBe('ready');
    expect((await filesOf(service())).filter((path) => path.includes('arriving'))).toEqual([]);
  });

  test('goes on where it was aborted, and sends the rest alone', async () => {
    const job = await newJob();
    const bytes = randomBytes(2_000_000);
    const url = await sendAndAbort(bytes, 800_000, optionsFor(job, { chunkSize: 400_000 }));
    expect(await offsetOf(url)).toBe(800_000);
    expect(await inputsOf(job)).toEqual([]);
    let sent = 0;
    await send(bytes, { ...optionsFor(job), uploadUrl: url, onChunkComplete: (size) => (sent += size) });
    expect(sent).toBe(1_200_000);
    expect(await inputsOf(job)).toMatchObject([{ filename: 'Größe.bin', checksum: md5(bytes) }]);
  });

  test('sends the first bytes with the request that begins the upload, and files without bytes', async () => {
    const job = await newJob({ process: true });
    const bytes = randomBytes(100_000);
    await send(bytes, optionsFor(job, { uploadDataDuringCreation: true }));
    const { body } = await service().request('GET', `/v2/jobs/${job.id}`, { key });
    expect(body).toMatchObject({ status: 'queued', input: [{ checksum: md5(bytes) }] });
    const other = await newJob();
    await send(Buffer.alloc(0), optionsFor(other));
    expect(await inputsOf(other)).toMatchObject([{ size: 0, status: 'ready', checksum: md5(Buffer.alloc(0)) }]);
  });

  test('ends an upload that it gives up', async () => {
    const job = await newJob();
    const before = await filesOf(service());
    const url = await sendAndAbort(randomBytes(500_000), 200_000, optionsFor(job, { chunkSize: 200_000 }));
    expect(await filesOf(service())).toHaveLength(before.length + 1);
    expect((await ask('DELETE', url, { headers: TUS })).status).toBe(204);
    expect((await ask('HEAD', url, { headers: TUS })).status).toBe(404);
    expect(await filesOf(service())).toEqual(before);
  });

  test('hears what is refused', async () => {
    const job = await newJob();
    const small = randomBytes(10);
    const stranger = { 'X-Svc-Api-Key': (await service().key()).key };
    const large = Buffer.alloc(MAX_SIZE + 1);
    expect(await refusal(send(large, optionsFor(job)))).toEqual({ status: 413, name: 'too_large' });
    expect(await refusal(send(small, optionsFor(job, { headers: stranger })))).toEqual({
      status: 404,
      name: 'no_such_job',
    });
    expect(await refusal(send(small, optionsFor(job, { headers: {} })))).toMatchObject({ status: 401 });
    const url = await begin(job, 10);
    const other = await newJob();
    const moved = url.replace(job.id, other.id);
    expect((await ask('HEAD', moved, { headers: TUS })).status).toBe(404);
    expect((await patch(moved, 0, small)).body).toMatchObject({ code: 404, name: 'no_such_upload' });
    const free = await service().key('free');
    const beyond = await emptyJob(service(), free.key, { input: Array(10).fill({ type: 'base64', source: 'YQ==' }) });
    expect(await refusal(send(small, optionsFor(beyond)))).toEqual({ status: 402, name: 'inputs_beyond_contract' });
  });
});

describe('an upload', () => {
  test('takes bytes at its offset alone, and no more than it has', async () => {
    const url = await begin(await newJob(), 1000);
    const bytes = randomBytes(600);
    const first = await patch(url, 0, bytes);
    expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([
      204,
      '600',
      '1.0.0',
    ]);
    expect(new Date(first.headers.get('upload-expires') ?? '').getTime()).toBeGreaterThan(service().time);
    const wrong = await patch(url, 0, bytes);
    expect([wrong.status, wrong.body.name, wrong.headers.get('upload-offset')]).toEqual([
      409,
      'wrong_upload_offset',
      '600',
    ]);
    expect((await patch(url, 600, bytes)).body).toMatchObject({ code: 413, name: 'too_large' });
    expect(await offsetOf(url)).toBe(600);
  });

  test('is of tus 1.0.0, and of its content type', async () => {
    const job = await newJob();
    const url = await begin(job, 10);
    const none = await ask('POST', endpointOf(job), { headers: { 'upload-length': '10' } });
    expect([none.status, none.body.name, none.headers.get('tus-version')]).toEqual([412, 'tus_version', '1.0.0']);
    const old = await ask('HEAD', url, { headers: { 'tus-resumable': '0.2.2' } });
    expect([old.status, old.headers.get('tus-resumable')]).toEqual([412, '1.0.0']);
    expect((await patch(url, 0, Buffer.from('x'), { 'content-type': 'application/octet-stream' })).status).toBe(415);
    for (const headers of [{}, { 'upload-defer-length': '1' }, { 'upload-length': '-1' }, { 'upload-length': '1e3' }]) {
      expect((await ask('POST', endpointOf(job), { headers: { ...TUS, ...headers } })).status).toBe(400);
    }
    const joined = { ...TUS, 'upload-length': '1', 'upload-concat': 'partial' };
    expect((await ask('POST', endpointOf(job), { headers: joined })).body.name).toBe('not_supported');
    const options = await service().request('OPTIONS', `/v2/tus/${job.id}`);
    expect([options.status, Object.fromEntries(options.headers)]).toEqual([
      204,
      expect.objectContaining({
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
        'tus-max-size': String(MAX_SIZE),
      }),
    ]);
  });

  test('of two requests at once takes the bytes of one', async () => {
    const job = await newJob();
    const [one, two] = [randomBytes(1_500_000), randomBytes(1_500_000)];
    const url = await begin(job, one.length);
    const answers = await Promise.all([patch(url, 0, one), patch(url, 0, two)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.some((status) => [409, 423].includes(status))).toBe(true);
    const winner = answers[0]?.status === 204 ? one : two;
    expect(await inputsOf(job)).toMatchObject([{ checksum: md5(winner) }]);
  });

  test('goes on while a request whose connection broke still waits: what that has sent is kept', async () => {
    const job = await newJob();
    const bytes = randomBytes(900_000);
    const url = await begin(job, bytes.length);
    const stuck = httpRequest(url, {
      method: 'PATCH',
      headers: { 'x-svc-api-key': key, ...BYTES, 'upload-offset': '0', 'content-length': bytes.length },
    });
    stuck.on('error', () => {});
    stuck.write(bytes.subarray(0, 300_000));
    // The upload is under way, so nobody else may write. The offset is wrong, so that this request writes nothing if it comes first.
    await expect.poll(async () => (await patch(url, 1, Buffer.from('x'))).status).toBe(423);
    await expect
      .poll(async () => {
        const offset = await offsetOf(url);
        const { status } = await patch(url, offset, bytes.subarray(offset));
        return status;
      })
      .toBe(204);
    stuck.destroy();
    expect(await inputsOf(job)).toMatchObject([{ checksum: md5(bytes) }]);
  });

  test('says afterwards which input it is, and ends with it', async () => {
    const job = await newJob();
    const url = await begin(job, 5, { 'upload-metadata': `name ${base64('a.txt')},relativePath bnVsbA==` });
    expect((await patch(url, 0, Buffer.from('hello'))).status).toBe(204);
    const [input] = await inputsOf(job);
    const { headers } = await ask('HEAD', url, { headers: TUS });
    expect(Object.fromEntries(headers)).toMatchObject({
      'upload-offset': '5',
      'upload-length': '5',
      'x-svc-input-id': input.id,
      'cache-control': 'no-store',
      'upload-metadata': `name ${base64('a.txt')},relativePath bnVsbA==`,
    });
    expect(input).toMatchObject({ filename: 'a.txt', content_type: 'text/plain' });
    expect((await patch(url, 5, Buffer.alloc(0))).status).toBe(204);
    expect((await patch(url, 0, Buffer.from('hello'))).status).toBe(409);
    expect((await ask('DELETE', url, { headers: TUS })).status).toBe(204);
    expect(await inputsOf(job)).toEqual([]);
    expect((await ask('HEAD', url, { headers: TUS })).status).toBe(404);
  });

  test('with an id of the client is begun once', async () => {
    const job = await newJob();
    const named = { 'x-svc-upload-uuid': 'mine' };
    const url = await begin(job, 8, named);
    expect((await patch(url, 0, Buffer.from('half'))).status).toBe(204);
    expect(await begin(job, 8, named)).toBe(url);
    expect(await offsetOf(url)).toBe(4);
    expect((await patch(url, 4, Buffer.from('half'))).status).toBe(204);
    expect(await begin(job, 8, named)).toBe(url);
    const [input, ...others] = await inputsOf(job);
    expect(others).toEqual([]);
    // After that input is deleted, the file can be sent again.
    expect((await ask('DELETE', `/v2/jobs/${job.id}/input/${input.id}`)).status).toBe(204);
    const anew = await begin(job, 8, named);
    expect(anew).not.toBe(url);
    await patch(anew, 0, Buffer.from('halfhalf'));
    expect(await inputsOf(job)).toHaveLength(1);
    const other = await ask('POST', endpointOf(job), { headers: { ...TUS, ...named, 'upload-length': '9' } });
    expect(other).toMatchObject({ status: 400, body: { errors: { 'upload-length': expect.any(String) } } });
    // One that has come by /upload-file is there too.
    const raw = { 'content-type': 'application/octet-stream', 'x-svc-upload-uuid': 'raw' };
    const init = { method: 'POST', headers: { ...raw, 'x-svc-api-key': key }, body: 'hello' };
    await fetch(`${service().url}/upload-file/${job.id}`, init);
    expect(await offsetOf(await begin(job, 5, { 'x-svc-upload-uuid': 'raw' }))).toBe(5);
    expect(await inputsOf(job)).toHaveLength(2);
  });

  test('has a password that nobody is shown', async () => {
    const job = await newJob();
    const metadata = `filename ${base64('a.zip')},decrypt_password ${base64('open sesame')}`;
    const url = await begin(job, 4, { 'upload-metadata': metadata });
    const { headers } = await ask('HEAD', url, { headers: TUS });
    expect(headers.get('upload-metadata')).toBe(`filename ${base64('a.zip')}`);
    const rows = JSON.stringify(await service().context.db.selectFrom('uploads').selectAll().execute());
    expect(rows).not.toContain('sesame');
    expect(rows).not.toContain(base64('open sesame'));
    await patch(url, 0, Buffer.from('PKPK'));
    const [input] = await inputsOf(job);
    expect((await inputRow(service(), input.id)).secret).not.toBeNull();
    for (const wrong of ['filename', 'filename %%%', `a ${base64('1')},a ${base64('2')}`, 'a b c']) {
      const answer = await ask('POST', endpointOf(job), {
        headers: { ...TUS, 'upload-length': '1', 'upload-metadata': wrong },
      });
      if (wrong === 'filename') expect(answer.status).toBe(201);
      else expect(answer).toMatchObject({ status: 400, body: { errors: { 'upload-metadata': expect.any(String) } } });
    }
  });

  test('keeps no bytes that do not have their checksum', async () => {
    const job = await newJob();
    const bytes = randomBytes(1000);
    const url = await begin(job, bytes.length);
    const sum = (of: Buffer) => ({ 'upload-checksum': `sha1 ${createHash('sha1').update(of).digest('base64')}` });
    const wrong = await patch(url, 0, bytes, sum(Buffer.from('other')));
    expect([wrong.status, wrong.body.name]).toEqual([460, 'checksum_mismatch']);
    expect(await offsetOf(url)).toBe(0);
    expect((await patch(url, 0, bytes, { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400);
    expect((await patch(url, 0, bytes, sum(bytes))).status).toBe(204);
    expect(await inputsOf(job)).toMatchObject([{ checksum: md5(bytes) }]);
  });

  test('can be sent by POST alone', async () => {
    const job = await newJob();
    const url = await begin(job, 5);
    const post = (method: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, ...BYTES, 'upload-offset': '0', 'x-http-method-override': method },
        body: 'hello',
      });
    expect((await post('PUT')).status).toBe(405);
    expect((await post('PATCH')).status).toBe(204);
    expect(await inputsOf(job)).toHaveLength(1);
  });

  test('is one of twenty that a job has at a time', async () => {
    const job = await newJob();
    const urls = await Promise.all(Array.from({ length: 20 }, () => begin(job, 10)));
    const headers = { ...TUS, 'upload-length': '10' };
    const refused = await ask('POST', endpointOf(job), { headers });
    expect([refused.status, refused.body.name]).toEqual([429, 'too_many_uploads']);
    expect((await ask('DELETE', urls[0] ?? '', { headers: TUS })).status).toBe(204);
    expect((await ask('POST', endpointOf(job), { headers })).status).toBe(201);
  });
});

test("two services that share a folder go on with each other's uploads", async () => {
  const shared = { DATABASE_URL: await askServers('serviceDatabase'), OUTPUT_STORE: await testFolder() };
  const [one, two] = [await startTestService(shared), await startTestService(shared)];
  onTestFinished(async () => {
    await one.stop();
    await two.stop();
  });
  const { key: shareKey } = await one.service.key();
  const job = await emptyJob(one.service, shareKey);
  const bytes = randomBytes(500_000);
  const headers = { 'X-Svc-Api-Key': shareKey };
  const endpoint = `${one.service.url}/v2/tus/${job.id}`;
  const url = await sendAndAbort(bytes, 200_000, { endpoint, headers, chunkSize: 200_000 });
  await send(bytes, { headers, uploadUrl: two.service.url + new URL(url).pathname });
  const { body } = await one.service.request('GET', `/v2/jobs/${job.id}/input`, { key: shareKey });
  expect(body).toMatchObject([{ size: bytes.length, checksum: md5(bytes) }]);
});

describe('an upload that is not finished', () => {
  test('goes with its bytes when its time is over, and with its job', async () => {
    const before = await filesOf(service());
    const job = await newJob();
    const url = await begin(job, 10);
    await patch(url, 0, Buffer.from('hello'));
    const canceled = await newJob();
    const gone = await begin(canceled, 10);
    await patch(gone, 0, Buffer.from('hello'));
    await ask('DELETE', `/v2/jobs/${canceled.id}`);
    expect((await ask('HEAD', gone, { headers: TUS })).status).toBe(404);
    expect(await filesOf(service())).toHaveLength(before.length + 1);
    service().time += 24 * 3600_000 + 1;
    expect((await ask('HEAD', url, { headers: TUS })).status).toBe(404);
    expect((await patch(url, 5, Buffer.from('hello'))).body).toMatchObject({ code: 404, name: 'no_such_upload' });
    const expiry = startExpiry(service().context, { ...EXPIRY_PACE, jobsMs: 3600_000 });
    const rows = () => service().context.db.selectFrom('uploads').select('id').where('input_id', 'is', null).execute();
    await expect.poll(rows).toEqual([]);
    await expiry.stop();
    expect((await filesOf(service())).filter((path) => path.includes('arriving'))).toEqual([]);
  });
});

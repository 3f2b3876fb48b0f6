import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPIRY_PACE, startExpiry } from '../../../src/service/expiry.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { useS3 } from '../../support/use-s3.ts';
import { emptyJob, inputRow, testFolder } from '../outputs/files-support.ts';
import { type Json, startTestService, type TestService } from '../support.ts';
import { send, sendAndAbort } from './tus-client.ts';

const MEBIBYTE = 1024 ** 2;
const TUS = { 'tus-resumable': '1.0.0' };
const PREFIX = 'some where/inputs/';
const s3 = useS3('store');

/** Two services with one database and one store, like behind a load balancer. */
let one: TestService;
let two: TestService;
const stops: (() => Promise<void>)[] = [];
let key = '';
let database = '';
beforeAll(async () => {
  database = await ask('serviceDatabase');
  for (const set of [(service: TestService) => (one = service), (service: TestService) => (two = service)]) {
    const { service, stop } = await startTestService({ DATABASE_URL: database, OUTPUT_STORE: 's3://store/some where' });
    set(service);
    stops.push(stop);
  }
  ({ key } = await one.key());
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const at = (service: TestService, url: string): string => service.url + new URL(url).pathname;
const optionsAt = (service: TestService, job: Json, more: object = {}) => ({
  endpoint: `${service.url}/v2/tus/${job.id}`,
  headers: { 'X-Svc-Api-Key': key },
  metadata: { filename: 'talk.bin' },
  ...more,
});
const offsetAt = async (service: TestService, url: string): Promise<number> => {
  const { headers } = await service.request('HEAD', new URL(url).pathname, { key, headers: TUS });
  return Number(headers.get('upload-offset'));
};
const stored = async (): Promise<string[]> =>
  (await s3.observer.list('store')).filter((each) => each.startsWith(PREFIX));
const storedBytes = async (id: string): Promise<Buffer | undefined> => {
  const { location } = await inputRow(one, id);
  return (await s3.observer.get('store', decodeURIComponent((location ?? '').slice('s3://store/'.length))))?.bytes;
};
const arrivedOf = async (url: string) => {
  const row = await one.context.db
    .selectFrom('uploads')
    .select('arrived')
    .where('id', '=', url.slice(-36))
    .executeTakeFirstOrThrow();
  return JSON.parse(row.arrived);
};

test('an upload goes on at another replica: its parts and what is behind them are in the store', async () => {
  const job = await emptyJob(one, key);
  const bytes = randomBytes(18 * MEBIBYTE + 12_345);
  const chunkSize = 3 * MEBIBYTE;
  const url = await sendAndAbort(bytes, 9 * MEBIBYTE, optionsAt(one, job, { chunkSize }));
  expect(await arrivedOf(url)).toMatchObject({ size: 9 * MEBIBYTE, tail: MEBIBYTE, file: null });
  expect((await stored()).filter((each) => each.endsWith('.tail'))).toHaveLength(1);
  expect(await offsetAt(two, url)).toBe(9 * MEBIBYTE);
  const again = { ...optionsAt(two, job), uploadUrl: at(two, url) };
  const further = await sendAndAbort(bytes, 15 * MEBIBYTE, { ...again, chunkSize });
  let sent = 0;
  await send(bytes, {
    ...optionsAt(one, job),
    uploadUrl: at(one, further),
    onChunkComplete: (size) => (sent += size),
  });
  expect(sent).toBe(bytes.length - 15 * MEBIBYTE);
  const [input, ...others] = (await two.request('GET', `/v2/jobs/${job.id}/input`, { key })).body;
  expect(others).toEqual([]);
  expect(input).toMatchObject({ filename: 'talk.bin', size: bytes.length, checksum: md5(bytes), status: 'ready' });
  expect((await storedBytes(input.id))?.equals(bytes)).toBe(true);
  // Nothing else remains of the upload.
  expect(await stored()).toHaveLength(1);
  await one.request('DELETE', `/v2/jobs/${job.id}`, { key });
  expect(await stored()).toEqual([]);
});

test('a client that comes back to another replica ends the request that still waits at the first, and loses nothing', async () => {
  const job = await emptyJob(one, key);
  const bytes = randomBytes(2 * MEBIBYTE);
  const begun = await one.request('POST', `/v2/tus/${job.id}`, {
    key,
    headers: { ...TUS, 'upload-length': String(bytes.length) },
  });
  const url = begun.headers.get('location') ?? '';
  const stuck = httpRequest(url, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'x-svc-api-key': key,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  });
  stuck.on('error', () => {});
  const sent = MEBIBYTE + 1;
  await new Promise((resolve) => stuck.write(bytes.subarray(0, sent), resolve));
  const writer = async () =>
    (await one.context.db.selectFrom('uploads').select('writer').where('id', '=', url.slice(-36)).executeTakeFirst())
      ?.writer ?? null;
  await expect.poll(writer).not.toBeNull();
  await expect.poll(() => offsetAt(two, url)).toBeGreaterThan(0);
  await send(bytes, { ...optionsAt(two, job), uploadUrl: at(two, url), retryDelays: [100, 300] });
  stuck.destroy();
  const [input] = (await two.request('GET', `/v2/jobs/${job.id}/input`, { key })).body;
  expect(input.checksum).toBe(md5(bytes));
  expect((await storedBytes(input.id))?.equals(bytes)).toBe(true);
});

test('its type is that of its content, wherever in the file that shows', async () => {
  const job = await emptyJob(one, key);
  // A ZIP archive after 9 MiB of other data: its directory, by which it is recognised, is at the end of the file.
  const folder = await testFolder();
  await writeFile(join(folder, 'a.txt'), 'hello');
  await execa('zip', ['-q', 'a.zip', 'a.txt'], { cwd: folder });
  const bytes = Buffer.concat([Buffer.alloc(9 * MEBIBYTE), await readFile(join(folder, 'a.zip'))]);
  await send(bytes, optionsAt(one, job));
  const [input] = (await one.request('GET', `/v2/jobs/${job.id}/input`, { key })).body;
  expect(input).toMatchObject({ content_type: 'application/zip', checksum: md5(bytes) });
});

test('the MD5 is right also where its state is of another version', async () => {
  const job = await emptyJob(one, key);
  const bytes = randomBytes(10 * MEBIBYTE);
  const url = await sendAndAbort(bytes, 9 * MEBIBYTE, optionsAt(one, job, { chunkSize: 9 * MEBIBYTE }));
  const arrived = { ...(await arrivedOf(url)), md5: Buffer.alloc(156, 1).toString('base64') };
  await one.context.db
    .updateTable('uploads')
    .set({ arrived: JSON.stringify(arrived) as never })
    .where('id', '=', url.slice(-36))
    .execute();
  await send(bytes, { ...optionsAt(two, job), uploadUrl: at(two, url) });
  const [input] = (await one.request('GET', `/v2/jobs/${job.id}/input`, { key })).body;
  expect(input.checksum).toBe(md5(bytes));
});

test('a file that was made before a crash, and not noted, is found; one that is lost ends the upload', async () => {
  const job = await emptyJob(one, key);
  const bytes = randomBytes(9 * MEBIBYTE);
  const { url } = await send(bytes, optionsAt(one, job));
  const { db, files } = one.context;
  const id = url.slice(-36);
  const forget = async () => {
    const arrived = { ...(await arrivedOf(url)), file: null };
    const row = { input_id: null, arrived: JSON.stringify(arrived) as never };
    await db.updateTable('uploads').set(row).where('id', '=', id).execute();
    await db.deleteFrom('inputs').where('job_id', '=', job.id).execute();
  };
  const { file } = await arrivedOf(url);
  await forget();
  const head = () => two.request('HEAD', new URL(url).pathname, { key, headers: TUS });
  expect((await head()).headers.get('x-svc-input-id')).toBe(id);
  expect(await inputRow(one, id)).toMatchObject({ location: file.location, hash: md5(bytes), size: bytes.length });
  await forget();
  await files.remove(file.location);
  expect((await head()).status).toBe(404);
  expect(await db.selectFrom('uploads').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('what has arrived goes with the upload, its parts too', async () => {
  const job = await emptyJob(one, key);
  const bytes = randomBytes(10 * MEBIBYTE);
  const options = optionsAt(one, job, { chunkSize: 9 * MEBIBYTE });
  const url = await sendAndAbort(bytes, 9 * MEBIBYTE, options);
  const other = await sendAndAbort(bytes, 9 * MEBIBYTE, options);
  const left = async () => {
    const keys = [...(await stored()), ...(await s3.observer.listParts('store'))];
    return keys.filter((each) => each.includes(url.slice(-36)) || each.includes(other.slice(-36)));
  };
  // A tail, a part and the marker of the multipart upload for each.
  expect(await left()).toHaveLength(6);
  expect((await two.request('DELETE', new URL(url).pathname, { key, headers: TUS })).status).toBe(204);
  two.time += 24 * 3600_000 + 1;
  const expiry = startExpiry(two.context, { ...EXPIRY_PACE, jobsMs: 3600_000, strayFilesMs: 1e12 });
  const rows = () => one.context.db.selectFrom('uploads').select('id').where('id', '=', other.slice(-36)).execute();
  await expect.poll(rows).toEqual([]);
  await expiry.stop();
  two.time = one.time;
  expect(await left()).toEqual([]);
});

test('while the store is down, bytes are refused and taken again afterwards', async () => {
  const job = await emptyJob(one, key);
  const bytes = randomBytes(MEBIBYTE);
  const url = await sendAndAbort(bytes, MEBIBYTE / 2, optionsAt(one, job, { chunkSize: MEBIBYTE / 2 }));
  await s3.server.takeDown();
  const down = await fetch(url, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'x-svc-api-key': key,
      'upload-offset': String(MEBIBYTE / 2),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes.subarray(MEBIBYTE / 2)),
  }).finally(() => s3.server.bringUp());
  expect([down.status, ((await down.json()) as Json).message]).toEqual([
    503,
    'The file cannot be stored now; try again later.',
  ]);
  await send(bytes, { ...optionsAt(two, job), uploadUrl: at(two, url) });
  const [input] = (await one.request('GET', `/v2/jobs/${job.id}/input`, { key })).body;
  expect(input.checksum).toBe(md5(bytes));
});

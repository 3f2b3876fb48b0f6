import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useS3 } from '../../support/use-s3.ts';
import { startTestService, type TestService } from '../support.ts';
import { curl, emptyJob, inputRow, makeOutput, md5sum, randomFile, testFolder } from './files-support.ts';

const s3 = useS3('store');
let service: TestService;
let stop = async () => {};
let key = '';
beforeAll(async () => {
  ({ service, stop } = await startTestService({ OUTPUT_STORE: 's3://store/some where' }));
  ({ key } = await service.key());
});
afterAll(() => stop());

const stored = () => s3.observer.list('store');

test('an upload becomes an object of its input, also one of several parts, and goes with it', async () => {
  const job = await emptyJob(service, key);
  for (const size of [1000, 20 * 1024 ** 2]) {
    const file = await randomFile(size, 'Größe.bin');
    const url = `${service.url}/upload-file/${job.id}`;
    const { status, json } = await curl('-H', `X-Svc-Api-Key: ${key}`, '-F', `file=@${file}`, url);
    expect(status).toBe(201);
    expect(json).toMatchObject({ size, checksum: await md5sum(file) });
    const keys = (await stored()).filter((each) => each.startsWith(`some where/inputs/${json.id}/`));
    expect(keys).toHaveLength(1);
    expect((await s3.observer.get('store', keys[0] ?? ''))?.bytes.equals(await readFile(file))).toBe(true);
    await service.request('DELETE', `/v2/jobs/${job.id}/input/${json.id}`, { key });
    expect(await stored()).not.toContain(keys[0]);
  }
});

test('an output is streamed through, whole and in ranges, and 410 when it is lost', async () => {
  const file = await randomFile(3_000_001);
  const { link, id } = await makeOutput(service, key, file);
  const path = join(await testFolder(), 'got');
  const whole = await curl(service.url + link);
  await writeFile(path, whole.body);
  expect(whole.status).toBe(200);
  expect(await md5sum(path)).toBe(await md5sum(file));
  const part = await curl('-r', '1000000-2999999', service.url + link);
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 1000000-2999999/3000001' } });
  expect(part.body.equals((await readFile(file)).subarray(1_000_000, 3_000_000))).toBe(true);
  const row = await service.context.db
    .selectFrom('outputs')
    .select('location')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await service.context.files.remove(row.location);
  await service.context.files.remove(row.location);
  expect((await curl(service.url + link)).status).toBe(410);
});

test('an output is copied into the next job by the server', async () => {
  const file = await randomFile(100_000);
  const made = await makeOutput(service, key, file, { filename: 'ü (1).mp3' });
  const body = { input: [{ type: 'output', source: made.id }], conversion: [{ target: 'mp3', category: 'audio' }] };
  const job = (await service.request('POST', '/v2/jobs', { key, body })).body;
  expect(job.input).toMatchObject([{ filename: 'ü (1).mp3', checksum: await md5sum(file) }]);
  await service.request('DELETE', `/v2/jobs/${made.job.id}/output/${made.id}`, { key });
  const { location } = await inputRow(service, job.input[0].id);
  const [kept] = (await stored()).filter((each) => each.includes(job.input[0].id));
  expect(location).toContain(job.input[0].id);
  expect((await s3.observer.get('store', kept ?? ''))?.bytes.equals(await readFile(file))).toBe(true);
  const found: string[] = [];
  for await (const each of service.context.files.receivedBefore(Date.now() + 60_000)) found.push(each.id);
  expect(found).toContain(job.input[0].id);
});

test('places that are none of ours are neither read nor removed', async () => {
  await s3.observer.put('store', 'other/secret', 'x');
  const { files } = service.context;
  for (const location of ['s3://store/other/secret', 's3://other/x', 'file:///etc/passwd']) {
    await expect(files.read(location, null)).rejects.toThrow();
    await expect(files.remove(location)).rejects.toThrow();
  }
  expect(await stored()).toContain('other/secret');
});

test('while the store is down, an upload is refused, and taken when it is back, without sending it again', async () => {
  const job = await emptyJob(service, key);
  const file = await randomFile(50_000);
  const url = `${service.url}/upload-file/${job.id}`;
  const credentials = ['-H', `X-Svc-Api-Key: ${key}`, '-H', 'X-Svc-Upload-Uuid: kept'];
  await s3.server.takeDown();
  const down = await curl(...credentials, '-F', `file=@${file}`, url).finally(() => s3.server.bringUp());
  expect(down).toMatchObject({ status: 503, json: { message: 'The file cannot be stored now; try again later.' } });
  expect((await curl('-I', ...credentials, url)).headers).toMatchObject({ 'upload-offset': '50000' });
  const rest = [
    '-H',
    'Upload-Offset: 50000',
    '-H',
    'Upload-Length: 50000',
    '-H',
    'Content-Type: application/octet-stream',
  ];
  const done = await curl('-X', 'PATCH', ...credentials, ...rest, '--data-binary', '', url);
  expect(done).toMatchObject({ status: 201, json: { checksum: await md5sum(file) } });
});

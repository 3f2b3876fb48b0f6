import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { execa } from 'execa';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { patience } from '../../support/slowness.ts';
import { useS3 } from '../../support/use-s3.ts';
import { completeTasks } from '../convert/convert-support.ts';
import { type Json, makeJob, startTestService, type TestService, useService } from '../support.ts';
import { curl, md5sum, testFolder } from './files-support.ts';

const MEBIBYTE = 1024 ** 2;
const DAY_MS = 24 * 3600_000;

/** Makes a completed job with outputs of these names; each contains its name, repeated. */
async function completedJob(
  service: TestService,
  key: string,
  filenames: readonly string[],
  repeat = 1,
): Promise<Json> {
  const job = await makeJob(service, key);
  const outputs = filenames.map((filename) => ({ filename, content: filename.repeat(repeat) }));
  await completeTasks(service, job.id, outputs);
  return (await service.request('GET', `/v2/jobs/${job.id}`, { key })).body;
}

const address = (service: TestService, job: Json) => `${service.url}/v2/jobs/${job.id}/download`;

async function saved(service: TestService, job: Json, ...args: string[]): Promise<string> {
  const answer = await curl(...args, address(service, job));
  expect(answer.status, answer.body.toString('latin1', 0, 300)).toBe(200);
  const path = join(await testFolder(), 'all.zip');
  await writeFile(path, answer.body);
  return path;
}

const locationOf = async ({ context: { db } }: TestService, outputId: string): Promise<string> =>
  (await db.selectFrom('outputs').select('location').where('id', '=', outputId).executeTakeFirstOrThrow()).location;

describe('all outputs of a job as one zip', () => {
  const service = useService('sqlite');
  let key = '';
  let byKey: string[] = [];
  beforeAll(async () => {
    ({ key } = await service().key());
    byKey = ['-H', `X-Svc-Api-Key: ${key}`];
  });

  test('are whole for three other programs, stored, under names of their own', async () => {
    const names = ['Größe.txt', 'page.txt', 'page.txt', 'PAGE.txt', '../page.txt'];
    const job = await completedJob(service(), key, names, 1000);
    const zip = await saved(service(), job, ...byKey);
    await execa('unzip', ['-t', zip]);
    await execa(DEBIAN_7ZIP, ['t', zip]);
    const listed = (await execa('bsdtar', ['-tf', zip], { env: { LC_ALL: 'C.UTF-8' } })).stdout.split('\n');
    expect(listed.slice(0, 2)).toEqual(['Größe.txt', 'page.txt']);
    expect(new Set(listed.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(listed.filter((name) => name.includes('/'))).toEqual([]);
    expect((await execa('bsdtar', ['-xOf', zip, 'page.txt'])).stdout).toBe('page.txt'.repeat(1000));
    expect((await execa(DEBIAN_7ZIP, ['l', '-slt', zip])).stdout.match(/Method = Store/g)).toHaveLength(names.length);
    // The same outputs give the same zip.
    expect(await md5sum(await saved(service(), job, '-H', `X-Svc-Token: ${job.token}`))).toBe(await md5sum(zip));
  });

  test('say what cannot be asked for: no ranges, no length; HEAD and If-None-Match send no bytes', async () => {
    const job = await completedJob(service(), key, ['a.txt', 'b.txt']);
    const whole = await curl(...byKey, address(service(), job));
    const ranged = await curl(...byKey, '-H', 'Range: bytes=0-9', address(service(), job));
    expect(ranged).toMatchObject({ status: 200, headers: { 'accept-ranges': 'none' } });
    expect(ranged.body).toEqual(whole.body);
    expect(ranged.headers['content-length']).toBeUndefined();
    expect(whole.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    const read = vi.spyOn(service().context.files, 'read');
    onTestFinished(() => void vi.restoreAllMocks());
    const head = await curl('-I', ...byKey, address(service(), job));
    expect(head).toMatchObject({ status: 200, headers: { etag: whole.headers.etag } });
    const known = await curl(...byKey, '-H', `If-None-Match: ${whole.headers.etag}`, address(service(), job));
    expect(known.status).toBe(304);
    expect(read).not.toHaveBeenCalled();
  });

  test('count as a download of each output, when they were sent whole', async () => {
    const job = await completedJob(service(), key, ['a.txt', 'b.txt']);
    await saved(service(), job, ...byKey);
    const counters = async () =>
      (await service().request('GET', `/v2/jobs/${job.id}/output`, { key })).body.map(
        (each: Json) => each.downloads_counter,
      );
    await expect.poll(counters).toEqual([1, 1]);
  });

  test('are refused with the reason: running, without outputs, deleted, expired, of others', async () => {
    const asked = async (job: Json, ...args: string[]) => {
      const { status, json } = await curl(...args, address(service(), job));
      return [status, json?.name, json?.message];
    };
    const running = await makeJob(service(), key);
    expect(await asked(running, ...byKey)).toEqual([409, 'wrong_job_status', expect.stringContaining('queued')]);

    const failed = await makeJob(service(), key);
    for (const task of await service().tasks(failed.id))
      await service().report(task, { status: 'failed', progress: 100 });
    expect(await asked(failed, ...byKey)).toEqual([404, 'no_such_output', expect.stringContaining('failed')]);

    const emptied = await completedJob(service(), key, ['a.txt']);
    expect((await asked(emptied, ...byKey))[0]).toBe(200);
    await service().request('DELETE', `/v2/jobs/${emptied.id}/output/${emptied.output[0].id}`, { key });
    expect(await asked(emptied, ...byKey)).toEqual([410, 'download_disabled', 'All outputs were deleted.']);

    const other = await service().key();
    const done = await completedJob(service(), key, ['a.txt']);
    expect((await asked(done, '-H', `X-Svc-Api-Key: ${other.key}`))[0]).toBe(404);
    expect((await asked(done, '-H', `X-Svc-Token: ${running.token}`))[0]).toBe(401);
    expect((await asked(done))[0]).toBe(401);
    service().time += 2 * DAY_MS;
    expect((await asked(done, ...byKey)).slice(0, 2)).toEqual([410, 'download_expired']);
    service().time -= 2 * DAY_MS;
  });

  test('have the dates of the outputs, and of several jobs of a key are one zip', async () => {
    const jobs = [
      await completedJob(service(), key, ['a.txt']),
      await completedJob(service(), key, ['a.txt', 'b.txt']),
    ];
    const ask = (...ids: string[]) =>
      curl(...byKey, `${service().url}/page/zip?${ids.map((id) => `job=${id}`).join('&')}`);
    const answer = await ask(...jobs.map(({ id }) => id));
    const path = join(await testFolder(), 'all.zip');
    await writeFile(path, answer.body);
    const program =
      'import sys,zipfile; [print(e.filename, *e.date_time[:5]) for e in zipfile.ZipFile(sys.argv[1]).infolist()]';
    const now = new Date(service().time);
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()].join(' ');
    expect((await execa('python3', ['-c', program, path])).stdout.split('\n')).toEqual(
      ['a.txt', 'a-2.txt', 'b.txt'].map((name) => `${name} ${date}`),
    );

    const other = await service().key();
    const foreign = await completedJob(service(), other.key, ['c.txt']);
    expect((await ask(jobs[0]?.id, foreign.id)).json?.name).toBe('no_such_job');
    expect((await curl(`${service().url}/page/zip?job=${jobs[0]?.id}`)).status).toBe(401);
    expect((await ask()).status).toBe(400);
  });

  test('of which one is protected need its password', async () => {
    const job = await completedJob(service(), key, ['a.txt', 'b.txt']);
    const path = `/v2/jobs/${job.id}/output/${job.output[1].id}`;
    await service().request('PATCH', path, { key, body: { download_password: 'open sesame' } });
    const name = async (...args: string[]) => (await curl(...byKey, ...args, address(service(), job))).json?.name;
    expect(await name()).toBe('download_password_required');
    expect(await name('-H', 'X-Svc-Download-Password: wrong')).toBe('download_password_wrong');
    await saved(service(), job, ...byKey, '-H', 'X-Svc-Download-Password: open sesame');
  });

  test('of which one has become shorter in the store end without an end: no zip that looks complete', async () => {
    const job = await completedJob(service(), key, ['a.txt', 'b.txt'], 100_000);
    await truncate(fileURLToPath(await locationOf(service(), job.output[1].id)), 1000);
    const zip = join(await testFolder(), 'broken.zip');
    const args = ['--silent', '--max-time', String(patience(20)), ...byKey, '--output', zip, address(service(), job)];
    // Exit code 18: only a part was transferred.
    await expect(promisify(execFile)('curl', args)).rejects.toMatchObject({ code: 18 });
    expect((await stat(zip)).size).toBeGreaterThan(400_000);
    await expect(execa('unzip', ['-t', zip])).rejects.toThrow();
    const counted = (await service().request('GET', `/v2/jobs/${job.id}/output`, { key })).body;
    expect(counted.map((each: Json) => each.downloads_counter)).toEqual([0, 0]);
  });

  test('of which one is lost are 410, or broken off, and never a zip without it', async () => {
    const job = await completedJob(service(), key, ['a.txt', 'b.txt'], 100_000);
    await service().context.files.remove(await locationOf(service(), job.output[0].id));
    expect((await curl(...byKey, address(service(), job))).json).toMatchObject({ code: 410, name: 'file_gone' });
  });

  test('are read no further when the client leaves, and the files are closed', async () => {
    const job = await completedJob(service(), key, ['a.txt', 'b.txt'], 4_000_000);
    const { files } = service().context;
    const { read } = files;
    const opened: Readable[] = [];
    vi.spyOn(files, 'read').mockImplementation(async (...args) => {
      const stream = await read(...args);
      opened.push(stream);
      return stream;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const client = request(address(service(), job), { headers: { 'x-svc-api-key': key } });
    client.on('error', () => {});
    client.on('response', (response) => response.once('data', () => client.destroy()));
    client.end();
    await expect.poll(() => opened.length).toBe(1);
    await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true);
    expect(opened).toHaveLength(1);
  });

  test('take no memory, however large they are', async () => {
    const job = await completedJob(service(), key, ['big.bin', 'second.bin'], 1);
    const { db } = service().context;
    for (const { id } of job.output) {
      const path = fileURLToPath(await locationOf(service(), id));
      await pipeline(Readable.from(noise(200)), createWriteStream(path));
      await db
        .updateTable('outputs')
        .set({ size: 200 * MEBIBYTE })
        .where('id', '=', id)
        .execute();
    }
    const zip = join(await testFolder(), 'big.zip');
    let most = 0;
    const before = process.memoryUsage().rss;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);
    await execa('curl', ['-sSf', ...byKey, '-o', zip, address(service(), job)]);
    clearInterval(timer);
    expect((await stat(zip)).size).toBeGreaterThan(400 * MEBIBYTE);
    await execa('unzip', ['-tq', zip]);
    expect(most).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(120 * MEBIBYTE);
  });
});

function* noise(mebibytes: number): Generator<Buffer> {
  const block = Buffer.alloc(MEBIBYTE, 'noise');
  for (let index = 0; index < mebibytes; index++) yield block;
}

describe('all outputs in an S3 store as one zip', () => {
  const s3 = useS3('zips');

  test('are streamed through, and broken off where an object was shortened', async () => {
    const { service, stop } = await startTestService({ OUTPUT_STORE: 's3://zips/below' });
    onTestFinished(stop);
    const { key } = await service.key();
    const job = await completedJob(service, key, ['a.txt', 'b.txt'], 50_000);
    const zip = await saved(service, job, '-H', `X-Svc-Api-Key: ${key}`);
    await execa('unzip', ['-t', zip]);
    const inside = (await execa('unzip', ['-p', zip, 'b.txt'])).stdout;
    expect(inside).toBe('b.txt'.repeat(50_000));

    const object = new URL(await locationOf(service, job.output[1].id));
    await s3.observer.put('zips', decodeURIComponent(object.pathname.slice(1)), 'short');
    const broken = join(await testFolder(), 'broken.zip');
    const args = [
      '-s',
      '--max-time',
      String(patience(20)),
      '-H',
      `X-Svc-Api-Key: ${key}`,
      '-o',
      broken,
      address(service, job),
    ];
    await expect(promisify(execFile)('curl', args)).rejects.toMatchObject({ code: 18 });
    expect((await readFile(broken)).includes('a.txt'.repeat(100))).toBe(true);
  });
});

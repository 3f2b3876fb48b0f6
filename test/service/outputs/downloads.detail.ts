import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { DATABASES, useService } from '../support.ts';
import { type CurlAnswer, curl, type MadeOutput, makeOutput, md5sum, randomFile, testFolder } from './files-support.ts';

const SIZE = 1_000_003;
const DAY_MS = 24 * 3600_000;

describe.each(DATABASES)('downloads on %s', (kind) => {
  const service = useService(kind);
  let key = '';
  let file = '';
  let output: MadeOutput;
  beforeAll(async () => {
    ({ key } = await service().key());
    file = await randomFile(SIZE);
    output = await makeOutput(service(), key, file, { filename: 'Größe "x" 😀.mp3' });
  });

  const get = (link: string, ...args: string[]): Promise<CurlAnswer> => curl(...args, service().url + link);
  const md5 = async ({ body }: CurlAnswer) => {
    const path = join(await testFolder(), 'got');
    await writeFile(path, body);
    return md5sum(path);
  };
  const outputRecord = async ({ job, id }: MadeOutput) =>
    (await service().request('GET', `/v2/jobs/${job.id}/output/${id}`, { key })).body;

  test('gives the bytes to whoever has the link, with what a browser needs to keep it harmless', async () => {
    const answer = await get(output.link);
    expect(answer.status).toBe(200);
    expect(await md5(answer)).toBe(await md5sum(file));
    expect(answer.headers).toMatchObject({
      'content-length': String(SIZE),
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      etag: `"${await md5sum(file)}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringContaining("filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22%20%F0%9F%98%80.mp3"),
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="/);
  });

  test('a file that has become shorter ends the connection, so that the client knows and does not wait', async () => {
    const short = await makeOutput(service(), key, file, { filename: 'short.bin' });
    const rows = await service()
      .context.db.selectFrom('outputs')
      .select('location')
      .where('id', '=', short.id)
      .execute();
    await truncate(fileURLToPath(rows[0]?.location ?? ''), 1000);
    // Exit code 18: only a part was transferred.
    const args = ['--silent', '--max-time', String(patience(20)), '--output', '/dev/null', service().url + short.link];
    await expect(promisify(execFile)('curl', args)).rejects.toMatchObject({ code: 18 });
  });

  test('are counted where the client leaves with the last byte, before the store says that the file has ended', async () => {
    const { context } = service();
    const small = await makeOutput(service(), key, await randomFile(1000), { filename: 'small.bin' });
    const { read } = context.files;
    const late = async (...args: Parameters<typeof read>) =>
      pipeline(await read(...args), new PassThrough({ flush: (done) => void setTimeout(done, 300) }), () => {});
    vi.spyOn(context.files, 'read').mockImplementation(late);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await get(small.link)).body).toHaveLength(1000);
    await expect.poll(async () => (await outputRecord(small)).downloads_counter).toBe(1);
  });

  test('HEAD tells the same, without the bytes', async () => {
    const [got, head] = [await get(output.link), await get(output.link, '-I')];
    expect(head.status).toBe(200);
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'content-disposition',
      'accept-ranges',
      'last-modified',
    ]) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
  });

  test.each<[string, number, string]>([
    ['bytes=0-0', 206, `bytes 0-0/${SIZE}`],
    ['bytes=0-', 206, `bytes 0-${SIZE - 1}/${SIZE}`],
    ['bytes=10-19', 206, `bytes 10-19/${SIZE}`],
    [`bytes=${SIZE - 1}-`, 206, `bytes ${SIZE - 1}-${SIZE - 1}/${SIZE}`],
    ['bytes=999999-5000000', 206, `bytes 999999-${SIZE - 1}/${SIZE}`],
    ['bytes=-7', 206, `bytes ${SIZE - 7}-${SIZE - 1}/${SIZE}`],
    ['bytes=-99999999', 206, `bytes 0-${SIZE - 1}/${SIZE}`],
    [`bytes=${SIZE}-`, 416, `bytes */${SIZE}`],
    ['bytes=5000000-6000000', 416, `bytes */${SIZE}`],
    ['bytes=-0', 416, `bytes */${SIZE}`],
  ])('range %s is %i', async (range, status, contentRange) => {
    const answer = await get(output.link, '-H', `Range: ${range}`);
    expect(answer).toMatchObject({ status, headers: { 'content-range': contentRange } });
    const [, start, end] = /(\d+)-(\d+)\//.exec(contentRange) ?? [];
    if (status === 206) expect(answer.body).toEqual((await readFile(file)).subarray(Number(start), Number(end) + 1));
    else expect(answer.json).toMatchObject({ code: 416 });
  });

  test.each([
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0-1,5-6',
    'bytes=1e3-',
    'bytes=-1-2',
    'bytes=99999999999999999999-',
    'lines=1-2',
    `bytes=${'0-1,'.repeat(20)}0-1`,
  ])('range %s is not understood: all of it', async (range) => {
    const answer = await get(output.link, '-H', `Range: ${range}`);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-length': String(SIZE) } });
  });

  test('a range of another version is all of it; a version that the client has is 304', async () => {
    const { headers } = await get(output.link, '-I');
    const ranged = async (ifRange: string) =>
      (await get(output.link, '-H', 'Range: bytes=0-9', '-H', `If-Range: ${ifRange}`)).status;
    expect(await ranged(headers.etag ?? '')).toBe(206);
    expect(await ranged(headers['last-modified'] ?? '')).toBe(206);
    expect(await ranged('"other"')).toBe(200);
    expect(await ranged(`W/${headers.etag}`)).toBe(200);
    expect(await ranged('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200);
    expect(await get(output.link, '-H', `If-None-Match: "x", W/${headers.etag}`)).toMatchObject({ status: 304 });
    expect((await get(output.link, '-H', 'If-None-Match: "x"')).status).toBe(200);
  });

  test('curl goes on where it stopped', async () => {
    const path = join(await testFolder(), 'half');
    await writeFile(path, (await readFile(file)).subarray(0, 400_000));
    await promisify(execFile)('curl', ['-sS', '-C', '-', '-o', path, service().url + output.link]);
    expect(await md5sum(path)).toBe(await md5sum(file));
  });

  test('counts whole downloads: not HEAD, not parts, not those that broke', async () => {
    const counted = await makeOutput(service(), key, await randomFile(40_000_000), { filename: 'c.mp3' });
    const count = async () => (await outputRecord(counted)).downloads_counter;
    await get(counted.link, '-I');
    await get(counted.link, '-r', '0-99');
    const { hostname, port } = new URL(service().url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${counted.link} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await sleep(300);
    expect(await count()).toBe(0);
    await get(counted.link);
    await expect.poll(count).toBe(1);
    await get(counted.link, '-r', '0-');
    await expect.poll(count).toBe(2);
  });

  test('another name or id is 404; after a change of name the old link works too', async () => {
    const renamed = await makeOutput(service(), key, file, { filename: 'old.mp3' });
    for (const link of [
      `/download-file/${renamed.id}/other.mp3`,
      `/download-file/${renamed.id}/..%2Fold.mp3`,
      '/download-file/00000000-0000-4000-8000-000000000000/old.mp3',
      '/download-file/..%2F..%2Fetc/passwd',
      `/download-file/${'a'.repeat(900)}/b`,
    ]) {
      expect((await get(link, '--path-as-is')).status).toBe(404);
    }
    for (const link of [`/download-file/${renamed.id}/old.mp3%00`, '/download-file/x%00y/old.mp3']) {
      expect((await get(link)).status).toBe(400);
    }
    expect((await get(renamed.link)).status).toBe(200);
    const path = `/v2/jobs/${renamed.job.id}/output/${renamed.id}`;
    const patched = await service().request('PATCH', path, { key, body: { filename: 'new' } });
    expect(patched.body.filename).toBe('new.mp3');
    expect((await get(new URL(patched.body.uri).pathname)).status).toBe(200);
    expect((await get(renamed.link)).status).toBe(200);
  });

  test('what is deleted, disabled, over or lost is 410', async () => {
    const made = () => makeOutput(service(), key, file);
    const [deleted, disabled, lost, over] = [await made(), await made(), await made(), await made()];
    const { db } = service().context;
    for (const { link } of [deleted, disabled, lost, over]) expect((await get(link, '-I')).status).toBe(200);
    await service().request('DELETE', `/v2/jobs/${deleted.job.id}/output/${deleted.id}`, { key });
    await db.updateTable('outputs').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
    const row = await db.selectFrom('outputs').select('location').where('id', '=', lost.id).executeTakeFirstOrThrow();
    await service().context.files.remove(row.location);
    for (const { link } of [deleted, disabled, lost])
      expect(await get(link)).toMatchObject({ status: 410, json: { code: 410 } });
    service().time += DAY_MS - 3600_000;
    expect((await get(over.link)).status).toBe(200);
    service().time += 3600_001;
    try {
      expect((await get(over.link)).status).toBe(410);
      expect((await get(over.link, '-r', '0-1')).status).toBe(410);
    } finally {
      service().time -= DAY_MS + 1;
    }
  });

  test('a place outside of the stores is never read, whatever a report says', async () => {
    const evil = await makeOutput(service(), key, file, { record: { uri: 'file:///etc/passwd' } });
    const dots = await makeOutput(service(), key, file, {
      record: { uri: `file://${service().context.config.outputStore}/..%2Fsecret` },
    });
    for (const { link } of [evil, dots]) {
      const answer = await get(link);
      expect(answer.status).toBe(500);
      expect(answer.body.toString()).not.toMatch(/root|etc|outputs/);
    }
  });

  test('a type that is none is octet-stream', async () => {
    const record = { content_type: 'text/html\r\nX-Injected: 1' };
    const { link } = await makeOutput(service(), key, file, { record });
    const { headers } = await get(link, '-I');
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['x-injected']).toBeUndefined();
  });

  test('a file without bytes', async () => {
    const { link } = await makeOutput(service(), key, await randomFile(0), { filename: 'empty.txt' });
    expect(await get(link)).toMatchObject({ status: 200, headers: { 'content-length': '0' }, body: Buffer.alloc(0) });
    expect((await get(link, '-r', '0-')).status).toBe(416);
  });

  test('a client that goes away stops the reading', async () => {
    const { id, link } = await makeOutput(service(), key, await randomFile(30_000_000), { filename: 'l.mp3' });
    const { db } = service().context;
    const row = await db.selectFrom('outputs').select('location').where('id', '=', id).executeTakeFirstOrThrow();
    const path = fileURLToPath(row.location);
    const { hostname, port } = new URL(service().url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${link} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    onTestFinished(() => void socket.destroy());
    await expect.poll(() => openFiles()).toContain(path);
    socket.destroy();
    await expect.poll(() => openFiles()).not.toContain(path);
  });
});

/** Returns the paths of open files of this process, which contains the service. */
async function openFiles(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return Promise.all(links);
}

describe('a download password', () => {
  const service = useService('sqlite', { HEADER_ALIASES: 'x-other', GUESSES_PER_MINUTE: '1000' });
  let link = '';
  beforeAll(async () => {
    const { key } = await service().key();
    ({ link } = await makeOutput(service(), key, await randomFile(1000), {
      job: { download_passwords: ['first', 'with,comma'] },
      record: { download_password: 'own; "one"' },
    }));
  });
  const status = async (...headers: string[]) =>
    (await curl(...headers.flatMap((header) => ['-H', header]), service().url + link)).status;

  test('is needed, and told how to give', async () => {
    const answer = await curl(service().url + link);
    expect(answer).toMatchObject({
      status: 401,
      json: { message: expect.stringContaining('X-Svc-Download-Password') },
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect((await curl('-I', service().url + link)).status).toBe(401);
  });

  test.each([
    ['a header', 'X-Svc-Download-Password: first'],
    ['in lower case', 'x-svc-download-password: first'],
    ['under an alias', 'X-Other-Download-Password: first'],
    ['in a list', 'X-Svc-Download-Password: wrong,first'],
    ['in a list with spaces', 'X-Svc-Download-Password: wrong, first'],
    ['with a comma in it', 'X-Svc-Download-Password: with,comma'],
    ['of the output', 'X-Svc-Download-Password: own; "one"'],
    ['a cookie', 'Cookie: a=b; x-svc-download-password=first; c=d'],
    ['a cookie with a list', 'Cookie: x-svc-download-password=x,first'],
    ['an encoded cookie', 'Cookie: x-svc-download-password=own%3B%20%22one%22'],
    ['a cookie under an alias', 'Cookie: x-other-download-password="first"'],
  ])('opens by %s', async (_, header) => expect(await status(header)).toBe(200));

  test.each([
    ['wrong', 'X-Svc-Download-Password: wrong'],
    ['empty', 'X-Svc-Download-Password;'],
    ['a part', 'X-Svc-Download-Password: firs'],
    ['in another case', 'X-Svc-Download-Password: FIRST'],
    ['under an unknown prefix', 'X-Foreign-Download-Password: first'],
    ['in another cookie', 'Cookie: password=first'],
    [
      'beyond the number of guesses',
      `X-Svc-Download-Password: ${Array.from({ length: 500 }, (_, i) => `x${i}`).join(',')},first`,
    ],
    ['a broken encoding', 'Cookie: x-svc-download-password=%zz'],
  ])('stays closed with one that is %s', async (_, header) => expect(await status(header)).toBe(401));
});

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { plainPdf } from '../../support/plain-pdf.ts';
import {
  curl,
  emptyJob,
  filesOf,
  inputRow,
  md5sum,
  randomFile,
  sendRaw,
  storedPath,
  testFolder,
} from '../outputs/files-support.ts';
import { DATABASES, type Json, useService } from '../support.ts';

const MEBIBYTE = 1024 ** 2;

describe.each(DATABASES)('uploads on %s', (kind) => {
  const service = useService(kind);
  const post = (job: Json, key: string, ...args: string[]) =>
    curl('-H', `X-Svc-Api-Key: ${key}`, ...args, `${service().url}/upload-file/${job.id}`);

  test('a form makes an input with the bytes, their number and their MD5', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const file = await randomFile(3 * MEBIBYTE + 1);
    const { status, json } = await post(job, key, '-F', `file=@${file}`, '-F', 'decrypt_password=secret');
    expect(status).toBe(201);
    expect(json).toMatchObject({
      type: 'upload',
      status: 'ready',
      filename: 'talk.bin',
      size: 3 * MEBIBYTE + 1,
      checksum: await md5sum(file),
      hash: await md5sum(file),
      credentials: [],
    });
    expect(JSON.stringify(json)).not.toContain('secret');
    expect(await md5sum(await storedPath(service(), json.id))).toBe(await md5sum(file));
    expect((await inputRow(service(), json.id)).secret).not.toContain('secret');
    const listed = await service().request('GET', `/v2/jobs/${job.id}`, { key });
    expect(listed.body).toMatchObject({ status: 'ready', input: [{ id: json.id }] });
    expect((await filesOf(service())).filter((path) => path.startsWith('work'))).toEqual([]);
  });

  test('what a file says about itself is in its input at once, below what the client says', async () => {
    const { key } = await service().key();
    const folder = await testFolder();
    const [plain, locked] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
    await writeFile(plain, plainPdf(4));
    execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', plain, locked]);
    const said = { pages: 4, password_protected: true, pdf_has_user_password: true };
    const waiting = { type: 'upload', filename: 'locked.pdf', metadata: { pages: 'all', mine: 1 } };
    const base64 = { type: 'base64', source: (await readFile(plain)).toString('base64'), filename: 'plain.pdf' };
    const body = { input: [waiting, base64], conversion: [], process: false };
    const { body: job } = await service().request('POST', '/v2/jobs', { key, body });
    expect(job.input[1]).toMatchObject({
      content_type: 'application/pdf',
      metadata: { pages: 4, password_protected: false },
    });
    const filled = await post(job, key, '-F', `file=@${locked}`);
    expect(filled.json).toMatchObject({ id: job.input[0].id, content_type: 'application/pdf' });
    expect(filled.json.metadata).toEqual({ ...said, pages: 'all', mine: 1 });
    const last = (await post(job, key, '-F', `file=@${locked}`)).json;
    expect(last.metadata).toEqual(said);
    const copy = { input: [{ type: 'input_id', source: last.id }], process: false };
    expect((await service().request('POST', '/v2/jobs', { key, body: copy })).body.input[0].metadata).toEqual(said);
  });

  test('the body itself can be the file, with its name in the query or in Content-Disposition', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const file = await randomFile(100_000);
    const raw = ['-H', 'Content-Type: application/octet-stream', '--data-binary', `@${file}`];
    const url = `${service().url}/upload-file/${job.id}`;
    const byQuery = await curl(
      '-H',
      `X-Svc-Token: ${job.token}`,
      ...raw,
      `${url}?filename=${encodeURIComponent('Größe 😀.wav')}`,
    );
    expect(byQuery.json).toMatchObject({ filename: 'Größe 😀.wav', checksum: await md5sum(file) });
    const byHeader = await post(
      job,
      key,
      ...raw,
      '-H',
      `Content-Disposition: attachment; filename*=UTF-8''na%C3%AFve.wav`,
    );
    expect(byHeader.json).toMatchObject({ filename: 'naïve.wav', size: 100_000 });
    // Chunked, without a length.
    const chunked = await post(job, key, ...raw, '-H', 'Transfer-Encoding: chunked');
    expect(chunked).toMatchObject({ status: 201, json: { filename: 'file', checksum: await md5sum(file) } });
    expect((await service().request('GET', `/v2/jobs/${job.id}/input`, { key })).body).toHaveLength(3);
  });

  test('a job that waits for its files starts with the last of them, each in the input of its name', async () => {
    const { key } = await service().key();
    const names = ['a.wav', 'b.wav', 'c.wav'];
    const job = await emptyJob(service(), key, {
      process: true,
      input: names.map((filename) => ({ type: 'upload', filename })),
    });
    expect(job).toMatchObject({ status: 'incomplete', input: [{ status: 'downloading' }, {}, {}] });
    const wakes = service().dispatch.wakes;
    const answers = await Promise.all(
      names.toReversed().map(async (name) => post(job, key, '-F', `file=@${await randomFile(200_000, name)}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = await service().request('GET', `/v2/jobs/${job.id}`, { key });
    expect(body.status).toBe('queued');
    expect(service().dispatch.wakes).toBe(wakes + 1);
    const byName = new Map(answers.map(({ json }) => [json.filename, json.checksum]));
    expect(body.input.map(({ id, filename, checksum }: Json) => ({ id, filename, checksum }))).toEqual(
      job.input.map(({ id }: Json, index: number) => ({
        id,
        filename: names[index],
        checksum: byName.get(names[index] ?? ''),
      })),
    );
    for (const { id, checksum } of body.input) expect(await md5sum(await storedPath(service(), id))).toBe(checksum);
    // A started job accepts no more files.
    const late = await post(job, key, '-F', `file=@${await randomFile(10)}`);
    expect(late).toMatchObject({ status: 409, json: { code: 409 } });
  });

  test('twenty files at once fill twenty inputs that wait, each one', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key, { input: Array.from({ length: 20 }, () => ({ type: 'upload' })) });
    const files = await Promise.all(Array.from({ length: 20 }, (_, index) => randomFile(5_000 + index)));
    const answers = await Promise.all(files.map((file) => post(job, key, '-F', `file=@${file}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(20);
    const { body } = await service().request('GET', `/v2/jobs/${job.id}/input`, { key });
    expect(body).toHaveLength(20);
    const sums = await Promise.all(files.map(md5sum));
    expect(body.map(({ checksum }: Json) => checksum).sort()).toEqual(sums.sort());
    for (const { id, checksum } of body) expect(await md5sum(await storedPath(service(), id))).toBe(checksum);
    const stored = (await filesOf(service())).filter((path) => body.some(({ id }: Json) => path.includes(id)));
    expect(stored).toHaveLength(20);
  });

  test('repeated with its id, an upload is the same record, and stored once; also after the job has started', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key, { process: true });
    const file = await randomFile(300_000);
    const before = (await filesOf(service())).length;
    const send = () => post(job, key, '-H', 'X-Svc-Upload-Uuid: one', '-F', `file=@${file}`);
    const first = await send();
    expect(first.status).toBe(201);
    expect((await service().job(job.id)).status).toBe('queued');
    const second = await send();
    expect(second).toMatchObject({ status: 200, json: first.json });
    expect(await filesOf(service())).toHaveLength(before + 1);
  });

  test('sent several times at once with one id, there is one input', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const file = await randomFile(2 * MEBIBYTE);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(job, key, '-H', 'X-Svc-Upload-Uuid: twice', '-F', `file=@${file}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true);
    const { body } = await service().request('GET', `/v2/jobs/${job.id}/input`, { key });
    expect(body).toHaveLength(1);
    expect(await md5sum(await storedPath(service(), body[0].id))).toBe(await md5sum(file));
  });

  test('base64 is decoded, with or without the head of a data: URL', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const file = await randomFile(70_001);
    const content = (await readFile(file)).toString('base64');
    for (const text of [content, `data:audio/wav;base64,${content}`]) {
      const path = `/upload-base64/${job.id}`;
      const body = { name: 'x.wav', type: 'audio/wav', content: text, options: { a: 1 } };
      const answer = await service().request('POST', path, { key, body });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        type: 'base64',
        filename: 'x.wav',
        checksum: await md5sum(file),
        options: { a: 1 },
      });
      expect(await md5sum(await storedPath(service(), answer.body.id))).toBe(await md5sum(file));
    }
    const wrong = await service().request('POST', `/upload-base64/${job.id}`, {
      key,
      body: { content: 'not base64!' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { errors: { content: expect.any(String) } } });
  });

  test('files in base64 can come in an array, with their names in filename, and start the job together', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key, { process: true, conversion: [{ target: 'mp3' }] });
    const files = [await randomFile(70_001), await randomFile(3)];
    const body = await Promise.all(
      files.map(async (file, index) => ({
        content: `data:audio/wav;base64,${(await readFile(file)).toString('base64')}`,
        filename: `${index}.wav`,
      })),
    );
    const { status, body: made } = await service().request('POST', `/upload-base64/${job.id}`, { key, body });
    expect(status).toBe(201);
    expect(made).toMatchObject(body.map(({ filename }) => ({ type: 'base64', filename })));
    for (const [index, file] of files.entries()) {
      expect(await md5sum(await storedPath(service(), made[index].id))).toBe(await md5sum(file));
    }
    expect((await service().request('GET', `/v2/jobs/${job.id}`, { key })).body.status).toBe('queued');
    const other = await emptyJob(service(), key);
    const wrong = [body[0], { content: '%', filename: 'x' }];
    const refused = await service().request('POST', `/upload-base64/${other.id}`, { key, body: wrong });
    expect(refused).toMatchObject({ status: 400, body: { errors: { content: expect.any(String) } } });
    expect((await service().request('GET', `/v2/jobs/${other.id}/input`, { key })).body).toEqual([]);
  });

  test('an input of type base64 can be a data: URL of more than 48 kB; a larger one is told of /upload-file', async () => {
    const { key } = await service().key();
    const file = await randomFile(600_000);
    const source = `data:audio/wav;base64,${(await readFile(file)).toString('base64')}`;
    const job = await emptyJob(service(), key, { input: [{ type: 'base64', source, filename: 'a.wav' }] });
    expect(job.input).toMatchObject([{ size: 600_000, filename: 'a.wav' }]);
    expect(await md5sum(await storedPath(service(), job.input[0].id))).toBe(await md5sum(file));
    const body = { type: 'base64', source: 'A'.repeat(2 * MEBIBYTE) };
    const refused = await service().request('POST', `/v2/jobs/${job.id}/input`, { key, body });
    expect([refused.status, refused.body.message]).toEqual([413, expect.stringContaining('/upload-file')]);
    const address = { source: `https://files.example/${'a'.repeat(70_000)}` };
    expect((await service().request('POST', `/v2/jobs/${job.id}/input`, { key, body: address })).status).toBe(400);
  });

  test('an input of type base64 brings its bytes itself', async () => {
    const { key } = await service().key();
    const source = Buffer.from('hello').toString('base64');
    const job = await emptyJob(service(), key, { input: [{ type: 'base64', source, filename: 'hello.txt' }] });
    expect(job.input).toMatchObject([{ type: 'base64', source: '', filename: 'hello.txt', size: 5, status: 'ready' }]);
    expect(await readFile(await storedPath(service(), job.input[0].id), 'utf8')).toBe('hello');
    const more = await service().request('POST', `/v2/jobs/${job.id}/input`, {
      key,
      body: { type: 'base64', source: '%' },
    });
    expect(more.status).toBe(400);
  });
});

describe('resuming', () => {
  const service = useService('sqlite');

  async function start() {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const url = `${service().url}/upload-file/${job.id}`;
    const id = randomUUID();
    const credentials = ['-H', `X-Svc-Api-Key: ${key}`, '-H', `X-Svc-Upload-Uuid: ${id}`];
    const head = () => curl('-I', ...credentials, url);
    const patch = (file: string, offset: number | string, length: number | string) =>
      curl(
        ...['-X', 'PATCH', ...credentials, '-H', 'Content-Type: application/octet-stream'],
        ...['-H', `Upload-Offset: ${offset}`, '-H', `Upload-Length: ${length}`, '--data-binary', `@${file}`],
        `${url}?filename=talk.wav`,
      );
    return { key, job, url, id, head, patch };
  }

  test('a file in three parts', async () => {
    const { head, patch } = await start();
    const file = await randomFile(900_000);
    const bytes = await readFile(file);
    const part = join(await testFolder(), 'part');
    expect((await head()).headers).toMatchObject({ 'upload-offset': '0' });
    for (const at of [0, 300_000]) {
      await writeFile(part, bytes.subarray(at, at + 300_000));
      const answer = await patch(part, at, 900_000);
      expect(answer).toMatchObject({ status: 204, headers: { 'upload-offset': String(at + 300_000) } });
    }
    const between = await head();
    expect(between).toMatchObject({ status: 200, headers: { 'upload-offset': '600000' } });
    expect(between.headers['upload-length']).toBeUndefined();
    await writeFile(part, bytes.subarray(600_000));
    // A part that is not the next one is refused, with the expected offset.
    expect(await patch(part, 300_000, 900_000)).toMatchObject({ status: 409, headers: { 'upload-offset': '600000' } });
    const last = await patch(part, 600_000, 900_000);
    expect(last).toMatchObject({ status: 201, json: { checksum: await md5sum(file), filename: 'talk.wav' } });
    expect(await md5sum(await storedPath(service(), last.json.id))).toBe(await md5sum(file));
    expect((await head()).headers).toMatchObject({ 'upload-offset': '900000', 'upload-length': '900000' });
    expect((await patch(part, 900_000, 900_000)).status).toBe(200);
  });

  test('goes on after the connection broke in the middle of a form', async () => {
    const { key, id, job, head, patch } = await start();
    const file = await randomFile(500_000);
    const bytes = await readFile(file);
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="talk.wav"\r\n\r\n';
    const request = Buffer.concat([
      Buffer.from(
        `POST /upload-file/${job.id} HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${key}\r\nX-Svc-Upload-Uuid: ${id}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 600000\r\n\r\n${form}`,
      ),
      bytes.subarray(0, 250_000),
    ]);
    await sendRaw(service().url, request, 300);
    await expect.poll(async () => Number((await head()).headers['upload-offset'])).toBeGreaterThan(100_000);
    await sleep(100);
    const offset = Number((await head()).headers['upload-offset']);
    expect((await service().request('GET', `/v2/jobs/${job.id}`, { key })).body.input).toEqual([]);
    const rest = join(await testFolder(), 'rest');
    await writeFile(rest, bytes.subarray(offset));
    expect(await patch(rest, offset, 500_000)).toMatchObject({ status: 201, json: { checksum: await md5sum(file) } });
  });

  test('more bytes than were announced are refused, and numbers that are none', async () => {
    const { head, patch } = await start();
    const file = await randomFile(1000);
    expect((await patch(file, 0, 999)).status).toBe(400);
    expect((await head()).headers['upload-offset']).toBe('0');
    for (const wrong of ['-1', '1e3', 'x', '9'.repeat(30)]) {
      expect((await patch(file, wrong, 1000)).status).toBe(400);
      expect((await patch(file, 0, wrong)).status).toBe(400);
    }
    expect((await patch(file, 0, 1000)).status).toBe(201);
  });

  test('needs an id, of printable characters', async () => {
    const { key, url } = await start();
    for (const args of [[], ['-H', 'X-Svc-Upload-Uuid: a b'], ['-H', `X-Svc-Upload-Uuid: ${'x'.repeat(256)}`]]) {
      expect((await curl('-I', '-H', `X-Svc-Api-Key: ${key}`, ...args, url)).status).toBe(400);
    }
    expect(
      (await curl('-I', '-H', `X-Svc-Api-Key: ${key}`, '-H', `X-Svc-Upload-Uuid: ${'x'.repeat(255)}`, url)).status,
    ).toBe(200);
  });
});

describe('with an alias prefix', () => {
  const service = useService('sqlite', { HEADER_ALIASES: 'X-Other' });

  test('an upload is known by its id too', async () => {
    const { key } = await service().key();
    const job = await emptyJob(service(), key);
    const file = await randomFile(1000);
    const send = () =>
      curl(
        '-H',
        `X-Other-Api-Key: ${key}`,
        '-H',
        'X-Other-Upload-Uuid: u',
        '-F',
        `file=@${file}`,
        `${service().url}/upload-file/${job.id}`,
      );
    const first = await send();
    expect([first.status, (await send()).status]).toEqual([201, 200]);
  });
});

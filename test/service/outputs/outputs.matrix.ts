import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renamed } from '../../../src/service/outputs/outputs.ts';
import { CONVERSION, databasesOf, INPUT, type Json, makeJob, outputOf, useService } from '../support.ts';

describe.each(databasesOf('outputs'))('outputs on %s', (kind) => {
  const service = useService(kind);

  /** Makes a job whose first tasks have produced a file each, and functions that send requests about its outputs. */
  async function jobWithOutputs(body: Record<string, unknown> = {}, finished = Number.POSITIVE_INFINITY) {
    const { key } = await service().key();
    const job = await makeJob(service(), key, body);
    const folder = join(new URL(`file://${service().context.config.outputStore}`).pathname, job.id);
    await mkdir(folder, { recursive: true });
    for (const task of (await service().tasks(job.id)).slice(0, finished)) {
      const file = join(folder, `${task.position}.mp3`);
      await writeFile(file, 'sound');
      const output = [outputOf(task, `talk-${task.position}.mp3`, pathToFileURL(file).href)];
      await service().report(task, { status: 'completed', output });
    }
    const path = `/v2/jobs/${job.id}/output`;
    const send = (method: string, rest = '', content?: Json) =>
      service().request(method, path + rest, { key, ...(content !== undefined && { body: content }) });
    const outputs: Json[] = (await send('GET')).body;
    return { key, job, send, outputs, files: () => readdir(folder) };
  }

  test('are listed in the order of conversions and inputs, and read', async () => {
    const { send, outputs, job } = await jobWithOutputs({
      input: [INPUT, INPUT],
      conversion: [CONVERSION, { category: 'hash', target: 'md5' }],
    });
    expect(outputs[0]).toEqual({
      id: expect.any(String),
      source: { conversion: job.conversion[0].id, input: [job.input[0].id] },
      filename: 'talk-0.mp3',
      uri: `${service().url}/download-file/${outputs[0].id}/talk-0.mp3`,
      size: 12,
      status: 'enabled',
      content_type: 'audio/mpeg',
      downloads_counter: 0,
      checksum: '0123456789abcdef0123456789abcdef',
      created_at: expect.any(String),
      metadata: {},
    });
    expect(outputs.map(({ filename }) => filename)).toEqual(['talk-0.mp3', 'talk-1.mp3', 'talk-2.mp3', 'talk-3.mp3']);
    expect(await send('GET', `/${outputs[2].id}`)).toMatchObject({ status: 200, body: outputs[2] });
    const names = async (query: string) => (await send('GET', query)).body.map(({ filename }: Json) => filename);
    const [first, second] = [job.conversion[1].id, job.input[1].id];
    expect(await names(`?conversion_id=${first}`)).toEqual(['talk-2.mp3', 'talk-3.mp3']);
    expect(await names(`?input_id=${second}`)).toEqual(['talk-1.mp3', 'talk-3.mp3']);
    expect(await names(`?conversion_id=${first}&input_id=${second}`)).toEqual(['talk-3.mp3']);
    expect(await names('?conversion_id=nonsense')).toEqual([]);
    expect((await send('GET', `?input_id=${second}`)).headers.get('x-count')).toBe('2');
  });

  test('show what the conversion says of them', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('a job has a task');
    const metadata = { method: 'ssim', value: 0.98, different_pixels: 12, alike: false };
    await service().report(task, { status: 'completed', output: [{ ...outputOf(task, 'a.png'), metadata }] });
    const read = async (rest: string) => (await service().request('GET', `/v2/jobs/${job.id}${rest}`, { key })).body;
    expect((await read('/output'))[0].metadata).toEqual(metadata);
    expect((await read('')).output[0].metadata).toEqual(metadata);
  });

  test('are listed in the order of the pages, in the job and in the list', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { input: [INPUT, INPUT] });
    const pages = Array.from({ length: 12 }, (_, index) => `scan-${index + 1}.jpg`);
    for (const task of (await service().tasks(job.id)).toReversed()) {
      const output = pages.map((name) => outputOf(task, name));
      await service().report(task, { status: 'completed', output });
    }
    const names = (outputs: Json[]) => outputs.map(({ filename }) => filename);
    const read = async (rest = '') => (await service().request('GET', `/v2/jobs/${job.id}${rest}`, { key })).body;
    expect(names((await read()).output)).toEqual([...pages, ...pages]);
    expect(names(await read('/output'))).toEqual([...pages, ...pages]);
    const renamed = await service().request('PATCH', `/v2/jobs/${job.id}/output`, { key, body: { filename: 'page' } });
    const numbered = ['page.jpg', ...Array.from({ length: 23 }, (_, index) => `page-${index + 2}.jpg`)];
    expect(names(renamed.body)).toEqual(numbered);
    expect(names(await read('/output'))).toEqual(numbered);
  });

  test('a renamed one keeps its links, as many as an output may have had', async () => {
    const { send, outputs } = await jobWithOutputs();
    const [{ id, uri }] = outputs;
    const rename = (filename: string) => send('PATCH', `/${id}`, { filename });
    const links = [uri, (await rename('second')).body.uri, (await rename('third ü')).body.uri];
    for (const link of links) {
      const answer = await fetch(link);
      expect([link, answer.status, answer.headers.get('content-disposition')]).toEqual([
        link,
        200,
        expect.stringContaining("filename*=UTF-8''third%20%C3%BC.mp3"),
      ]);
    }
    expect((await fetch(uri.replace('talk-0', 'talk-1'))).status).toBe(404);
    expect((await rename('talk-0')).body.uri).toBe(uri);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    for (let number = 0; number < 98; number++) expect((await rename(`name ${number}`)).status).toBe(200);
    const refused = await rename('one more');
    expect([refused.status, refused.body.errors]).toEqual([409, { filename: 'is one name too many' }]);
    expect((await rename('second')).status).toBe(200);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });

  test('one is renamed and keeps its extension; the name cannot leave its place', async () => {
    const { send, outputs } = await jobWithOutputs();
    const path = `/${outputs[0].id}`;
    const rename = async (filename: string) => (await send('PATCH', path, { filename })).body;
    expect(await rename('Résumé 1')).toMatchObject({
      filename: 'Résumé 1.mp3',
      uri: `${service().url}/download-file/${outputs[0].id}/R%C3%A9sum%C3%A9%201.mp3`,
    });
    for (const [wanted, name] of [
      ['done.mp3', 'done.mp3'],
      ['done.exe', 'done.exe.mp3'],
      ['../../etc/passwd', 'passwd.mp3'],
      ['..', 'file.mp3'],
      ['a\r\nSet-Cookie: x', 'aSet-Cookie_ x.mp3'],
      ['nul', '_nul.mp3'],
      ['x'.repeat(255), `${'x'.repeat(220)}.mp3`],
    ] as const) {
      expect((await rename(wanted)).filename).toBe(name);
    }
    for (const body of [
      { filename: '' },
      { filename: 'x'.repeat(256) },
      { filename: 5 },
      { download_password: 'ä' },
      'x',
    ]) {
      expect([body, (await send('PATCH', path, body)).status]).toEqual([body, 400]);
    }
    expect((await send('PATCH', path)).status).toBe(200);
  });

  test('all are renamed to names of their own, and get a password that nobody is shown', async () => {
    const { send, job } = await jobWithOutputs({ input: [INPUT, INPUT, INPUT] });
    const changed = await send('PATCH', '', { filename: 'part', download_password: 'open sesame' });
    expect([changed.status, changed.body.map(({ filename }: Json) => filename)]).toEqual([
      200,
      ['part.mp3', 'part-2.mp3', 'part-3.mp3'],
    ]);
    const rows = () => service().context.db.selectFrom('outputs').selectAll().where('job_id', '=', job.id).execute();
    const stored = async () =>
      (await rows()).map(
        ({ id, download_passwords: sealed }) => sealed && service().context.secrets.open(sealed, `download ${id}`),
      );
    expect(await stored()).toEqual(Array(3).fill('["open sesame"]'));
    expect(JSON.stringify(await rows()) + changed.text).not.toContain('sesame');
    await send('PATCH', '', { download_password: '' });
    expect(await stored()).toEqual([null, null, null]);
  });

  test('the passwords of the job are those of its outputs', async () => {
    const { job, key, outputs } = await jobWithOutputs({ download_passwords: ['one', 'two'] });
    const [row] = await service().context.db.selectFrom('outputs').selectAll().where('job_id', '=', job.id).execute();
    expect(
      row?.download_passwords && service().context.secrets.open(row.download_passwords, `download ${row.id}`),
    ).toBe('["one","two"]');
    // They can be changed when the job has ended.
    const statusWith = async (password: string) =>
      (await fetch(outputs[0].uri, { headers: { 'x-svc-download-password': password } })).status;
    expect([await statusWith('one'), await statusWith('three')]).toEqual([200, 401]);
    const change = (passwords: string[]) =>
      service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { download_passwords: passwords } });
    expect((await change(['three'])).status).toBe(200);
    expect([await statusWith('one'), await statusWith('three')]).toEqual([401, 200]);
    expect((await change([])).status).toBe(200);
    expect((await fetch(outputs[0].uri)).status).toBe(200);
  });

  test('one is removed with its file, and the others stay', async () => {
    const { send, outputs, files } = await jobWithOutputs({ input: [INPUT, INPUT] });
    expect(await files()).toEqual(['0.mp3', '1.mp3']);
    const removed = await send('DELETE', `/${outputs[0].id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await files()).toEqual(['1.mp3']);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      expect([method, (await send(method, `/${outputs[0].id}`, method === 'PATCH' ? {} : undefined)).status]).toEqual([
        method,
        404,
      ]);
    }
    expect((await send('GET')).body.map(({ id }: Json) => id)).toEqual([outputs[1].id]);
    const row = await service()
      .context.db.selectFrom('outputs')
      .select(['status', 'deleted_at'])
      .where('id', '=', outputs[0].id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'disabled', deleted_at: service().time });
  });

  test('a canceled job has none left, and its files are gone', async () => {
    const { key, job, send, files, outputs } = await jobWithOutputs({ input: [INPUT, INPUT] }, 1);
    expect([outputs.length, await files()]).toEqual([1, ['0.mp3']]);
    expect((await service().request('DELETE', `/v2/jobs/${job.id}`, { key })).status).toBe(204);
    expect((await send('GET')).body).toEqual([]);
    await expect(
      files().catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : error)),
    ).resolves.toEqual([]);
  });

  test('before there can be any, or when they have ended, a change is 409', async () => {
    const { key } = await service().key();
    const patch = async (id: string) =>
      (await service().request('PATCH', `/v2/jobs/${id}/output`, { key, body: { filename: 'x' } })).status;
    const open = await makeJob(service(), key, { process: false });
    const queued = await makeJob(service(), key);
    expect([await patch(open.id), await patch(queued.id)]).toEqual([409, 409]);
    await service().request('DELETE', `/v2/jobs/${queued.id}`, { key });
    expect(await patch(queued.id)).toBe(409);
    const { send, outputs } = await jobWithOutputs();
    await service()
      .context.db.updateTable('outputs')
      .set({ status: 'disabled' })
      .where('id', '=', outputs[0].id)
      .execute();
    expect((await send('PATCH', `/${outputs[0].id}`, { filename: 'x' })).status).toBe(409);
  });

  test('an output of another job, or none, is 404', async () => {
    const { send } = await jobWithOutputs();
    const foreign = await jobWithOutputs();
    for (const id of [foreign.outputs[0].id, 'nonsense', "' or 1=1 --"]) {
      const path = `/${encodeURIComponent(id)}`;
      expect([id, (await send('GET', path)).status]).toEqual([id, 404]);
      expect([id, (await send('PATCH', path, { filename: 'x' })).status]).toEqual([id, 404]);
      expect([id, (await send('DELETE', path)).status]).toEqual([id, 404]);
    }
    expect(await foreign.files()).toEqual(['0.mp3']);
  });

  test('threads show what waits and runs, and on request what has ended', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { input: [INPUT, INPUT] });
    const threads = async (query = '') => service().request('GET', `/v2/jobs/${job.id}/threads${query}`, { key });
    const [first, second] = await service().tasks(job.id);
    if (first === undefined || second === undefined) throw new Error('the job has two tasks');
    await service().report(first, { progress: 42, exec_time: 1.5 });
    expect((await threads()).body).toEqual([
      {
        hash: first.id,
        status: 42,
        info: 'processing',
        exec_time: 1.5,
        created_at: expect.any(String),
        modified_at: expect.any(String),
      },
      expect.objectContaining({ hash: second.id, status: 0, info: 'waiting', exec_time: 0 }),
    ]);
    await service().report(first, { status: 'completed', progress: 100 });
    expect((await threads()).body.map(({ hash }: Json) => hash)).toEqual([second.id]);
    const all = await threads('?all=true');
    expect([all.headers.get('x-count'), all.body.map(({ info }: Json) => info)]).toEqual([
      '2',
      ['completed', 'waiting'],
    ]);
  });
});

test.each([
  ['data.tar.gz', 'backup', 'backup.tar.gz'],
  ['data.tar.gz', 'backup.tar.gz', 'backup.tar.gz'],
  ['README', 'other', 'other'],
  ['.hidden', 'other', 'other'],
  ['a.mp3', 'v1.2', 'v1.2.mp3'],
  ['a.MP3', 'b.mp3', 'b.MP3'],
  ['talk. with dots', 'x', 'x'],
])('%s renamed to %s is %s', (filename, wanted, expected) => {
  expect(renamed(filename, wanted)).toBe(expected);
});

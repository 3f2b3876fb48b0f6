import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { taskOfRow } from '../../src/service/tasks/task-of-row.ts';
import { temporaryFolder } from '../cli/support.ts';
import { IDENTIFY } from '../support/imagemagick.ts';
import { start } from './local-service.ts';
import { download, printed } from './serve-support.ts';
import { DATABASES, type Json, makeJob, useService } from './support.ts';

const COOKIES = [{ name: 'session', value: 'hidden-cookie' }];
const PAGE = {
  type: 'remote',
  source: 'https://pages.example/a',
  engine: 'screenshot',
  options: { screen_width: 800, cookies: COOKIES },
};

describe.each(DATABASES)('inputs with an engine on %s', (kind) => {
  const service = useService(kind);

  async function openJob(input: Json) {
    const { key } = await service().key('unlimited');
    const job = await makeJob(service(), key, { process: false, input: [] });
    const path = `/v2/jobs/${job.id}/input`;
    const send = (method: string, body?: Json) =>
      service().request(method, path, { key, ...(body !== undefined && { body }) });
    return { key, job, send, added: await send('POST', input) };
  }

  test('show it and its options, and hide what is secret in them, in the database too', async () => {
    const { added, send, job } = await openJob(PAGE);
    const shown = { engine: 'screenshot', options: { screen_width: 800, cookies: '********' } };
    expect(added).toMatchObject({ status: 201, body: shown });
    expect((await send('GET')).body).toMatchObject([shown]);
    const { db } = service().context;
    const row = await db.selectFrom('inputs').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('hidden-cookie');
    const changed = await send('PATCH', [{ id: row.id, options: { delay: 5, cookies: '********' } }]);
    expect(changed).toMatchObject({ status: 200, body: [{ options: { delay: 5, cookies: '********' } }] });
  });

  test('are opened by the task with them', async () => {
    const { key } = await service().key('unlimited');
    const job = await makeJob(service(), key, { input: [PAGE] });
    const { db, secrets, config } = service().context;
    const row = await db.selectFrom('tasks').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    const task = await db
      .transaction()
      .execute((transact) => taskOfRow(transact, row, { secrets, contracts: config.contracts }));
    expect(task?.input).toMatchObject([{ engine: 'screenshot', options: { screen_width: 800, cookies: COOKIES } }]);
    const plain = await makeJob(service(), key, { input: [{ ...PAGE, engine: 'auto' }] });
    const other = await db.selectFrom('tasks').selectAll().where('job_id', '=', plain.id).executeTakeFirstOrThrow();
    const file = await db
      .transaction()
      .execute((transact) => taskOfRow(transact, other, { secrets, contracts: config.contracts }));
    expect([file?.input[0]?.engine, file?.input[0]?.options]).toEqual([undefined, undefined]);
  });

  test('are refused with wrong options, which are named', async () => {
    const { added, send } = await openJob({ ...PAGE, options: { screen_width: 5, wait_until: 'never' } });
    expect(added.status).toBe(400);
    expect(JSON.stringify(added.body)).toContain('screen_width');
    expect(JSON.stringify(added.body)).toContain('wait_until');
    expect((await send('POST', { ...PAGE, options: { unknown: 1 } })).status).toBe(201);
    const [input] = (await send('GET')).body;
    expect((await send('PATCH', [{ id: input.id, options: { delay: -1 } }])).status).toBe(400);
  });

  test('are of the types that their engine opens', async () => {
    expect((await openJob({ type: 'upload', engine: 'website' })).added.status).toBe(400);
    const { added, job } = await openJob({
      type: 'upload',
      engine: 'zip',
      options: { archive_password: 'hidden-word' },
    });
    expect(added).toMatchObject({ status: 201, body: { engine: 'zip', options: { archive_password: '********' } } });
    const { db } = service().context;
    const row = await db.selectFrom('inputs').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('hidden-word');
  });
});

test('a zip that is uploaded becomes a conversion of each of its files, for the price of one', async () => {
  const { serve } = await start();
  const [folder, names] = [await temporaryFolder(), ['one.txt', 'two.txt']];
  for (const name of names) await writeFile(join(folder, name), name);
  await execa('bsdtar', ['-a', '-cf', 'texts.zip', ...names], { cwd: folder });
  const job = await serve.createJob({
    input: [{ type: 'upload', engine: 'zip' }],
    conversion: [{ category: 'archive', target: 'gz', options: { allow_multiple_outputs: true } }],
    process: true,
  });
  const form = new FormData();
  form.set('file', new Blob([await readFile(join(folder, 'texts.zip'))]), 'texts.zip');
  const sent = await fetch(`${serve.url}/upload-file/${job.id}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': serve.key },
    body: form,
  });
  expect(sent.status).toBe(201);
  const done = await serve.final(job.id);
  expect(done).toMatchObject({ status: 'completed', errors: [], warnings: [], spent: 1 });
  expect(done.input).toMatchObject([{ filename: 'texts.zip', engine: 'zip', content_type: 'application/zip' }]);
  const outputs = await download(done);
  expect([...outputs.keys()]).toEqual(['one.txt.gz', 'two.txt.gz']);
  for (const [name, content] of outputs) expect(await printed('gzip', ['-dc'], content)).toBe(name.replace('.gz', ''));
});

test('a film that is uploaded becomes a frame', async () => {
  const { serve } = await start();
  const film = join(await mkdtemp(join(tmpdir(), 'convertd-film-')), 'red.mkv');
  onTestFinished(() => rm(dirname(film), { recursive: true }));
  const red = ['-f', 'lavfi', '-i', 'color=red:size=64x48:duration=1'];
  await execa('ffmpeg', ['-v', 'error', ...red, '-c:v', 'ffv1', '-pix_fmt', 'bgr0', film]);
  const job = await serve.createJob({
    input: [{ type: 'upload', filename: 'red.mkv', engine: 'video', options: { max_frames: 1, max_width: 32 } }],
    conversion: [{ category: 'image', target: 'png' }],
    process: true,
  });
  const body = new FormData();
  body.append('file', new Blob([await readFile(film)]), 'red.mkv');
  const sent = await fetch(`${serve.url}/upload-file/${job.id}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': serve.key },
    body,
  });
  expect(sent.status).toBe(201);
  const done = await serve.final(job.id);
  expect(done).toMatchObject({ status: 'completed', errors: [], warnings: [], output: [{ filename: 'red-0001.png' }] });
  const picture = await fetch(done.output[0]?.uri ?? '', { headers: { 'x-svc-api-key': serve.key } });
  const path = `${film}.png`;
  await writeFile(path, Buffer.from(await picture.arrayBuffer()));
  const { stdout } = await execa(IDENTIFY, ['-format', '%m %wx%h %[pixel:p{9,9}]', path]);
  expect(stdout).toMatch(/^PNG 32x24 (red|srgb\(25\d,0,0\))/);
});

test('a page of the web becomes a picture', async () => {
  const { inputs, serve } = await start();
  const source = inputs.text('page.html', '<p>hello');
  const job = await serve.createJob({
    input: [{ type: 'remote', source, engine: 'screenshot', options: { screen_width: 320, screen_height: 240 } }],
    conversion: [{ category: 'image', target: 'jpg' }],
    process: true,
  });
  const done = await serve.final(job.id);
  expect(done).toMatchObject({
    status: 'completed',
    errors: [],
    output: [{ filename: expect.stringMatching(/\.jpg$/) }],
  });
});

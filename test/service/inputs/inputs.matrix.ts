import { describe, expect, test } from 'vitest';
import { CONVERSION, databasesOf, INPUT, type Json, makeJob, useService } from '../support.ts';

const other = { type: 'remote', source: 'http://files.example/other.wav?token=1', filename: 'other.wav' };

describe.each(databasesOf('inputs'))('inputs on %s', (kind) => {
  const service = useService(kind);

  /** Makes an open job with one input, and functions that send requests about its inputs. */
  async function openJob(body: Record<string, unknown> = {}, contract = 'unlimited') {
    const { key } = await service().key(contract);
    const job = await makeJob(service(), key, { process: false, ...body });
    const path = `/v2/jobs/${job.id}/input`;
    const send = (method: string, rest = '', content?: Json) =>
      service().request(method, path + rest, { key, ...(content !== undefined && { body: content }) });
    const status = async () => (await service().request('GET', `/v2/jobs/${job.id}`, { key })).body.status;
    return { key, job, send, status };
  }

  test('one is added, read, changed and removed', async () => {
    const { send, status } = await openJob({ input: [] });
    const credentials = { decrypt_password: 'hunter2' };
    const added = await send('POST', '', { ...other, credentials, parameters: { a: 1 }, metadata: { b: 2 } });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'remote',
      status: 'ready',
      source: other.source,
      engine: 'auto',
      options: {},
      position: null,
      filename: 'other.wav',
      size: null,
      hash: null,
      checksum: null,
      content_type: null,
      created_at: expect.any(String),
      modified_at: expect.any(String),
      credentials: [],
      parameters: { a: 1 },
      metadata: { b: 2 },
    });
    expect(await status()).toBe('ready');
    const { id } = added.body;
    expect(await send('GET', `/${id}`)).toMatchObject({ status: 200, body: added.body });
    expect(await send('PATCH', `/${id}`, { parameters: { c: 3 } })).toMatchObject({
      status: 200,
      body: { parameters: { c: 3 } },
    });
    const removed = await send('DELETE', `/${id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await send('GET', `/${id}`)).status).toBe(404);
    expect(await status()).toBe('incomplete');
  });

  test('position is that of a field or of the options, changes by PATCH, and orders the tasks', async () => {
    const input = [{ ...INPUT, position: 2 }, { ...INPUT, options: { position: 1, x: 1 } }, INPUT, INPUT];
    const { send, job } = await openJob({ input, conversion: [CONVERSION, { target: 'zip' }] });
    const [a, b, c, d] = job.input.map(({ id }: Json) => id);
    const shown = async () => (await send('GET')).body.map(({ position }: Json) => position);
    expect(await shown()).toEqual([2, 1, null, null]);
    const patched = await send('PATCH', '', [
      { id: c, position: 0 },
      { id: b, options: { position: 5 } },
    ]);
    expect(patched.body.map(({ options }: Json) => options)).toEqual([
      { position: 2 },
      { position: 5 },
      { position: 0 },
      {},
    ]);
    const document = patched.body[0];
    const again = await send('PATCH', '', [{ ...document, options: { position: 4 } }]);
    expect(again.body[0]).toMatchObject({ position: 4, options: { position: 4 } });
    expect((await send('PATCH', `/${a}`, { position: null })).body).toMatchObject({ position: 4 });
    expect((await send('PATCH', `/${a}`, { position: 3 })).body).toMatchObject({ position: 3 });
    for (const position of [-1, 1.5, '1', 2e9]) {
      expect([position, (await send('PATCH', `/${a}`, { position })).status]).toEqual([position, 400]);
      const refused = await send('PATCH', '', [{ id: a, options: { position } }]);
      expect([position, refused.status, Object.keys(refused.body.errors)]).toEqual([
        position,
        400,
        ['options.position'],
      ]);
    }
    // The last one has arrived in the place that the first was given.
    await service().request('PATCH', `/v2/jobs/${job.id}`, { token: job.token, body: { process: true } });
    const tasks = (await service().tasks(job.id)).map(({ input_ids }) => JSON.parse(input_ids));
    expect(tasks).toEqual([[c], [a], [d], [b], [c, a, d, b]]);
    expect((await send('PATCH', `/${a}`, { position: 1 })).status).toBe(409);
  });

  test('decrypt_password is never shown, lies encrypted, and can be changed and taken away', async () => {
    const { send, job } = await openJob();
    const path = `/${job.input[0].id}`;
    const stored = async () => {
      const row = await service()
        .context.db.selectFrom('inputs')
        .selectAll()
        .where('job_id', '=', job.id)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain('hunter2');
      return row.secret === null ? null : service().context.secrets.open(row.secret, `input ${row.id}`);
    };
    expect(await stored()).toBeNull();
    const changed = await send('PATCH', path, { credentials: { decrypt_password: 'hunter2' } });
    expect([changed.status, changed.text.includes('hunter2')]).toEqual([200, false]);
    expect(await stored()).toBe('hunter2');
    await send('PATCH', path, { parameters: {} });
    expect((await send('PATCH', path, { credentials: { user: 'x' } })).body.errors).toEqual({
      'credentials.user': 'is not a field of the credentials of an input',
    });
    expect(await stored()).toBe('hunter2');
    expect((await send('GET')).text).not.toContain('hunter2');
    expect((await send('PATCH', path, { credentials: { decrypt_password: null } })).status).toBe(200);
    expect(await stored()).toBeNull();
  });

  test('only the password, the parameters and the position of one input can be changed', async () => {
    const { send, job } = await openJob();
    const path = `/${job.input[0].id}`;
    const before = (await send('GET', path)).body;
    const refused = await send('PATCH', path, { source: other.source, filename: 'x', parameters: { a: 1 } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['source', 'filename']]);
    expect((await send('GET', path)).body).toEqual(before);
  });

  test('an array is added in its order, whole or not at all; a page has 50', async () => {
    const { send } = await openJob({ input: [] });
    const many = Array.from({ length: 60 }, (_, index) => ({ source: `https://files.example/${index}` }));
    const added = await send('POST', '', many);
    expect([added.status, added.body.length]).toEqual([201, 60]);
    expect((await send('POST', '', [INPUT, { source: 'file:///etc/passwd' }])).status).toBe(400);
    const listed = await send('GET');
    expect(listed.body.map(({ source }: Json) => source)).toEqual(many.map(({ source }) => source));
    expect(listed.headers.get('x-count')).toBe('60');
    expect((await send('GET', '?page=2')).body.map(({ source }: Json) => source)).toEqual(
      many.slice(50).map(({ source }) => source),
    );
  });

  test.each<[string, Json, string[]]>([
    ['no source', {}, ['source']],
    ['a path', { source: '/etc/passwd' }, ['source']],
    ['a data URL', { source: 'data:,x' }, ['source']],
    ['an s3 URL', { source: 's3://bucket/key' }, ['source']],
    ['a source of another type', { source: 5 }, ['source']],
    ['an unknown type', { ...INPUT, type: 'ftp' }, ['type']],
    ['an unknown engine', { ...INPUT, engine: 'nonsense' }, ['engine']],
    ['an engine of addresses for a file', { source: 'aGk=', type: 'base64', engine: 'website' }, ['source']],
    ['an address engine for a cloud file', { source: 'amazons3', type: 'cloud', engine: 'website' }, ['source']],
    ['options that are no object', { ...INPUT, options: 5 }, ['options']],
    ['credentials that are a text', { ...INPUT, credentials: 'x' }, ['credentials']],
    ['credentials in an array', { ...INPUT, credentials: [1] }, ['credentials']],
    ['an array with one that is wrong', [INPUT, { source: 5 }], ['1.source']],
  ])('%s is 400 that names the field', async (_what, body, fields) => {
    const { send } = await openJob();
    const answer = await send('POST', '', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(fields);
    expect((await send('GET')).body).toHaveLength(1);
  });

  test('a filename is made safe', async () => {
    const { send } = await openJob();
    const names = ['../../etc/passwd', 'a\r\nb.wav', `${'x'.repeat(900)}.wav`, 'con.wav', null];
    const added = await send(
      'POST',
      '',
      names.map((filename) => ({ ...INPUT, filename })),
    );
    const shown: string[] = added.body.map(({ filename }: Json) => filename);
    expect(shown[0]).toBe('passwd');
    expect(shown[1]).toBe('ab.wav');
    expect([shown[2]?.length, shown[2]?.slice(-5)]).toEqual([240, 'x.wav']);
    expect(shown.slice(3)).toEqual(['_con.wav', '']);
  });

  test('the options of several are replaced, all or none', async () => {
    const { send, job } = await openJob({ input: [INPUT, INPUT, INPUT] });
    const ids: string[] = job.input.map(({ id }: Json) => id);
    const patch = [ids[0], ids[2]].map((id, index) => ({ id, options: { index } }));
    const changed = await send('PATCH', '', patch);
    expect([changed.status, changed.body.map(({ options }: Json) => options)]).toEqual([
      200,
      [{ index: 0 }, {}, { index: 1 }],
    ]);
    const foreign = (await openJob()).job.input[0].id;
    for (const id of [foreign, 'nonsense']) {
      expect(
        (
          await send('PATCH', '', [
            { id: ids[1], options: { x: 1 } },
            { id, options: {} },
          ])
        ).status,
      ).toBe(404);
    }
    expect((await send('GET')).body.map(({ options }: Json) => options)).toEqual([{ index: 0 }, {}, { index: 1 }]);
    for (const body of [{}, [{}], [{ id: 5, options: {} }], [{ id: ids[0] }]]) {
      expect([body, (await send('PATCH', '', body)).status]).toEqual([body, 400]);
    }
  });

  test('more, or more bytes, than the contract allows are 402 and nothing is added', async () => {
    const { send, job } = await openJob({ input: [INPUT, INPUT] }, 'free');
    expect(
      (
        await send(
          'POST',
          '',
          Array.from({ length: 9 }, () => INPUT),
        )
      ).status,
    ).toBe(402);
    expect((await send('GET')).body).toHaveLength(2);
    expect(
      (
        await send(
          'POST',
          '',
          Array.from({ length: 8 }, () => INPUT),
        )
      ).status,
    ).toBe(201);
    expect((await send('POST', '', INPUT)).body).toMatchObject({ code: 402, errors: { input: expect.any(String) } });
    await send('DELETE', `/${job.input[0].id}`);
    // Sizes count whatever their source: these are not from an upload.
    await service()
      .context.db.updateTable('inputs')
      .set({ size: 99 * 1024 ** 2 })
      .where('job_id', '=', job.id)
      .execute();
    expect(await send('POST', '', INPUT)).toMatchObject({
      status: 402,
      body: { errors: { size: expect.any(String) } },
    });
    await service()
      .context.db.updateTable('inputs')
      .set({ size: 1024 ** 2 })
      .where('job_id', '=', job.id)
      .execute();
    expect((await send('POST', '', INPUT)).status).toBe(201);
  });

  test('the last missing input starts a job that is to be processed; so does removing the one that it waits for', async () => {
    const { send, status, job } = await openJob({ input: [], process: true });
    expect(await status()).toBe('incomplete');
    const [waiting] = (await send('POST', '', [{ type: 'upload' }, INPUT])).body;
    expect([waiting.status, await status()]).toEqual(['downloading', 'incomplete']);
    const wakes = service().dispatch.wakes;
    expect((await send('DELETE', `/${waiting.id}`)).status).toBe(204);
    expect([await status(), service().dispatch.wakes]).toEqual(['queued', wakes + 1]);
    expect(await service().tasks(job.id)).toHaveLength(1);
  });

  test('a job that has started, or ended, is 409', async () => {
    const { send, job, status } = await openJob({ process: true });
    const { id } = job.input[0];
    const answers = async () => [
      (await send('POST', '', INPUT)).status,
      (await send('PATCH', '', [{ id, options: {} }])).status,
      (await send('PATCH', `/${id}`, { parameters: {} })).status,
      (await send('DELETE', `/${id}`)).status,
      (await send('GET', `/${id}`)).status,
    ];
    expect([await status(), ...(await answers())]).toEqual(['queued', 409, 409, 409, 409, 200]);
    for (const task of await service().tasks(job.id)) await service().report(task, { status: 'completed' });
    expect([await status(), ...(await answers())]).toEqual(['completed', 409, 409, 409, 409, 200]);
  });

  test('an input of another job, or none, is 404', async () => {
    const { send } = await openJob();
    const foreign = (await openJob()).job.input[0].id;
    for (const id of [foreign, 'nonsense', "' or 1=1 --"]) {
      const path = `/${encodeURIComponent(id)}`;
      expect([id, (await send('GET', path)).status]).toEqual([id, 404]);
      expect([id, (await send('PATCH', path, { parameters: {} })).status]).toEqual([id, 404]);
      expect([id, (await send('DELETE', path)).status]).toEqual([id, 404]);
    }
  });
});

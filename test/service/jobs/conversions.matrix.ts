import { describe, expect, test } from 'vitest';
import { CONVERSION, databasesOf, INPUT, type Json, makeJob, useService } from '../support.ts';

const MD5 = { category: 'hash', target: 'md5' };

describe.each(databasesOf('conversions'))('conversions on %s', (kind) => {
  const service = useService(kind);

  /** Makes an open job with one conversion, and functions that send requests about its conversions. */
  async function openJob(body: Record<string, unknown> = {}) {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false, ...body });
    const path = `/v2/jobs/${job.id}/conversions`;
    const send = (method: string, rest = '', content?: Json) =>
      service().request(method, path + rest, { key, ...(content !== undefined && { body: content }) });
    const status = async () => (await service().request('GET', `/v2/jobs/${job.id}`, { key })).body.status;
    return { key, job, send, status };
  }

  test('one is added, read, changed and removed', async () => {
    const { send, status } = await openJob({ conversion: [] });
    expect(await status()).toBe('incomplete');
    const added = await send('POST', '', { ...CONVERSION, options: { audio_bitrate: 128 }, metadata: { note: 'x' } });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      category: 'audio',
      target: 'mp3',
      options: { audio_bitrate: 128 },
      metadata: { note: 'x' },
      name: null,
      input: [],
      output_target: [],
    });
    expect(await status()).toBe('ready');
    const { id } = added.body;
    expect(await send('GET', `/${id}`)).toMatchObject({ status: 200, body: added.body });
    const changed = await send('PATCH', `/${id}`, { options: { channels: 'mono' }, target: 'mp3' });
    expect(changed).toMatchObject({ status: 200, body: { ...added.body, options: { channels: 'mono' } } });
    expect(await send('PATCH', `/${id}`, { metadata: {} })).toMatchObject({
      status: 200,
      body: { metadata: {}, options: { channels: 'mono' } },
    });
    const removed = await send('DELETE', `/${id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await send('GET', `/${id}`)).status).toBe(404);
    expect(await status()).toBe('incomplete');
  });

  test('one that names its target by an alias gets the target’s own name, as do presets and the catalog', async () => {
    const { key, send } = await openJob({ conversion: [{ category: 'image', target: 'jpeg' }, { target: 'oga' }] });
    expect((await send('GET')).body.map(({ target }: Json) => target)).toEqual(['jpg', 'ogg']);
    const listed = await service().request('GET', '/v2/conversions?target=tif');
    expect(listed.body.map(({ category, target }: Json) => `${category}/${target}`)).toEqual(['image/tiff']);
    const preset = { name: 'small', category: 'image', target: 'jpeg', options: { width: 100 } };
    const made = await service().request('POST', '/v2/presets', { key, body: preset });
    expect(made).toMatchObject({ status: 201, body: { target: 'jpg' } });
    const found = await service().request('GET', '/v2/presets?category=image&target=jfif', { key });
    expect(found.body).toEqual([made.body]);
  });

  test('an array is added in its order, whole or not at all', async () => {
    const { send } = await openJob();
    const added = await send('POST', '', [MD5, { target: 'wav' }]);
    expect([added.status, added.body.map(({ target }: Json) => target)]).toEqual([201, ['md5', 'wav']]);
    expect((await send('POST', '', [MD5, { target: 'nonsense' }])).status).toBe(400);
    const listed = await send('GET');
    expect(listed.body.map(({ target }: Json) => target)).toEqual(['mp3', 'md5', 'wav']);
    expect(listed.headers.get('x-count')).toBe('3');
    await send('DELETE', `/${listed.body[0].id}`);
    await send('POST', '', CONVERSION);
    expect((await send('GET')).body.map(({ target }: Json) => target)).toEqual(['md5', 'wav', 'mp3']);
  });

  test('with a page, 50 of them; without, all', async () => {
    const { send } = await openJob({ conversion: [] });
    await send(
      'POST',
      '',
      Array.from({ length: 60 }, () => MD5),
    );
    const sizes = await Promise.all(
      ['', '?page=1', '?page=2', '?page=3'].map(async (query) => (await send('GET', query)).body.length),
    );
    expect(sizes).toEqual([60, 50, 10, 0]);
  });

  test.each<[string, Json, string[]]>([
    ['no target', {}, ['target']],
    ['a target of another type', { target: 5 }, ['target']],
    ['an unknown target', { category: 'audio', target: 'mp33' }, ['target_unknown']],
    ['an unknown category', { category: 'nonsense', target: 'mp3' }, ['target_unknown']],
    ['a value out of range', { ...CONVERSION, options: { normalize_target_level: 5 } }, ['normalize_target_level']],
    ['options that are no object', { ...CONVERSION, options: [1] }, ['options']],
    ['a body that is a text', 'mp3', ['body']],
    ['an array with one that is wrong', [CONVERSION, { target: 5 }, 'x'], ['1.target', '2']],
    ['an empty array', [], ['body']],
  ])('%s is 400 that names the field', async (_what, body, fields) => {
    const { send } = await openJob();
    const answer = await send('POST', '', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields.sort());
    expect((await send('GET')).body).toHaveLength(1);
  });

  test('an unknown option is no error: the task warns of it', async () => {
    const { send } = await openJob();
    expect((await send('POST', '', { ...CONVERSION, options: { alignment: 'left' } })).status).toBe(201);
  });

  test('passwords in options are encrypted in the database', async () => {
    const { send, job } = await openJob();
    const added = await send('POST', '', {
      category: 'archive',
      target: 'zip',
      options: { encrypt_password: 'hunter2' },
    });
    expect(added.status).toBe(201);
    const rows = await service()
      .context.db.selectFrom('conversions')
      .selectAll()
      .where('job_id', '=', job.id)
      .execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  test('a wrong patch is 400 and changes nothing', async () => {
    const { job, send } = await openJob();
    const path = `/${job.conversion[0].id}`;
    for (const body of [{ options: { audio_bitrate: 7 } }, { options: 'x' }, { metadata: 5 }, 'x', []]) {
      expect([body, (await send('PATCH', path, body)).status]).toEqual([body, 400]);
    }
    expect((await send('PATCH', path)).status).toBe(400);
    expect((await send('GET', path)).body.options).toEqual({});
  });

  test('the last missing conversion starts a job that is to be processed', async () => {
    const { send, status, job } = await openJob({ conversion: [], process: true });
    const wakes = service().dispatch.wakes;
    expect((await send('POST', '', [CONVERSION, MD5])).status).toBe(201);
    expect(await status()).toBe('queued');
    expect(await service().tasks(job.id)).toHaveLength(2);
    expect(service().dispatch.wakes).toBe(wakes + 1);
  });

  test('a job that has started, or ended, is 409', async () => {
    const { send, job, status } = await openJob({ process: true });
    const path = `/${job.conversion[0].id}`;
    const answers = async () => [
      (await send('POST', '', MD5)).status,
      (await send('PATCH', path, { options: {} })).status,
      (await send('DELETE', path)).status,
      (await send('GET', path)).status,
    ];
    expect([await status(), ...(await answers())]).toEqual(['queued', 409, 409, 409, 200]);
    for (const task of await service().tasks(job.id)) await service().report(task, { status: 'failed' });
    expect([await status(), ...(await answers())]).toEqual(['failed', 409, 409, 409, 200]);
  });

  test('a conversion of another job, or none, is 404', async () => {
    const { send } = await openJob();
    const other = await openJob();
    for (const id of [other.job.conversion[0].id, 'nonsense', "' or 1=1 --", '..%2f..', '%F0%9F%92%A9']) {
      const path = `/${encodeURI(id)}`;
      expect([id, (await send('GET', path)).status]).toEqual([id, 404]);
      expect([id, (await send('PATCH', path, { options: {} })).status]).toEqual([id, 404]);
      expect([id, (await send('DELETE', path)).status]).toEqual([id, 404]);
    }
  });

  test('added by many at once, each has a place of its own', async () => {
    const { send, job } = await openJob({ conversion: [] });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', '', MD5)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const rows = await service()
      .context.db.selectFrom('conversions')
      .select('position')
      .where('job_id', '=', job.id)
      .orderBy('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('inputs and conversions that come at once start the job once', async () => {
    const { key, send, job, status } = await openJob({ input: [], conversion: [], process: true });
    const answers = await Promise.all([
      send('POST', '', CONVERSION),
      service().request('POST', `/v2/jobs/${job.id}/input`, { key, body: INPUT }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(await status()).toBe('queued');
    expect(await service().tasks(job.id)).toHaveLength(1);
  });
});

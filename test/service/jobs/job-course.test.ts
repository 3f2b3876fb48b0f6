import { describe, expect, test } from 'vitest';
import { CONVERSION, counted, DATABASES, INPUT, type Json, makeJob, outputOf, times, useService } from '../support.ts';

describe.each(DATABASES)('the course of jobs on %s', (kind) => {
  const service = useService(kind);

  describe('a job that does not say process', () => {
    const make = async (body: Json) => {
      const { key } = await service().key();
      const { body: job } = await service().request('POST', '/v2/jobs', { key, body });
      const send = (path: string, content: Json) =>
        service().request('POST', path.replace('<job>', job.id), { key, body: content });
      const read = async () => (await service().request('GET', `/v2/jobs/${job.id}`, { key })).body;
      return { job, send, read };
    };

    test('starts when it is made with all that it needs', async () => {
      const { job } = await make({ input: [INPUT], conversion: [CONVERSION] });
      expect(job).toMatchObject({ status: 'queued', process: true });
    });

    test('starts with the last of what is added one by one', async () => {
      const { job, send, read } = await make({ input: [] });
      expect((await send('/v2/jobs/<job>/input', INPUT)).status).toBe(201);
      expect((await send('/v2/jobs/<job>/input', INPUT)).status).toBe(201);
      expect((await read()).status).toBe('incomplete');
      expect((await send('/v2/jobs/<job>/conversions', CONVERSION)).status).toBe(201);
      expect(await read()).toMatchObject({ status: 'queued', spent: 2 });
      expect((await send('/v2/jobs/<job>/input', INPUT)).status).toBe(409);
      expect(await service().tasks(job.id)).toHaveLength(2);
    });

    test('waits for every announced upload', async () => {
      const input = [{ type: 'upload' }, INPUT, { type: 'upload' }];
      const { job, send, read } = await make({ input, conversion: [CONVERSION] });
      const upload = { content: Buffer.from('a').toString('base64') };
      const sendFile = () =>
        fetch(`${service().url}/upload-file/${job.id}`, {
          method: 'POST',
          headers: { 'x-svc-token': job.token, 'content-type': 'application/octet-stream' },
          body: 'abc',
        });
      expect((await sendFile()).status).toBe(201);
      expect((await read()).status).toBe('incomplete');
      expect((await sendFile()).status).toBe(201);
      expect(await read()).toMatchObject({ status: 'queued', spent: 3 });
      expect((await send('/upload-base64/<job>', upload)).status).toBe(409);
    });

    test('waits with process: false for its PATCH, while files are added', async () => {
      const { job, send, read } = await make({ process: false, conversion: [CONVERSION] });
      const upload = { content: Buffer.from('a').toString('base64') };
      for (const _ of times(2, () => null)) expect((await send('/upload-base64/<job>', upload)).status).toBe(201);
      expect(await read()).toMatchObject({ status: 'ready', process: false });
      const options = { token: job.token, body: { process: true } };
      const started = await service().request('PATCH', `/v2/jobs/${job.id}`, options);
      expect(started.body).toMatchObject({ status: 'queued', process: true, spent: 2 });
    });
  });

  describe('changing and starting', () => {
    test('settings of an open job change; null and empty take away', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, { process: false, callback: 'https://a.example/' });
      const patch = async (body: Json) => (await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body })).body;
      expect(
        await patch({
          notify_status: true,
          fail_on_input_error: false,
          fail_on_conversion_error: false,
          download_passwords: ['a'],
        }),
      ).toMatchObject({
        status: 'ready',
        notify_status: true,
        fail_on_input_error: false,
        fail_on_conversion_error: false,
        callback: 'https://a.example/',
      });
      expect((await service().job(job.id)).download_passwords).not.toBeNull();
      expect(await patch({ callback: null, download_passwords: [] })).toMatchObject({
        callback: '',
        notify_status: true,
      });
      expect((await service().job(job.id)).download_passwords).toBeNull();
      expect(await patch({ process: true })).toMatchObject({ status: 'queued', process: true });
    });

    test('an incomplete job that is told to start does when it is complete, unless told otherwise', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, { conversion: [], process: false });
      const path = `/v2/jobs/${job.id}`;
      expect((await service().request('PATCH', path, { key, body: { process: true } })).body.status).toBe('incomplete');
      await service().request('PATCH', path, { key, body: { process: false } });
      await service().request('POST', `${path}/conversions`, { key, body: CONVERSION });
      expect((await service().request('GET', path, { key })).body.status).toBe('ready');
      expect((await service().request('PATCH', path, { key, body: { process: true } })).body.status).toBe('queued');
    });

    test('a started job keeps its settings but for its callback and passwords, a final one but for its passwords', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key);
      const patch = async (body: Json) =>
        (await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body })).status;
      const open = [
        { process: true },
        { process: false },
        { fail_on_input_error: true },
        { fail_on_conversion_error: false },
      ];
      const always = [{ callback: 'https://b.example/' }, { notify_status: true }];
      for (const body of open) expect([body, await patch(body)]).toEqual([body, 409]);
      for (const body of always) expect([body, await patch(body)]).toEqual([body, 200]);
      const [task] = await service().tasks(job.id);
      if (task !== undefined) await service().report(task, { status: 'completed', progress: 100 });
      for (const body of [...open, ...always]) expect([body, await patch(body)]).toEqual([body, 409]);
      expect(await patch({ download_passwords: ['a'] })).toBe(200);
      expect(await patch({})).toBe(200);
    });

    test.each<[Json, string]>([
      [{ process: 'yes' }, 'process'],
      [{ callback: 'nonsense' }, 'callback'],
      [{ download_passwords: ['ä'] }, 'download_passwords.0'],
    ])('%j is 400', async (body, field) => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, { process: false });
      const answer = await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    });

    test('20 at once start it once', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, {
        process: false,
        conversion: [CONVERSION, { category: 'hash', target: 'md5' }],
      });
      const wakes = service().dispatch.wakes;
      const answers = await Promise.all(
        times(20, () => service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { process: true } })),
      );
      expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
      expect(await service().tasks(job.id)).toHaveLength(2);
      expect(service().dispatch.wakes).toBe(wakes + 1);
      expect((await service().request('GET', `/v2/jobs/${job.id}`, { key })).body).toMatchObject({
        status: 'queued',
        spent: 2,
      });
    });

    test('20 jobs of one key at once: as many start as its contract allows', async () => {
      const { key } = await service().key('free');
      const body = { input: [INPUT], conversion: [CONVERSION], process: false };
      const jobs = await Promise.all(times(12, () => service().request('POST', '/v2/jobs', { key, body })));
      const answers = await Promise.all(
        jobs.map(({ body: job }) => service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { process: true } })),
      );
      expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 5, 429: 7 });
      // Refused as a whole: the job is unchanged.
      const listed = (await service().request('GET', '/v2/jobs?status=ready', { key })).body;
      expect(listed.map(({ process }: Json) => process)).toEqual(times(7, () => false));
    });
  });

  describe('canceling', () => {
    test('tasks end, the dispatch is told, credits come back; afterwards 409', async () => {
      const { key } = await service().key('free');
      const job = await makeJob(service(), key, { input: [INPUT, INPUT] });
      const [begun, waiting] = await service().tasks(job.id);
      if (begun === undefined || waiting === undefined) throw new Error('no tasks');
      await service().report(begun, { status: 'processing', progress: 10 });
      const canceled = await service().request('DELETE', `/v2/jobs/${job.id}`, { key });
      expect([canceled.status, canceled.text]).toEqual([204, '']);
      expect(service().dispatch.canceled).toContain(begun.id);
      // Only the database has the task.
      expect(service().dispatch.canceled).not.toContain(waiting.id);
      expect((await service().tasks(job.id)).map(({ state }) => state)).toEqual(['canceled', 'canceled']);
      const read = await service().request('GET', `/v2/jobs/${job.id}`, { key });
      expect(read.body).toMatchObject({ status: 'canceled', spent: 0 });
      expect(read.body.input.map(({ status }: Json) => status)).toEqual(['canceled', 'canceled']);
      expect((await service().request('DELETE', `/v2/jobs/${job.id}`, { key })).status).toBe(409);
      expect((await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { process: true } })).status).toBe(
        409,
      );
    });

    test.each(['completed', 'failed'] as const)('a %s job is 409', async (status) => {
      const { key } = await service().key();
      const job = await makeJob(service(), key);
      const [task] = await service().tasks(job.id);
      if (task !== undefined) await service().report(task, { status });
      expect((await service().request('DELETE', `/v2/jobs/${job.id}`, { key })).status).toBe(409);
    });

    test('an open job can be canceled, with a JSON body too', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, { process: false });
      expect((await service().request('DELETE', `/v2/jobs/${job.id}`, { key, body: { reason: 'x' } })).status).toBe(
        204,
      );
    });

    test('20 at once cancel it once; at the same time as its last report, one of the two wins whole', async () => {
      const { key } = await service().key();
      const ends = await Promise.all(
        times(20, async () => {
          const job = await makeJob(service(), key);
          const [task] = await service().tasks(job.id);
          if (task === undefined) throw new Error('the job has no task');
          const [deleted, effects] = await Promise.all([
            service().request('DELETE', `/v2/jobs/${job.id}`, { key }),
            service().report(task, { status: 'completed', output: [outputOf(task, 'talk.mp3')] }),
          ]);
          const read = (await service().request('GET', `/v2/jobs/${job.id}`, { key })).body;
          const [after] = await service().tasks(job.id);
          return [deleted.status, read.status, after?.state, read.output.length, effects.unwanted.length].join(' ');
        }),
      );
      for (const end of ends) expect(['204 canceled canceled 0 1', '409 completed completed 1 0']).toContain(end);
      const job = await makeJob(service(), key);
      const answers = await Promise.all(times(20, () => service().request('DELETE', `/v2/jobs/${job.id}`, { key })));
      expect(counted(answers.map(({ status }) => status))).toEqual({ 204: 1, 409: 19 });
    });
  });

  test('the history tells every status in order, also those of one moment', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { process: true } });
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('the job has no task');
    for (const progress of [1, 50]) await service().report(task, { progress, sequence: progress });
    await service().report(task, { status: 'completed' });
    const { body, headers } = await service().request('GET', `/v2/jobs/${job.id}/history`, { key });
    const statuses = ['incomplete', 'ready', 'queued', 'downloading', 'processing', 'completed'];
    expect(body.map(({ status }: Json) => status)).toEqual(statuses);
    expect(body[0]).toEqual({
      id: expect.any(String),
      status: 'incomplete',
      info: expect.any(String),
      created_at: expect.any(String),
    });
    expect(headers.get('x-count')).toBe('6');
  });

  test('its files stay for 24 hours after its end, however long ago it was made', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    const hours = async () => ((await service().job(job.id)).expires_at - service().time) / 3_600_000;
    expect(await hours()).toBe(24);
    service().time += 20 * 3_600_000;
    await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { process: true } });
    expect(await hours()).toBe(24);
    service().time += 3_600_000;
    const [task] = await service().tasks(job.id);
    if (task !== undefined) await service().report(task, { status: 'completed' });
    expect(await hours()).toBe(24);
    const read = await service().request('GET', `/v2/jobs/${job.id}`, { key });
    expect(read.body.limits.output).toEqual({ hours: 24 });
  });
});

describe('PROCESS_DEFAULT=false', () => {
  const service = useService('sqlite', { PROCESS_DEFAULT: 'false' });

  test('makes jobs wait that do not say process', async () => {
    const { key } = await service().key();
    const body = { input: [INPUT], conversion: [CONVERSION] };
    const made = async (more: Json) =>
      (await service().request('POST', '/v2/jobs', { key, body: { ...body, ...more } })).body;
    expect(await made({})).toMatchObject({ status: 'ready', process: false });
    expect(await made({ process: true })).toMatchObject({ status: 'queued', process: true });
  });
});

import { describe, expect, test } from 'vitest';
import { CONVERSION, counted, DATABASES, INPUT, type Json, makeJob, times, useService } from '../support.ts';

describe.each(DATABASES)('jobs on %s', (kind) => {
  const service = useService(kind, { HEADER_ALIASES: 'X-Other' });

  describe('creating', () => {
    test('a job shows every field of its document, and its token', async () => {
      const { key } = await service().key();
      const { status, body } = await service().request('POST', '/v2/jobs', {
        key,
        body: {
          input: [{ ...INPUT, credentials: { decrypt_password: 'hunter2' } }],
          conversion: [{ ...CONVERSION, options: { audio_bitrate: 192 } }],
          callback: 'https://callback.example/done?x=1',
          notify_status: true,
          fail_on_input_error: false,
          download_passwords: ['open sesame'],
          process: false,
        },
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token: expect.stringMatching(/^[0-9a-f]{32}$/),
        type: 'job',
        status: 'ready',
        errors: [],
        warnings: [],
        process: false,
        fail_on_input_error: false,
        fail_on_conversion_error: true,
        conversion: [expect.objectContaining({ category: 'audio', target: 'mp3', options: { audio_bitrate: 192 } })],
        limits: { job: expect.anything(), input: expect.anything(), output: { hours: 24 } },
        input: [expect.objectContaining({ type: 'remote', source: INPUT.source, status: 'ready', credentials: [] })],
        output: [],
        callback: 'https://callback.example/done?x=1',
        notify_status: true,
        server: service().url,
        spent: 0,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      });
      expect(JSON.stringify(body)).not.toMatch(/hunter2|sesame/);
      const read = await service().request('GET', `/v2/jobs/${body.id}`, { key });
      expect(read.body).toEqual(body);
    });

    test.each([
      ['{}', 204],
      ['', 204],
      [undefined, 204],
    ])('an empty body (%s) is answered with 204 and makes nothing', async (text, expected) => {
      const { key } = await service().key();
      const answer = await service().request('POST', '/v2/jobs', { key, ...(text !== undefined && { text }) });
      expect([answer.status, answer.text]).toEqual([expected, '']);
      expect((await service().request('GET', '/v2/jobs', { key })).status).toBe(204);
    });

    test.each<[string, Json, string]>([
      ['process is a text', { process: 'true' }, 'process'],
      ['process is a number', { process: 1 }, 'process'],
      ['input is no array', { input: INPUT }, 'input'],
      ['an input is a text', { input: ['https://files.example/a'] }, 'input.0'],
      ['a source is missing', { input: [{}] }, 'source'],
      ['a source is a path', { input: [{ source: '/etc/passwd' }] }, 'source'],
      ['a source is a file URL', { input: [{ source: 'file:///etc/passwd' }] }, 'source'],
      ['a conversion has no target', { conversion: [{ category: 'audio' }] }, 'conversion.0.target'],
      [
        'an option has a wrong value',
        { conversion: [{ ...CONVERSION, options: { audio_bitrate: 7 } }] },
        'audio_bitrate',
      ],
      ['callback is a number', { callback: 5 }, 'callback'],
      ['callback is no URL', { callback: 'callback.example' }, 'callback'],
      ['callback is of another scheme', { callback: 'ftp://callback.example/' }, 'callback'],
      ['callback holds a password', { callback: 'https://u:p@callback.example/' }, 'callback'],
      ['callback holds a line break', { callback: 'https://callback.example/\r\nx' }, 'callback'],
      ['a text holds NUL', { input: [{ ...INPUT, filename: 'a\0b' }] }, 'input.0.filename'],
      [
        'a password is no text',
        { input: [{ ...INPUT, credentials: { decrypt_password: 5 } }] },
        'input.0.credentials.decrypt_password',
      ],
    ])('%s: 400 that names the field, and nothing is made', async (_what, body, field) => {
      const { key } = await service().key();
      const answer = await service().request('POST', '/v2/jobs', { key, body });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        code: expect.any(Number),
        name: expect.any(String),
        message: expect.any(String),
        errors: expect.any(Object),
      });
      expect(Object.keys(answer.body.errors)).toContain(field);
      expect((await service().request('GET', '/v2/jobs', { key })).status).toBe(204);
    });

    test('what is not JSON, or nested without end, is 400', async () => {
      const { key } = await service().key();
      const deep = `{"input":[{"source":"https://files.example/a","options":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}]}`;
      const shallow = `{"input":[{"source":"https://files.example/a","options":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}]}`;
      for (const [text, status] of [
        ['{', 400],
        ['[]', 400],
        ['null', 400],
        ['"x"', 400],
        [deep, 400],
        [shallow, 201],
      ] as const) {
        expect([text.slice(0, 20), (await service().request('POST', '/v2/jobs', { key, text })).status]).toEqual([
          text.slice(0, 20),
          status,
        ]);
      }
    });

    test('fields that cannot be set are ignored with a warning, also those of the document itself', async () => {
      const { key } = await service().key();
      const input = [{ ...INPUT, color: 'red', size: null }];
      const body = {
        type: 'job',
        id: 'mine',
        status: 'completed',
        errors: [],
        conversions: [CONVERSION],
        input,
        process: false,
      };
      const made = await service().request('POST', '/v2/jobs', { key, body });
      expect(made.status).toBe(201);
      const { body: job } = made;
      expect(job).toMatchObject({ status: 'incomplete', spent: 0 });
      expect(job.id).not.toBe('mine');
      const ignored = (source: string, id_source: string | null, fields: string[]) =>
        expect.objectContaining({ code: 5008, source, id_source, details: { fields } });
      expect(job.warnings).toEqual([
        ignored('conversion', null, ['id', 'status', 'conversions']),
        ignored('input', job.input[0].id, ['color']),
      ]);
      expect(job.warnings[0].message).toContain('conversions (did you mean conversion?)');

      const credentials = { username: 'u', password: 'p' };
      const parameters = { host: 'ftp.example', file: 'a/' };
      const deliver = { type: 'ftp', status: 'waiting', parameters, credentials };
      const twice = { ...CONVERSION, output_target: [deliver, deliver] };
      const equal = await service().request('POST', '/v2/jobs', { key, body: { conversion: [twice] } });
      expect([equal.status, equal.body.warnings]).toEqual([
        201,
        [ignored('conversion', equal.body.conversion[0].id, ['status'])],
      ]);

      const path = `/v2/jobs/${job.id}`;
      const conversion = { ...CONVERSION, option: { a: 1 }, output_target: [deliver] };
      const added = await service().request('POST', `${path}/conversions`, { key, body: conversion });
      expect(added.status).toBe(201);
      await service().request('POST', `${path}/input`, { key, body: { type: 'upload', source: '', checksum: 'f00' } });
      const { body: read } = await service().request('GET', path, { key });
      const unknown = { ...CONVERSION, options: { audio_bitrat: 64 } };
      const misspelt = await service().request('POST', `${path}/conversions`, { key, body: unknown });
      const warned = async () => (await service().request('GET', path, { key })).body.warnings.at(-1);
      const message = expect.stringContaining('Did you mean audio_bitrate?');
      expect(await warned()).toMatchObject({ code: 5001, id_source: misspelt.body.id, message });
      const options = { audio_bitrate: 64 };
      await service().request('PATCH', `${path}/conversions/${misspelt.body.id}`, { key, body: { options } });
      expect(await warned()).toMatchObject({ code: 5008 });
      await service().request('DELETE', `${path}/input/${read.input[1].id}`, { key });
      await service().request('DELETE', `${path}/conversions/${added.body.id}`, { key });
      const left = (await service().request('GET', path, { key })).body.warnings;
      expect(left.map((each: Json) => each.id_source)).toEqual([null, job.input[0].id]);
      expect(read.warnings.slice(2)).toEqual([
        ignored('conversion', added.body.id, ['option']),
        ignored('conversion', added.body.id, ['status']),
        ignored('input', read.input[1].id, ['checksum']),
      ]);
    });

    test('options have the names that all categories share, and secrets among them are hidden', async () => {
      const { key } = await service().key();
      const pdf = { category: 'document', target: 'pdf' };
      const options = { rotate: 90, max_size: '5MB', pages: '2-4', password: 'sesame' };
      const body = {
        conversion: [
          { ...pdf, options },
          { ...CONVERSION, options: { from: 90, to: '2:00' } },
        ],
      };
      const { status, body: job } = await service().request('POST', '/v2/jobs', { key, body });
      expect([status, job.warnings]).toEqual([201, []]);
      expect(job.conversion[0].options).toEqual({ ...options, password: '********' });
      const refused = { conversion: [{ ...pdf, options: { pages: '2', rearrange: '3' } }] };
      const answer = await service().request('POST', '/v2/jobs', { key, body: refused });
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('they differ')]);
      const mute = { conversion: [{ ...CONVERSION, options: { mute: true } }] };
      const warned = await service().request('POST', '/v2/jobs', { key, body: mute });
      expect(warned.body.warnings[0].message).toContain('only films have a sound to leave out');
    });

    test('a callback whose host does not exist is taken', async () => {
      const { key } = await service().key();
      const body = { callback: 'http://no-such-host.invalid/' };
      expect((await service().request('POST', '/v2/jobs', { key, body })).body.callback).toBe(body.callback);
    });

    test('process: true starts it, with one task for each conversion and input', async () => {
      const { key } = await service().key();
      const wakes = service().dispatch.wakes;
      const job = await makeJob(service(), key, {
        input: [INPUT, INPUT, INPUT],
        conversion: [CONVERSION, { category: 'hash', target: 'md5' }],
      });
      expect(job).toMatchObject({ status: 'queued', process: true, spent: 6 });
      expect(service().dispatch.wakes).toBe(wakes + 1);
      expect(await service().tasks(job.id)).toHaveLength(6);
    });

    test('process: true without an input waits for one', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, { input: [] });
      expect(job.status).toBe('incomplete');
      const added = await service().request('POST', `/v2/jobs/${job.id}/input`, { key, body: INPUT });
      expect(added.status).toBe(201);
      expect((await service().request('GET', `/v2/jobs/${job.id}`, { key })).body.status).toBe('queued');
    });

    test('more inputs than the contract allows are 402, more jobs 429, more credits 402; nothing is made', async () => {
      const { key } = await service().key('free');
      const post = (body: Json) => service().request('POST', '/v2/jobs', { key, body });
      const conversion = [CONVERSION];
      expect(await post({ input: times(11, () => INPUT) })).toMatchObject({ status: 402, body: { code: 402 } });
      const most = { input: times(6, () => INPUT), conversion, process: true };
      const started = [];
      for (let i = 0; i < 6; i++)
        started.push(await post(i === 5 ? { input: [INPUT], conversion, process: true } : most));
      expect(started.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
      expect(started[5]?.headers.get('retry-after')).toMatch(/^\d+$/);
      const job = (started[0] as Json).body;
      await service().request('DELETE', `/v2/jobs/${job.id}`, { key });
      expect((await post({ input: times(7, () => INPUT), conversion, process: true })).status).toBe(402);
      expect((await post({ input: times(6, () => INPUT), conversion, process: true })).status).toBe(201);
      expect((await service().request('GET', '/v2/jobs', { key })).headers.get('x-count')).toBe('6');
    });
  });

  describe('Idempotency-Key', () => {
    const headers = { 'Idempotency-Key': 'order-4711' };

    test('the same request again is answered with the same job', async () => {
      const { key } = await service().key();
      const body = { input: [INPUT], conversion: [CONVERSION], process: true };
      const first = await service().request('POST', '/v2/jobs', { key, headers, body });
      const reordered = { process: true, conversion: [{ target: 'mp3', category: 'audio' }], input: [INPUT] };
      const again = await service().request('POST', '/v2/jobs', { key, headers, body: reordered });
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await service().tasks(first.body.id)).toHaveLength(1);
    });

    test('another body is 409; another key of the API is another namespace; a refused request uses it up not', async () => {
      const [one, other] = [await service().key(), await service().key()];
      const post = (key: string, body: Json) => service().request('POST', '/v2/jobs', { key, headers, body });
      expect((await post(one.key, { input: [{ source: 'nonsense' }] })).status).toBe(400);
      const first = await post(one.key, { input: [INPUT] });
      expect(first.status).toBe(201);
      expect((await post(one.key, { input: [INPUT], notify_status: true })).status).toBe(409);
      const foreign = await post(other.key, { input: [INPUT] });
      expect(foreign.status).toBe(201);
      expect(foreign.body.id).not.toBe(first.body.id);
    });

    test('20 at once make one job', async () => {
      const { key } = await service().key();
      const body = { input: [INPUT], conversion: [CONVERSION], process: true };
      const answers = await Promise.all(times(20, () => service().request('POST', '/v2/jobs', { key, headers, body })));
      expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 20 });
      expect(new Set(answers.map(({ body: job }) => job.id)).size).toBe(1);
      expect(counted(answers.map(({ headers: sent }) => sent.get('idempotent-replayed')))).toEqual({
        null: 1,
        true: 19,
      });
      expect((await service().request('GET', '/v2/jobs', { key })).headers.get('x-count')).toBe('1');
    });

    test('a key that is none is 400', async () => {
      const { key } = await service().key();
      const answer = await service().request('POST', '/v2/jobs', {
        key,
        headers: { 'Idempotency-Key': 'x'.repeat(256) },
        body: { input: [INPUT] },
      });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Idempotency-Key']]);
    });
  });

  describe('listing', () => {
    test('50 a page, newest first, with the count of all; nothing is 204', async () => {
      const { key } = await service().key();
      const list = (query = '') => service().request('GET', `/v2/jobs${query}`, { key });
      const none = await list();
      expect([none.status, none.text, none.headers.get('x-count')]).toEqual([204, '', '0']);
      const made: string[] = [];
      for (let i = 0; i < 52; i++) {
        service().time += 1;
        const body = { input: [INPUT], process: false, ...(i === 3 && { conversion: [CONVERSION] }) };
        made.unshift((await service().request('POST', '/v2/jobs', { key, body })).body.id);
      }
      const [first, second, third] = [await list(), await list('?page=2'), await list('?page=3')];
      expect([first, second, third].map(({ status, headers }) => [status, headers.get('x-count')])).toEqual([
        [200, '52'],
        [200, '52'],
        [200, '52'],
      ]);
      const ids = (answer: { body: Json }) => answer.body.map(({ id }: Json) => id);
      expect([...ids(first), ...ids(second)]).toEqual(made);
      expect([ids(first).length, ids(second).length, ids(third).length]).toEqual([50, 2, 0]);
      const ready = await list('?status=ready');
      expect([ready.headers.get('x-count'), ids(ready)]).toEqual(['1', [made[48]]]);
      for (const status of ['completed', 'pending', 'nonsense', '%00', "' or 1=1 --"]) {
        expect([status, (await list(`?status=${status}`)).status]).toEqual([status, status === '%00' ? 400 : 204]);
      }
      for (const page of ['0', '-1', 'x', '1.5', '1e99']) {
        const answer = await list(`?page=${page}`);
        expect([page, answer.status, Object.keys(answer.body.errors)]).toEqual([page, 400, ['page']]);
      }
    });

    test('one key does not see the jobs of another, and a token sees its job alone', async () => {
      const [one, other] = [await service().key(), await service().key()];
      const jobs = [await makeJob(service(), one.key), await makeJob(service(), one.key)];
      expect((await service().request('GET', '/v2/jobs', { key: other.key })).status).toBe(204);
      const { body, headers } = await service().request('GET', '/v2/jobs', { token: jobs[0].token });
      expect([body.map(({ id }: Json) => id), headers.get('x-count')]).toEqual([[jobs[0].id], '1']);
      expect((await service().request('GET', '/v2/jobs?status=completed', { token: jobs[0].token })).status).toBe(204);
    });
  });

  describe('status format', () => {
    test('a string; an object for a job made through an alias prefix, and for who reads through one', async () => {
      const { key } = await service().key();
      const object = { code: 'incomplete', info: expect.any(String) };
      const own = await service().request('POST', '/v2/jobs', { key, body: { input: [INPUT] } });
      const aliased = await service().request('POST', '/v2/jobs', {
        headers: { 'x-oTHER-aPI-kEY': key },
        body: { input: [INPUT] },
      });
      expect([own.body.status, aliased.body.status]).toEqual(['incomplete', object]);
      const read = async (id: string, headers: Record<string, string>) =>
        (await service().request('GET', `/v2/jobs/${id}`, { headers })).body.status;
      expect(await read(aliased.body.id, { 'X-SVC-API-KEY': key })).toEqual(object);
      expect(await read(own.body.id, { 'X-Other-Token': own.body.token })).toEqual(object);
      expect(await read(own.body.id, { 'X-Svc-Token': own.body.token })).toBe('incomplete');
    });
  });
});

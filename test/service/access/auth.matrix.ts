import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/service/keys/keys.ts';
import { databasesOf, type Json, makeJob, useService } from '../support.ts';

/** Every route about a job: method, the rest of the path after that of the job, a body that would be accepted. */
const ROUTES: readonly (readonly [method: string, rest: string, body?: Json])[] = [
  ['GET', ''],
  ['PATCH', '', { notify_status: true }],
  ['GET', '/history'],
  ['GET', '/threads'],
  ['GET', '/download'],
  ['GET', '/events'],
  ['GET', '/conversions'],
  ['POST', '/conversions', { target: 'mp3' }],
  ['GET', '/conversions/x'],
  ['PATCH', '/conversions/x', { options: {} }],
  ['DELETE', '/conversions/x'],
  ['GET', '/input'],
  ['POST', '/input', { source: 'https://files.example/a' }],
  ['PATCH', '/input', []],
  ['GET', '/input/x'],
  ['PATCH', '/input/x', { parameters: {} }],
  ['DELETE', '/input/x'],
  ['GET', '/output'],
  ['PATCH', '/output', { filename: 'x' }],
  ['GET', '/output/x'],
  ['PATCH', '/output/x', { filename: 'x' }],
  ['DELETE', '/output/x'],
  ['DELETE', ''],
];

const NONE = '00000000-0000-4000-8000-000000000000';

describe.each(databasesOf('auth'))('authentication on %s', (kind) => {
  const service = useService(kind, { HEADER_ALIASES: 'X-Other', GUESSES_PER_MINUTE: '100000' });

  const all = async (jobId: string, headers: Record<string, string>) => {
    const statuses: [string, number][] = [];
    for (const [method, rest, body] of ROUTES) {
      const options = { headers, ...(body !== undefined && { body }) };
      const answer = await service().request(method, `/v2/jobs/${jobId}${rest}`, options);
      if (answer.status >= 400)
        expect(answer.body).toEqual({ code: answer.status, name: expect.any(String), message: expect.any(String) });
      statuses.push([`${method} ${rest}`, answer.status]);
    }
    return statuses;
  };
  const each = (status: number) => ROUTES.map(([method, rest]) => [`${method} ${rest}`, status]);

  test('every route about a job refuses who brings nothing, or what is wrong', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    const wrong: Record<string, string>[] = [
      {},
      { 'x-svc-api-key': '' },
      { 'x-svc-api-key': `${key}x` },
      { 'x-svc-api-key': key.toUpperCase() },
      { 'x-svc-api-key': job.token },
      { 'x-svc-api-key': "' or 1=1 --" },
      { 'x-svc-token': key },
      { 'x-svc-token': '0'.repeat(32) },
      { 'x-svc-token': `${job.token}0` },
      { 'x-another-api-key': key },
      { authorization: `Bearer ${key}x` },
    ];
    for (const headers of wrong) expect([headers, await all(job.id, headers)]).toEqual([headers, each(401)]);
  });

  test('a bearer token is an API key; a missing key and a wrong one are told apart', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    for (const authorization of [`Bearer ${key}`, `bearer  ${key}`]) {
      expect((await service().request('GET', `/v2/jobs/${job.id}`, { headers: { authorization } })).status).toBe(200);
    }
    const says = async (headers: Record<string, string>, path = `/v2/jobs/${job.id}`) => {
      const { status, body } = await service().request('GET', path, { headers });
      return `${status} ${body.message}`;
    };
    expect(await says({})).toMatch(/^401 This needs an API key in the header X-Svc-Api-Key, or the token/);
    expect(await says({ authorization: `Basic ${key}` }, '/v2/contracts')).toMatch(/^401 This needs an API key: /);
    for (const headers of [{ authorization: 'Bearer x' }, { 'x-svc-api-key': 'x' }]) {
      expect(await says(headers)).toMatch(/^401 This API key is not valid: /);
    }
    expect(await says({ 'x-svc-token': 'x' })).toMatch(/^401 The token in X-Svc-Token is not that of this job/);
  });

  test('another key, and a job that is none, are 404 alike; another token is 401', async () => {
    const [one, other] = [await service().key(), await service().key()];
    const job = await makeJob(service(), one.key, { process: false });
    const foreign = await makeJob(service(), other.key, { process: false });
    expect(await all(job.id, { 'x-svc-api-key': other.key })).toEqual(each(404));
    for (const id of [NONE, 'nonsense', '%00', "'%20or%201=1", 'x'.repeat(500)]) {
      expect([id, await all(id, { 'x-svc-api-key': one.key })]).toEqual([id, each(404)]);
      expect([id, await all(id, { 'x-svc-token': job.token })]).toEqual([id, each(401)]);
    }
    expect(await all(job.id, { 'x-svc-token': foreign.token })).toEqual(each(401));
    expect((await service().job(job.id)).status).toBe('ready');
  });

  test('the key, the token, and both under another prefix open every route', async () => {
    const { key } = await service().key();
    for (const header of ['X-Svc-Api-Key', 'x-svc-token', 'X-OTHER-API-KEY', 'x-Other-Token']) {
      const job = await makeJob(service(), key, { process: false });
      const credential = header.toLowerCase().endsWith('token') ? job.token : key;
      const statuses = Object.fromEntries(await all(job.id, { [header]: credential }));
      expect(Object.values(statuses).filter((status) => status === 401)).toEqual([]);
      expect(statuses).toMatchObject({
        'GET ': 200,
        'PATCH ': 200,
        'GET /history': 200,
        'GET /threads': 200,
        'POST /conversions': 201,
        'POST /input': 201,
        'PATCH /input': 200,
        'GET /output': 200,
        'PATCH /output': 409,
        'GET /input/x': 404,
        'DELETE ': 204,
      });
    }
  });

  test('a token makes no job', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    const body = { input: [] };
    expect((await service().request('POST', '/v2/jobs', { token: job.token, body })).status).toBe(401);
    expect((await service().request('POST', '/v2/jobs', { body })).status).toBe(401);
    expect((await service().request('POST', '/v2/jobs', { key, body })).status).toBe(201);
    expect((await service().request('GET', '/v2/jobs')).status).toBe(401);
    expect((await service().request('GET', '/v2/jobs', { token: '0'.repeat(32) })).status).toBe(401);
  });

  test('who may not ask is not listened to: a wrong body does not come before the credentials', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    for (const [method, path] of [
      ['POST', '/v2/jobs'],
      ['PATCH', `/v2/jobs/${job.id}`],
      ['POST', `/v2/jobs/${job.id}/input`],
    ] as const) {
      expect((await service().request(method, path, { text: '{' })).status).toBe(401);
      expect((await service().request(method, path, { key, text: '{' })).status).toBe(400);
    }
    const huge = 'x'.repeat(2 * 1024 ** 2);
    expect((await service().request('POST', '/v2/jobs', { key, body: { callback: huge } })).status).toBe(413);
  });

  test('a key that comes twice is none', async () => {
    const [one, other] = [await service().key(), await service().key()];
    expect(await twice(service().url, [one.key, other.key])).toBe(401);
    expect(await twice(service().url, [one.key])).toBe(204);
  });

  test('a revoked key, and the tokens of its jobs, open nothing', async () => {
    const { id, key } = await service().key();
    const job = await makeJob(service(), key, { process: false });
    const asks = async () => [
      (await service().request('GET', `/v2/jobs/${job.id}`, { key })).status,
      (await service().request('GET', `/v2/jobs/${job.id}`, { token: job.token })).status,
      (await service().request('GET', '/v2/jobs', { token: job.token })).status,
    ];
    expect(await asks()).toEqual([200, 200, 200]);
    await revokeKey(service().context.db, id);
    expect(await asks()).toEqual([401, 401, 401]);
  });

  test('neither keys nor tokens are in the database', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const { db } = service().context;
    const rows = JSON.stringify([
      await db.selectFrom('api_keys').selectAll().execute(),
      await db.selectFrom('jobs').selectAll().execute(),
    ]);
    expect(rows).toContain(job.id);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(job.token);
  });
});

/** Sends a header twice: fetch would join the values. */
function twice(url: string, keys: readonly string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v2/jobs`, { headers: { 'x-svc-api-key': [...keys] } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });
}

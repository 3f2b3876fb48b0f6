import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/service/keys/keys.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { CONVERSION, DATABASES, INPUT, type Json, makeJob, type TestService } from '../support.ts';
import { type LoginBrowser, openBrowser } from './login-browser.ts';
import { startWithProvider } from './login-service.ts';

const KEYS = '/page/account/keys';
const JOB = { input: [INPUT], conversion: [CONVERSION] };

describe.each(DATABASES)('keys that people make themselves, on %s', (kind) => {
  let service: TestService;
  let base = '';
  let stop: () => Promise<unknown> = async () => {};
  beforeAll(async () => {
    const database = kind === 'postgres' ? { DATABASE_URL: await ask('serviceDatabase') } : {};
    ({ service, base, stop } = await startWithProvider({ ...database, OIDC_OPERATORS: 'admins' }));
  });
  afterAll(() => stop());

  const login = async (person: string) => {
    const browser = openBrowser();
    await browser.ask(await browser.comeBack(`${base}/v2/login`, person));
    return browser;
  };
  /** Sends a request as the page does, with the cookies of a login. */
  const send = async (
    browser: LoginBrowser,
    method: string,
    path: string,
    body?: unknown,
    origin: string | null = base,
  ) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        cookie: [...browser.cookies(base)].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(origin !== null && { origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };

  test('act as the person: the same jobs and the same limits', async () => {
    const ada = await login('ada');
    const made = await send(ada, 'POST', KEYS, { name: 'laptop' });
    expect(made.status).toBe(201);
    const { key, id } = made.body;
    const job = await makeJob(service, key, JOB);
    expect((await send(ada, 'GET', `/v2/jobs/${job.id}`)).body.id).toBe(job.id);
    const [contract] = (await service.request('GET', '/v2/contracts', { key })).body;
    expect(contract).toEqual((await send(ada, 'GET', '/v2/contracts')).body[0]);
    expect((await service.request('GET', `/v2/jobs/${job.id}`, { token: job.token })).status).toBe(200);

    const listed = (await send(ada, 'GET', KEYS)).body;
    expect(listed).toEqual([{ id, name: 'laptop', prefix: key.slice(0, 12), created_at: expect.any(Number) }]);
    expect(JSON.stringify(await service.context.db.selectFrom('own_keys').selectAll().execute())).not.toContain(key);

    const bob = await login('bob');
    expect((await send(bob, 'GET', KEYS)).body).toEqual([]);
    expect(await send(bob, 'DELETE', `${KEYS}/${id}`)).toMatchObject({ status: 404, body: { name: 'no_such_key' } });
    expect((await send(ada, 'DELETE', `${KEYS}/${id}`)).status).toBe(200);
    expect((await service.request('GET', '/v2/jobs', { key })).status).toBe(401);
    expect((await send(ada, 'GET', `/v2/jobs/${job.id}`)).status).toBe(200);
  });

  test('are made by a login only, from a page of this service, and not without end', async () => {
    const ada = await login('ada');
    const { key } = (await send(ada, 'POST', KEYS, { name: 'one' })).body;
    for (const method of ['GET', 'POST'])
      expect(
        (await service.request(method, KEYS, { key, ...(method === 'POST' && { body: { name: 'two' } }) })).status,
      ).toBe(401);
    expect(await send(ada, 'POST', KEYS, { name: 'evil' }, 'https://evil.example')).toMatchObject({
      status: 401,
      body: { name: 'other_origin' },
    });
    expect((await send(ada, 'POST', KEYS, { name: 'evil' }, null)).status).toBe(401);
    expect((await send(ada, 'POST', KEYS, { name: '' })).status).toBe(400);
    for (let made = 1; made < 20; made++)
      expect((await send(ada, 'POST', KEYS, { name: `key ${made}` })).status).toBe(201);
    expect(await send(ada, 'POST', KEYS, { name: 'last' })).toMatchObject({
      status: 402,
      body: { name: 'too_many_keys' },
    });
  });

  test('end when the operator revokes the key of the person', async () => {
    const bob = await login('bob');
    const { key } = (await send(bob, 'POST', KEYS, { name: 'laptop' })).body;
    expect((await service.request('GET', '/v2/jobs', { key })).status).toBe(204);
    const rows = await service.context.db
      .selectFrom('api_keys')
      .select(['id'])
      .where('name', '=', 'login: Bob')
      .execute();
    expect(rows).toHaveLength(1);

    // A login in one of OIDC_OPERATORS administers; a key for programs does not.
    expect((await send(bob, 'GET', '/page/admin/keys')).status).toBe(200);
    expect((await send(await login('ada'), 'GET', '/page/admin/keys')).status).toBe(403);
    expect((await service.request('GET', '/page/admin/keys', { key })).status).toBe(403);

    expect(await revokeKey(service.context.db, rows[0]?.id ?? '')).toBe(true);
    expect((await service.request('GET', '/v2/jobs', { key })).status).toBe(401);
  });
});

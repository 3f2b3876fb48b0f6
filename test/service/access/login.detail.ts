import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { removeExpiredSessions } from '../../../src/service/access/sessions.ts';
import { listKeys, revokeKey } from '../../../src/service/keys/keys.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import type { OidcServer } from '../../support/oidc-server.ts';
import { testFolder } from '../outputs/files-support.ts';
import { CONVERSION, DATABASES, INPUT, type Json, makeJob, startTestService, type TestService } from '../support.ts';
import { type LoginBrowser, openBrowser } from './login-browser.ts';
import { startWithProvider } from './login-service.ts';

const JOB = { input: [INPUT], conversion: [CONVERSION], process: true };

describe.each(DATABASES)('logins on %s', (kind) => {
  let service: TestService;
  let provider: OidcServer;
  let base = '';
  let stop: () => Promise<unknown> = async () => {};
  beforeAll(async () => {
    const database = kind === 'postgres' ? { DATABASE_URL: await ask('serviceDatabase') } : {};
    ({ service, provider, base, stop } = await startWithProvider(database));
  });
  afterAll(() => stop());

  const login = async (person: string) => {
    const browser = openBrowser();
    const back = await browser.comeBack(`${base}/v2/login`, person);
    const answer = await browser.ask(back);
    return { browser, back, answer, location: answer.headers.get('location') };
  };
  const json = async (browser: LoginBrowser, path: string): Promise<Json> =>
    JSON.parse((await browser.ask(base + path)).text);
  const create = (browser: LoginBrowser, headers: Record<string, string>) =>
    fetch(`${base}/v2/jobs`, {
      method: 'POST',
      headers: {
        cookie: [...browser.cookies(base)].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(JOB),
    });

  test('make a session with the contract of the group, in a cookie that scripts and other sites do not get', async () => {
    const { browser, answer, location } = await login('ada');
    expect([answer.status, location]).toEqual([303, `${base}/`]);
    expect(await json(browser, '/v2/session')).toMatchObject({
      signed_in: true,
      via: 'session',
      name: 'Ada Lovelace',
      contract: 'standard',
      login: true,
    });
    expect((await json(browser, '/v2/contracts'))[0].name).toBe('standard');
    const line = browser.setCookies.findLast((each) => each.startsWith('convertd-session='));
    expect(line).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(browser.cookies(base).has('convertd-login')).toBe(false);
    // The first group of the operator's list counts.
    expect((await json((await login('bob')).browser, '/v2/session')).contract).toBe('unlimited');
    // The value of the cookie is not in the database.
    const rows = JSON.stringify(await service.context.db.selectFrom('sessions').selectAll().execute());
    expect(rows).not.toContain(browser.cookies(base).get('convertd-session'));
  });

  test('open the jobs of the person, each time the same, and of nobody else', async () => {
    const { browser } = await login('ada');
    const made = await create(browser, { origin: base });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const again = (await login('ada')).browser;
    expect((await json(again, '/v2/jobs')).map((job: Json) => job.id)).toContain(id);
    const { browser: bob } = await login('bob');
    expect((await bob.ask(`${base}/v2/jobs/${id}`)).status).toBe(404);
    const foreign = await makeJob(service, (await service.key()).key);
    expect((await browser.ask(`${base}/v2/jobs/${foreign.id}`)).status).toBe(404);
    // A key takes precedence over a login, even a wrong key.
    const wrong = { headers: { 'x-svc-api-key': 'wrong' } };
    expect((await browser.ask(`${base}/v2/jobs`, wrong)).status).toBe(401);
    expect((await openBrowser().ask(`${base}/v2/jobs`)).status).toBe(401);
  });

  test('are of no use to pages of other origins', async () => {
    const { browser } = await login('ada');
    const allowed = [{ origin: base }, { 'sec-fetch-site': 'same-origin' }];
    const refused = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: base.replace('http:', 'http:').replace(/:\d+$/, ':1') },
      { 'sec-fetch-site': 'cross-site', origin: base },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      {},
    ];
    for (const headers of allowed) expect([headers, (await create(browser, headers)).status]).toEqual([headers, 201]);
    for (const headers of refused) {
      const answer = await create(browser, headers);
      expect([headers, answer.status, await answer.json()]).toMatchObject([headers, 401, { name: 'other_origin' }]);
    }
    const read = async (headers: Record<string, string>) => (await browser.ask(`${base}/v2/jobs`, { headers })).status;
    expect(await read({ 'sec-fetch-site': 'cross-site' })).toBe(401);
    expect(await read({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    // Such a page cannot end the login either.
    const cross = { method: 'DELETE', headers: { origin: 'https://evil.example' } };
    expect((await browser.ask(`${base}/v2/session`, cross)).text).toBe('{"redirect":null}');
    expect((await json(browser, '/v2/session')).via).toBe('session');
  });

  test('end by a logout, here and at the provider', async () => {
    const { browser } = await login('ada');
    const kept = new Map(browser.cookies(base));
    const options = { method: 'DELETE', headers: { origin: base } };
    const { redirect } = JSON.parse((await browser.ask(`${base}/v2/session`, options)).text);
    expect(redirect).toContain(`${provider.issuer}/session/end?`);
    expect((await browser.ask(redirect)).status).toBe(200);
    expect(browser.cookies(base).has('convertd-session')).toBe(false);
    // A copy of the token is no longer valid.
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await fetch(`${base}/v2/jobs`, { headers: { cookie } })).status).toBe(401);
    expect((await json(browser, '/v2/session')).signed_in).toBe(false);
  });

  test('end after their time, and are removed', async () => {
    const { browser } = await login('ada');
    service.time += 11 * 3600_000;
    expect((await json(browser, '/v2/session')).via).toBe('session');
    service.time += 2 * 3600_000;
    expect((await json(browser, '/v2/session')).signed_in).toBe(false);
    expect((await browser.ask(`${base}/v2/jobs`)).status).toBe(401);
    await removeExpiredSessions(service.context.db, service.time);
    expect(await service.context.db.selectFrom('sessions').select('id').execute()).toEqual([]);
    service.time -= 13 * 3600_000;
  });

  test('end when the key of the person is revoked, who cannot log in again', async () => {
    const { browser } = await login('bob');
    const key = (await listKeys(service.context.db)).find(({ name }) => name === 'login: Bob');
    await revokeKey(service.context.db, key?.id ?? '');
    expect((await browser.ask(`${base}/v2/jobs`)).status).toBe(401);
    expect((await login('bob')).location).toBe(`${base}/#login=refused`);
    await service.context.db.updateTable('api_keys').set({ revoked_at: null }).execute();
    expect((await login('bob')).location).toBe(`${base}/`);
  });

  test.each(['eve', 'nobody'])('of whom no group may come in are refused: %s', async (person) => {
    const { browser, location } = await login(person);
    expect(location).toBe(`${base}/#login=no_contract`);
    expect(browser.cookies(base).size).toBe(0);
    expect((await json(browser, '/v2/session')).signed_in).toBe(false);
  });

  test('that began in another browser, with another state, or too long ago are refused', async () => {
    const browser = openBrowser();
    const back = await browser.comeBack(`${base}/v2/login`, 'ada');
    const end = async (asker: LoginBrowser, url: string) => (await asker.ask(url)).headers.get('location');
    // Another browser: a stranger could log somebody in as himself this way.
    expect(await end(openBrowser(), back)).toBe(`${base}/#login=expired`);

    const other = new URL(back);
    other.searchParams.set('state', 'x'.repeat(43));
    const spoiled = openBrowser();
    const spoiledBack = await spoiled.comeBack(`${base}/v2/login`, 'ada');
    expect(await end(spoiled, other.href)).toBe(`${base}/#login=expired`);
    expect(spoiled.cookies(base).size).toBe(0);
    // There is only one attempt: the right answer comes too late.
    expect(await end(spoiled, spoiledBack)).toBe(`${base}/#login=expired`);

    service.time += 11 * 60_000;
    expect(await end(browser, back)).toBe(`${base}/#login=expired`);
    service.time -= 11 * 60_000;
    expect((await login('ada')).location).toBe(`${base}/`);
  });

  test('with a code that the provider has not given, or with its refusal, are refused', async () => {
    const browser = openBrowser();
    const back = new URL(await browser.comeBack(`${base}/v2/login`, 'ada'));
    back.searchParams.set('code', 'made-up');
    expect((await browser.ask(back.href)).headers.get('location')).toBe(`${base}/#login=refused`);
    const denied = openBrowser();
    const state = new URL(await denied.comeBack(`${base}/v2/login`, 'ada')).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    expect((await denied.ask(`${base}/v2/login/callback?${query}`)).headers.get('location')).toBe(
      `${base}/#login=refused`,
    );
    // A code can be used only once.
    const used = await login('ada');
    expect((await used.browser.ask(used.back)).headers.get('location')).toBe(`${base}/#login=expired`);
  });
});

describe('a login', () => {
  test('finds groups in the ID token as well, and cookies are for TLS alone where PUBLIC_URL is', async () => {
    const { base, stop } = await startWithProvider({}, { claimsInIdToken: true });
    onTestFinished(async () => void (await stop()));
    const browser = openBrowser();
    const answer = await browser.ask(await browser.comeBack(`${base}/v2/login`, 'ada'));
    expect(answer.headers.get('location')).toBe(`${base}/`);

    const secure = await startWithProvider({ PUBLIC_URL: 'https://convert.example' });
    onTestFinished(async () => void (await secure.stop()));
    const { headers } = await fetch(`${secure.service.url}/v2/login`, { redirect: 'manual' });
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-convertd-login=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
    const asked = new URL(headers.get('location') ?? '').searchParams;
    expect(asked.get('redirect_uri')).toBe('https://convert.example/v2/login/callback');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect([asked.has('state'), asked.has('nonce'), asked.has('code_challenge')]).toEqual([true, true, true]);
  });

  test('with a wrong client secret is refused by the provider', async () => {
    const wrong = join(await testFolder(), 'wrong-secret');
    await writeFile(wrong, 'wrong');
    const { base, stop } = await startWithProvider({ OIDC_CLIENT_SECRET_FILE: wrong });
    onTestFinished(async () => void (await stop()));
    const browser = openBrowser();
    const answer = await browser.ask(await browser.comeBack(`${base}/v2/login`, 'ada'));
    expect(answer.headers.get('location')).toBe(`${base}/#login=refused`);
  });

  test('without its provider says so', async () => {
    const { base, provider, stop } = await startWithProvider();
    onTestFinished(async () => void (await stop()));
    await provider.stop();
    const { status, headers } = await fetch(`${base}/v2/login`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([303, `${base}/#login=unavailable`]);
  });

  test('is 404 where the operator has set none', async () => {
    const { service, stop } = await startTestService({});
    onTestFinished(stop);
    for (const path of ['/v2/login', '/v2/login/callback?code=x&state=y']) {
      expect((await service.request('GET', path)).body).toMatchObject({ code: 404, name: 'no_such_address' });
    }
    expect((await service.request('GET', '/v2/session')).body).toMatchObject({ signed_in: false, login: false });
    const { key } = await service.key('standard');
    expect((await service.request('GET', '/v2/session', { key })).body).toMatchObject({
      via: 'key',
      contract: 'standard',
    });
    expect((await service.request('GET', '/v2/session', { key: 'wrong' })).body).toMatchObject({ signed_in: false });
  });
});

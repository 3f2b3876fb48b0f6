import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readServiceConfig } from '../../../src/service/config.ts';
import { keepKeylessKey, listKeys, revokeKey } from '../../../src/service/keys/keys.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import { CONVERSION, INPUT, type Json, makeJob, startTestService, type TestService } from '../support.ts';

const JOB = { input: [INPUT], conversion: [CONVERSION], process: false };

/** Starts the service like `convertd serve`, with the key for requests that need none. */
async function start(env: Record<string, string> = {}): Promise<TestService> {
  const { service, stop } = await startTestService({ KEYLESS_CONTRACT: 'standard', ...env });
  onTestFinished(stop);
  const { keyless } = service.context.config;
  if (keyless !== null) await keepKeylessKey(service.context.db, keyless.contract, Date.now());
  return service;
}

/** Sends a request with any headers, including `Host`, which `fetch` would not send. */
function send(
  service: TestService,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: Json } = {},
): Promise<{ status: number; name: string | undefined }> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const sent = request(service.url + path, {
      method,
      headers: {
        ...(text !== '' && { 'content-type': 'application/json', 'content-length': text.length }),
        ...headers,
      },
    });
    sent.on('error', reject).on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, name: answer === '' ? undefined : JSON.parse(answer).name }),
      );
    });
    sent.end(text);
  });
}

const create = (service: TestService, headers: Record<string, string>) =>
  send(service, '/v2/jobs', headers, { method: 'POST', body: JOB });

describe('requests without a key', () => {
  test('act as one key of the contract, where the operator allows it, and are refused where not', async () => {
    const service = await start();
    expect((await create(service, {})).status).toBe(201);
    const { body } = await service.request('GET', '/v2/contracts');
    expect(body).toMatchObject([{ name: 'standard', used: { open_jobs: 1 } }]);
    expect((await service.request('GET', '/v2/session')).body).toMatchObject({
      signed_in: true,
      via: 'keyless',
      contract: 'standard',
    });
    const { key } = await service.key();
    const foreign = await makeJob(service, key);
    expect((await service.request('GET', `/v2/jobs/${foreign.id}`)).status).toBe(404);
    expect((await service.request('GET', `/v2/jobs/${foreign.id}`, { token: foreign.token })).status).toBe(200);
    // A wrong key or token is refused, whatever the network.
    expect((await service.request('GET', '/v2/jobs', { key: 'wrong' })).status).toBe(401);
    expect((await service.request('GET', '/v2/jobs', { token: '0'.repeat(32) })).status).toBe(401);

    const closed = await start({ KEYLESS_CONTRACT: '' });
    expect((await create(closed, {})).status).toBe(401);
    expect((await closed.request('GET', '/v2/session')).body).toMatchObject({ signed_in: false, via: null });
  });

  test('come from the networks that are named alone', async () => {
    const elsewhere = await start({ KEYLESS_NETWORKS: '10.0.0.0/8, fd00::/8' });
    expect((await create(elsewhere, {})).status).toBe(401);
    const here = await start({ KEYLESS_NETWORKS: '10.0.0.0/8, 127.0.0.1' });
    expect((await create(here, {})).status).toBe(201);
  });

  test('behind a proxy count only by the address that a trusted one tells', async () => {
    const unknown = await start();
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Host', 'X-Forwarded-Proto']) {
      const value =
        { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', Via: '1.1 proxy' }[name] ?? 'localhost';
      expect([name, (await create(unknown, { [name]: value })).status]).toEqual([name, 401]);
    }
    const trusting = await start({ TRUSTED_PROXIES: 'loopback', KEYLESS_NETWORKS: '10.0.0.0/8, loopback' });
    expect((await create(trusting, { 'x-forwarded-for': '10.1.2.3' })).status).toBe(201);
    expect((await create(trusting, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
    expect((await create(trusting, { 'x-forwarded-for': '10.1.2.3, 203.0.113.7' })).status).toBe(401);
    // A proxy that does not name its client would give every client its own address.
    expect((await create(trusting, {})).status).toBe(401);
  });

  test('of pages of other origins are refused, of other programs taken', async () => {
    const service = await start();
    const { host } = new URL(service.url);
    const taken = [
      {},
      { origin: service.url },
      { 'sec-fetch-site': 'same-origin', origin: service.url },
      { host: `localhost:${new URL(service.url).port}`, origin: `http://localhost:${new URL(service.url).port}` },
    ];
    const refused = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://evil.example@${host}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: service.url },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of taken)
      expect([headers, await create(service, headers)]).toMatchObject([headers, { status: 201 }]);
    for (const headers of refused) {
      expect([headers, await create(service, headers)]).toMatchObject([headers, { status: 401, name: 'other_origin' }]);
    }
    const read = async (headers: Record<string, string>) => (await send(service, '/v2/jobs', headers)).status;
    expect(await read({ 'sec-fetch-site': 'cross-site' })).toBe(401);
    expect(await read({ 'sec-fetch-site': 'none' })).toBe(200);
    // With a key, any page may send requests: browsers do not send keys by themselves.
    const { key } = await service.key();
    expect((await create(service, { origin: 'https://app.example', 'x-svc-api-key': key })).status).toBe(201);
    // Public routes stay public.
    expect((await send(service, '/v2/statuses', { origin: 'https://evil.example' })).status).toBe(200);
  });

  test('under a name that somebody else has made lead here are refused (DNS rebinding)', async () => {
    const service = await start();
    const rebound = { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' };
    expect((await create(service, rebound)).status).toBe(401);
    const named = await start({ PUBLIC_URL: 'http://convert.lan' });
    expect((await create(named, { host: 'convert.lan', origin: 'http://convert.lan' })).status).toBe(201);
    expect((await create(named, rebound)).status).toBe(401);
  });

  test('are limited by their contract, and end when their key is revoked', async () => {
    const service = await start({ KEYLESS_CONTRACT: 'free' });
    for (let count = 0; count < 25; count++) expect((await create(service, {})).status).toBe(201);
    expect(await create(service, {})).toMatchObject({ status: 402, name: 'too_many_open_jobs' });
    const [key] = (await listKeys(service.context.db)).filter(({ name }) => name === 'without a key');
    await revokeKey(service.context.db, key?.id ?? '');
    expect((await create(service, {})).status).toBe(401);
  });
});

describe('the settings of access', () => {
  const config = (env: Record<string, string>) => () => readServiceConfig({ DATA_DIR: '/tmp/x', ...env }, {}, 2);
  const oidc = { PUBLIC_URL: 'https://c.example', OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'c' };

  test.each<[string, Record<string, string>, RegExp]>([
    ['an unknown contract', { KEYLESS_CONTRACT: 'gold' }, /KEYLESS_CONTRACT names the contract "gold"/],
    [
      'every IPv4 address',
      { KEYLESS_CONTRACT: 'free', KEYLESS_NETWORKS: '0.0.0.0/0' },
      /KEYLESS_NETWORKS must not cover/,
    ],
    [
      'every IPv6 address',
      { KEYLESS_CONTRACT: 'free', KEYLESS_NETWORKS: 'loopback, ::/0' },
      /KEYLESS_NETWORKS must not cover/,
    ],
    [
      'a network that is none',
      { KEYLESS_CONTRACT: 'free', KEYLESS_NETWORKS: 'office' },
      /KEYLESS_NETWORKS must be addresses/,
    ],
    [
      'TLS in front, and no proxy',
      { KEYLESS_CONTRACT: 'free', PUBLIC_URL: 'https://c.example' },
      /needs TRUSTED_PROXIES/,
    ],
    ['a provider over plain HTTP', { ...oidc, OIDC_ISSUER: 'http://login.example' }, /OIDC_ISSUER must be the https:/],
    ['no public URL', { ...oidc, PUBLIC_URL: '' }, /PUBLIC_URL is not set/],
    ['no client', { ...oidc, OIDC_CLIENT_ID: '' }, /OIDC_CLIENT_ID is not set/],
    ['no groups', oidc, /OIDC_CONTRACTS is not set/],
    ['a group without a contract', { ...oidc, OIDC_CONTRACTS: 'staff' }, /OIDC_CONTRACTS must be pairs/],
    [
      'a group with an unknown contract',
      { ...oidc, OIDC_CONTRACTS: 'staff=gold' },
      /OIDC_CONTRACTS names the contract "gold"/,
    ],
    ['a secret that is not there', { ...oidc, OIDC_CONTRACTS: '*=free', OIDC_CLIENT_SECRET_FILE: '/none' }, /ENOENT/],
    ['no openid', { ...oidc, OIDC_CONTRACTS: '*=free', OIDC_SCOPES: 'email' }, /OIDC_SCOPES must have openid/],
  ])('refuse %s', (_what, env, reason) => {
    expect(config(env)).toThrow(reason);
  });

  test('take what is right', () => {
    expect(config({ ...oidc, OIDC_CONTRACTS: 'cn=x=standard, *=free' })().oidc?.contracts).toEqual([
      ['cn=x', 'standard'],
      ['*', 'free'],
    ]);
    const proxied = { KEYLESS_CONTRACT: 'free', PUBLIC_URL: 'https://c.example', TRUSTED_PROXIES: 'loopback' };
    expect(config(proxied)().keyless?.contract).toBe('free');
  });
});

test('convertd serve converts for a program without a key on this machine, and shows the first key as before', async () => {
  const serve = await startServe(await newInstallation(), { KEYLESS_CONTRACT: 'standard' });
  expect(serve.key).toMatch(/^cvd_/);
  const form = new FormData();
  form.append('file', new Blob(['Hello']), 'a.txt');
  const answer = await fetch(`${serve.url}/v2/convert/hash/md5`, { method: 'POST', body: form });
  // By md5sum.
  expect([answer.status, await answer.text()]).toEqual([200, '8b1a9953c4611296a827abf8c47804d7\n']);
});

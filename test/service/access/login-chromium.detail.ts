import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { keepKeylessKey } from '../../../src/service/keys/keys.ts';
import { useChromium, visit } from '../page/browser.ts';
import { startTestService, type TestService } from '../support.ts';
import { startWithProvider } from './login-service.ts';

useChromium();

const jobsOf = async ({ context: { db } }: TestService): Promise<number> =>
  (await db.selectFrom('jobs').select('id').execute()).length;

/** Address of a foreign page, at another port. */
async function strangersPage(host: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Strange</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://${host}:${(server.address() as AddressInfo).port}/`;
}

/** Has a page convert a file with a request that browsers allow every page: a form, with the existing cookies. */
const convertFrom = (page: Page, base: string) =>
  page.evaluate(`(async () => {
    const body = new FormData();
    body.append('file', new Blob(['Hello']), 'a.txt');
    await fetch('${base}/v2/convert/hash/md5', { method: 'POST', mode: 'no-cors', credentials: 'include', body });
  })()`);

test('Chromium logs in at a provider of another site, and only pages of the service can use that', async () => {
  const { service, base, stop } = await startWithProvider({ CONVERT_WAIT_SECONDS: '1' }, { host: 'localhost' });
  onTestFinished(async () => void (await stop()));
  const { page } = await visit(base, { refusalsExpected: true });
  await page.goto(`${base}/v2/login`);
  await page.locator('input[name=login]').fill('ada');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${base}/`);
  const session = await page.evaluate(`fetch('v2/session').then((answer) => answer.json())`);
  expect(session).toMatchObject({ via: 'session', name: 'Ada Lovelace', contract: 'standard' });
  expect(await page.evaluate('document.cookie')).toBe('');
  await convertFrom(page, base);
  expect(await jobsOf(service)).toBe(1);

  // Another site does not get the cookie; another port of the same site gets it, and is refused because of its origin.
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(await strangersPage(host));
    await convertFrom(page, base);
    expect([host, await jobsOf(service)]).toEqual([host, 1]);
  }
  await page.goto(`${base}/`);
  await convertFrom(page, base);
  expect(await jobsOf(service)).toBe(2);
  const gone = await page.evaluate(`fetch('v2/session', { method: 'DELETE' }).then((answer) => answer.json())`);
  expect(gone).toMatchObject({ redirect: expect.stringContaining('/session/end') });
  expect(await page.evaluate(`fetch('v2/jobs').then(({ status }) => status)`)).toBe(401);
});

test('Chromium needs no key in a trusted network, and strangers’ pages gain nothing by that', async () => {
  const { service, stop } = await startTestService({ KEYLESS_CONTRACT: 'standard', CONVERT_WAIT_SECONDS: '1' });
  onTestFinished(stop);
  await keepKeylessKey(service.context.db, 'standard', Date.now());
  const { page } = await visit(service.url, { refusalsExpected: true });
  await convertFrom(page, service.url);
  expect(await jobsOf(service)).toBe(1);
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(await strangersPage(host));
    await convertFrom(page, service.url);
    expect([host, await jobsOf(service)]).toEqual([host, 1]);
  }
});

test('Chromium lets pages of CORS_ORIGINS use a key, but neither the trusted network nor a login', async () => {
  const own = await strangersPage('127.0.0.1');
  const other = await strangersPage('127.0.0.1');
  const { service, stop } = await startTestService({
    KEYLESS_CONTRACT: 'standard',
    CORS_ORIGINS: new URL(own).origin,
  });
  onTestFinished(stop);
  await keepKeylessKey(service.context.db, 'standard', Date.now());
  const { key } = await service.key();
  const { page } = await visit(service.url, { refusalsExpected: true });
  await page.goto(own);
  const post = (headers: object, options: object = {}) =>
    page.evaluate(
      `fetch('${service.url}/v2/jobs', ${JSON.stringify({
        ...{ method: 'POST', body: '{"input": []}', ...options },
        headers: { 'content-type': 'application/json', 'x-request-id': 'mine', ...headers },
      })}).then((answer) => [answer.status, answer.headers.get('x-request-id')], (error) => error.name)`,
    );
  expect(await post({ 'x-svc-api-key': key })).toEqual([201, 'mine']);
  expect(await post({})).toEqual([401, 'mine']);
  expect(await post({ 'x-svc-api-key': key }, { credentials: 'include' })).toBe('TypeError');
  await page.goto(other);
  expect(await post({ 'x-svc-api-key': key })).toBe('TypeError');
  expect(await jobsOf(service)).toBe(1);
});

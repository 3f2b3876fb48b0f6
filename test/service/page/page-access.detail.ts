import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startOidcServer } from '../../support/oidc-server.ts';
import { testFolder } from '../../worker/support.ts';
import { violations } from './axe.ts';
import { chooseFiles, chooseTarget, jobSays, press, serveNew, start, textFile, useChromium, visit } from './browser.ts';

useChromium();

async function convertTwo(page: Page): Promise<void> {
  await chooseFiles(page, await textFile('a.txt', 'a'), await textFile('b.txt', 'b'));
  await chooseTarget(page, 'md5');
  await start(page);
  const job = await jobSays(page, 'Done');
  const downloading = page.waitForEvent('download');
  await press(job, 'Download all 2 as zip');
  const { stdout } = await execa('unzip', ['-Z1', await (await downloading).path()]);
  expect(stdout.split('\n').sort()).toEqual(['a.md5', 'b.md5']);
}

/** Starts a service with an OpenID provider. */
async function serveWithProvider() {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const provider = await startOidcServer({
    redirectUri: `${base}/v2/login/callback`,
    people: { ada: { name: 'Ada Lovelace', groups: ['staff'] }, eve: { name: 'Eve', groups: ['visitors'] } },
  });
  onTestFinished(() => provider.stop());
  const secret = join(await testFolder(), 'client-secret');
  await writeFile(secret, provider.clientSecret);
  await serveNew({
    PORT: String(port),
    PUBLIC_URL: base,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET_FILE: secret,
    OIDC_CONTRACTS: 'staff=standard',
  });
  return base;
}

async function signIn(page: Page, person: string): Promise<void> {
  await press(page, 'Sign in');
  await page.locator('input[name=login]').fill(person);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('body[data-ready]').waitFor();
}

describe('the page without a key', () => {
  it('asks for none on a trusted network', async () => {
    const serve = await serveNew({ KEYLESS_CONTRACT: 'standard' });
    const { page } = await visit(serve.url);
    await page.getByText('No key needed here').waitFor();
    expect(await page.getByLabel('API key').isVisible()).toBe(false);
    await convertTwo(page);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: /^a\.txt and 1 more to MD5/ }).waitFor();
  });

  it('lets people sign in and out, and shows each their own jobs', async () => {
    const { page } = await visit(await serveWithProvider());
    expect(await violations(page)).toEqual([]);
    await signIn(page, 'ada');
    await page.getByText('Signed in as Ada Lovelace').waitFor();
    await convertTwo(page);
    await page.reload();
    await page.getByRole('button', { name: /^a\.txt and 1 more to MD5/ }).waitFor();
    await press(page, 'Sign out');
    // The provider asks whether to log the person out there too.
    await page.getByRole('button', { name: /Yes/ }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('list', { name: 'Recent jobs' }).getByRole('listitem').count()).toBe(0);
    await start(page);
    await page.getByText('To convert, sign in or give an API key.').waitFor();
  });

  it('says why somebody may not use the service', async () => {
    const { page } = await visit(await serveWithProvider());
    await signIn(page, 'eve');
    await page.getByText('Your account is not allowed to use this service.').waitFor();
    expect(page.url()).not.toContain('#');
    expect(await page.locator('#account').isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
  });
});

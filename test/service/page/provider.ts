import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startOidcServer } from '../../support/oidc-server.ts';
import { testFolder } from '../../worker/support.ts';
import { press, serveNew } from './browser.ts';

/** Starts a service with an OpenID provider. */
export async function serveWithProvider(env: Record<string, string> = {}) {
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
    ...env,
  });
  return base;
}

export async function signIn(page: Page, person: string): Promise<void> {
  await press(page, 'Sign in');
  await page.locator('input[name=login]').fill(person);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('body[data-ready]').waitFor();
}

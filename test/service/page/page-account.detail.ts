import { describe, expect, it } from 'vitest';
import { newInstallation, startServe } from '../serve-support.ts';
import { violations } from './axe.ts';
import { chooseFiles, chooseTarget, giveKey, jobSays, press, textFile, useChromium, visit } from './browser.ts';
import { serveWithProvider, signIn } from './provider.ts';

useChromium();

describe('the account', () => {
  it('shows what a key may do and has used, and leads operators to the administration', async () => {
    const serve = await startServe(await newInstallation());
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('a.txt', 'a'));
    await chooseTarget(page, 'md5');
    await press(page, 'Convert');
    await jobSays(page, 'Done');
    await press(page, 'Account');
    const dialog = page.getByRole('dialog', { name: 'Account' });
    await dialog.getByText('Contract “unlimited”').waitFor();
    await dialog.getByText('1 credit used in 24 hours').waitFor();
    await dialog.getByText('1 job in 30 days').waitFor();
    await dialog.getByText(/^Kept now: 1 result, \d+ bytes$/).waitFor();
    // Only people make keys for themselves.
    expect(await dialog.getByText('Your keys').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.id')).toBe('account-open');
    await press(page, 'Account');
    await dialog.getByRole('link', { name: 'Administration' }).click();
    await page.getByText('Nothing waits or runs.').waitFor();
  });

  it('lets people who log in make and revoke keys for their programs', async () => {
    const url = await serveWithProvider();
    const { page } = await visit(url, { viewport: { width: 360, height: 800 } });
    await signIn(page, 'ada');
    await press(page, 'Account');
    const dialog = page.getByRole('dialog', { name: 'Account' });
    await dialog.getByText('0 of 5,000 credits used in 24 hours, 5,000 left').waitFor();
    await dialog.getByLabel('Name').fill('laptop');
    await page.keyboard.press('Enter');
    const key = (await dialog.locator('.made code').textContent()) ?? '';
    const status = async () => (await fetch(`${url}/v2/jobs`, { headers: { 'x-svc-api-key': key } })).status;
    expect(await status()).toBe(204);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await press(dialog, 'Revoke laptop');
    await page.locator('#confirm').getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('laptop').waitFor({ state: 'detached' });
    expect(await status()).toBe(401);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Your keys');
    expect(await dialog.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  });
});

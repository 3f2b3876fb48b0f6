import { describe, expect, it } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import { violations } from './axe.ts';
import { chooseFiles, chooseTarget, giveKey, jobSays, press, start, textFile, useChromium, visit } from './browser.ts';

useChromium();

/** Opens the administration in a tab that has a key. */
async function administer(url: string, key: string) {
  const { page } = await visit(url);
  await giveKey(page, key);
  await page.goto(`${url}/admin`);
  await page.locator('body[data-ready]').waitFor();
  return page;
}

describe('the administration', () => {
  it('creates a key that works, gives it another contract and revokes it, by the keyboard, too', async () => {
    const serve = await startServe(await newInstallation());
    const page = await administer(serve.url, serve.key);
    await page.getByLabel('Name').fill('shop');
    await page.getByLabel('Contract', { exact: true }).selectOption('standard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const key = (await page.locator('.made code').textContent()) ?? '';
    const contract = async () => (await serve.call('GET', '/v2/contracts', undefined, key)).body;
    expect(await contract()).toMatchObject([{ name: 'standard' }]);
    expect(await violations(page)).toEqual([]);

    const row = page.locator('#keys > li', { hasText: 'shop' });
    await row.getByLabel('Contract of shop').focus();
    await row.getByLabel('Contract of shop').selectOption('free');
    await page.getByText('shop now has the contract free').waitFor({ state: 'attached' });
    expect(await contract()).toMatchObject([{ name: 'free' }]);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Contract of shop');

    await press(row, 'Revoke shop');
    await press(page, 'Revoke');
    await row.waitFor({ state: 'detached' });
    expect(await contract()).toMatchObject({ code: 401 });
    await page.getByLabel('Show revoked keys').check();
    await row.getByText('revoked').waitFor();
    // The key that is in use here cannot be revoked here.
    expect(await page.locator('#keys > li', { hasText: 'in use here' }).getByRole('button').count()).toBe(0);
  });

  it('shows what failed, and what is kept', async () => {
    const serve = await startServe(await newInstallation());
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('broken.png', 'no picture'));
    await chooseTarget(page, 'jpg');
    await start(page);
    await jobSays(page, 'Failed');
    await page.goto(`${serve.url}/admin/`);
    await page.locator('#failures > li').first().waitFor();
    expect(page.url()).toBe(`${serve.url}/admin`);
    expect(await page.locator('#failures > li').first().textContent()).toContain('Key first');
    await page.getByText('Nothing waits or runs.').waitFor();
    await page.getByText('Kept for 24 hours after the last change').waitFor();
    expect(await violations(page)).toEqual([]);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Letzte Fehler' }).waitFor();
    await page.getByText('Nichts wartet oder läuft.').waitFor();
  });

  it('refuses others, and says why', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const { stdout } = await convertd(['keys', 'create', '--contract', 'unlimited', '--json'], {
      env: { DATA_DIR: installation.folder },
    });
    const page = await administer(serve.url, JSON.parse(stdout).key);
    await page.getByText('This page is for those who run this service.').waitFor();
    expect(await page.locator('#sections').isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
    const { page: stranger } = await visit(`${serve.url}/admin`);
    await stranger.getByText('Sign in or give a key in the converter first.').waitFor();
    await stranger.getByRole('link', { name: 'To the converter' }).click();
    await stranger.getByLabel('API key').waitFor();
  });
});

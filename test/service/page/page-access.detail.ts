import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { chooseFiles, chooseTarget, jobSays, press, serveNew, start, textFile, useChromium, visit } from './browser.ts';
import { serveWithProvider, signIn } from './provider.ts';

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
    await chooseFiles(page, await textFile('c.txt'));
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

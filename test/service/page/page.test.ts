import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { chooseFiles, chooseTarget, giveKey, jobSays, press, serveNew, start, textFile, visit } from './browser.ts';

describe('the page', () => {
  it('converts on a phone what a person has, into what it can become, and breaks no rule of axe', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('a.txt'));
    expect(await page.locator('.file-target strong').innerText()).toBe('PDF');
    await chooseTarget(page, 'checksum');
    await start(page);
    const job = await jobSays(page, 'Done');
    const downloading = page.waitForEvent('download');
    await press(job, 'Download a.sha256');
    const { stdout } = await execa('sha256sum', { input: 'hello' });
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(stdout.split(' ')[0]);
    expect(await violations(page)).toEqual([]);
  });
});

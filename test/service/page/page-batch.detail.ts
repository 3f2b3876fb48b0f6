import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import { violations } from './axe.ts';
import {
  addAddress,
  chooseFiles,
  chooseTarget,
  chooseTargetOf,
  endlessInput,
  giveKey,
  jobSays,
  limitUploads,
  press,
  received,
  rowOf,
  serveNew,
  start,
  textFile,
  useChromium,
  visit,
} from './browser.ts';

useChromium();

const names = (job: Locator) => job.locator('.row > .row-main > .file-line .file-name').allInnerTexts();

/** Chooses files, and a target of its own for each. */
async function chooseEach(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const folder = await temporaryFolder();
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, `this is ${path}`);
  await chooseFiles(page, ...paths);
  for (const [name, target] of Object.entries(files)) {
    await chooseTargetOf(page, name, target);
  }
}

/** Entries of a zip, as Python reads them. */
async function entries(zip: string): Promise<{ name: string; date: number[]; flags: number }[]> {
  const program =
    'import json,sys,zipfile; print(json.dumps([{"name": e.filename, "date": e.date_time, "flags": e.flag_bits} for e in zipfile.ZipFile(sys.argv[1]).infolist()]))';
  return JSON.parse((await execa('python3', ['-c', program, zip])).stdout);
}

describe('a batch', () => {
  it('is one card with the files in their order, whatever they become, and one zip of all results', async () => {
    const serve = await serveNew({ TZ: 'Asia/Tokyo' });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseEach(page, { 'ä 1.txt': 'hash/md5', 'b.txt': 'hash/sha1', 'c.txt': 'hash/md5', 'd.txt': 'hash/sha1' });
    const before = new Date();
    await start(page);
    const job = await jobSays(page, 'Done');
    expect(await page.locator('article').count()).toBe(1);
    expect(await job.getByRole('heading').innerText()).toBe('4 files to MD5 and SHA1');
    expect(await names(job)).toEqual(['ä 1.txt', 'b.txt', 'c.txt', 'd.txt']);
    await rowOf(job, 'b.txt').getByRole('button', { name: 'Download b.sha1' }).waitFor();
    expect(await job.getByRole('progressbar').count()).toBe(0);
    expect(await violations(page)).toEqual([]);

    const downloading = page.waitForEvent('download');
    await press(job, 'Download all 4 as zip');
    const found = await entries(await (await downloading).path());
    expect(found.map(({ name }) => name).sort()).toEqual(['b.sha1', 'c.md5', 'd.sha1', 'ä 1.md5']);
    // Bit 11: the name is UTF-8.
    expect(found.find(({ name }) => name === 'ä 1.md5')?.flags).toBe(0x800 | 8);
    for (const { date } of found) {
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date;
      // Zips have local times, and in Tokyo it is always nine hours later.
      const made = Date.UTC(year, month - 1, day, hour - 9, minute, second);
      expect(made).toBeGreaterThan(before.getTime() - 3000);
      expect(made).toBeLessThan(Date.now() + 3000);
    }
    const listed = (await serve.call('GET', '/v2/jobs')).body as { id: string }[];
    const path = `/page/zip?${listed.map(({ id }) => `job=${id}`).join('&')}`;
    expect((await serve.call('GET', path, undefined, 'cvd_wrong')).status).toBe(401);
    expect((await serve.call('GET', '/page/zip?job=0')).status).toBe(404);

    await press(job, 'Convert again');
    expect(await page.locator('.file-target strong').allInnerTexts()).toEqual(['MD5', 'SHA1', 'MD5', 'SHA1']);
  });

  it('numbers equal names in the zip', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('a.txt', 'one'), await textFile('a.txt', 'two'));
    await chooseTarget(page, 'md5');
    await start(page);
    const downloading = page.waitForEvent('download');
    await press(await jobSays(page, 'Done'), 'Download all 2 as zip');
    expect((await entries(await (await downloading).path())).map(({ name }) => name)).toEqual(['a.md5', 'a-2.md5']);
  });

  it('says how far all of it is, cancels all of it, and puts all its files back', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await addAddress(page, endless.url);
    await chooseEach(page, { 'b.txt': 'hash/sha1' });
    await chooseTargetOf(page, 'endless.txt', 'hash/md5');
    await start(page);
    const job = await jobSays(page, 'Fetching files');
    await rowOf(job, 'b.txt').getByRole('button', { name: 'Download b.sha1' }).waitFor();
    const bar = job.getByRole('progressbar', { name: 'Progress of 2 files' });
    expect(await bar.getAttribute('value')).toBe('50');
    await waitFor(async () => (await page.title()) === '50% · convertd', 'the title');
    await press(job, 'Cancel');
    await job.locator('.badge', { hasText: 'Done' }).waitFor();
    await waitFor(async () => (await page.title()) === 'convertd', 'the title of before');
    await press(job, 'Convert again');
    expect(await page.getByRole('list', { name: 'Chosen files' }).locator('.file-name').allInnerTexts()).toEqual([
      'endless.txt',
      'b.txt',
    ]);
  });

  it('goes on after a reload as one card', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const large = join(await temporaryFolder(), 'large.bin');
    await execa('dd', ['if=/dev/urandom', `of=${large}`, 'bs=1M', 'count=8']);
    await chooseFiles(page, large);
    await chooseEach(page, { 'b.txt': 'hash/sha1', 'c.txt': 'hash/md5' });
    await chooseTargetOf(page, 'large.bin', 'hash/md5');
    const limitUpload = await limitUploads(page);
    await limitUpload(200_000);
    await start(page);
    await received(installation, 100_000);
    const again = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/v2/tus/'));
    await page.reload();
    await again;
    await limitUpload(-1);
    const job = await jobSays(page, 'Done');
    expect(await page.locator('article').count()).toBe(1);
    expect(await names(job)).toEqual(['large.bin', 'b.txt', 'c.txt']);
  });

  it('shows jobs that had begun in the card of their batch after a reload, in its order', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseEach(page, { 'b.txt': 'hash/sha1' });
    await addAddress(page, endless.url);
    await chooseTargetOf(page, 'endless.txt', 'hash/md5');
    await chooseEach(page, { 'c.txt': 'hash/sha1' });
    await start(page);
    await rowOf(await jobSays(page, 'Fetching files'), 'c.txt')
      .getByRole('button', { name: /^Download/ })
      .waitFor();
    await page.reload();
    const job = await jobSays(page, 'Fetching files');
    expect(await page.locator('article').count()).toBe(1);
    expect(await names(job)).toEqual(['b.txt', endless.url, 'c.txt']);
    await rowOf(job, 'b.txt').getByRole('button', { name: 'Download b.sha1' }).waitFor();
    await press(job, 'Cancel');
    await jobSays(page, 'Done');
    await page.reload();
    await page.locator('#jobs-none').waitFor();
    expect(await page.locator('article').count()).toBe(0);
  });
});

import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { freePort } from '../../support/free-port.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import {
  addAddress,
  chooseFiles,
  chooseTarget,
  endlessInput,
  giveKey,
  jobSays,
  press,
  received,
  rowOf,
  serveNew,
  showTab,
  start,
  textFile,
  useChromium,
  visit,
} from './browser.ts';

useChromium();

/** A file whose upload takes a minute at the speed of `startSlowUpload`. */
async function largeFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'large.bin');
  await execa('dd', ['if=/dev/urandom', `of=${path}`, 'bs=1M', 'count=12']);
  return path;
}

/** Sets the network of a page. */
async function networkOf(page: Page): Promise<(state: { offline: boolean; upload?: number }) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return async ({ offline, upload: uploadThroughput = -1 }) => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
}

/** Converts a file to MD5, and compares the result with that of md5sum. */
async function expectDigest(page: Page, path: string): Promise<void> {
  const job = await jobSays(page, 'Done');
  await press(job, 'Preview large.md5');
  const { stdout } = await execa('md5sum', [path]);
  expect(await job.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
}

describe('an upload', () => {
  it('waits for the network of the browser, and goes on by itself where it was', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const path = await largeFile();
    await chooseFiles(page, path);
    await chooseTarget(page, 'md5');
    const network = await networkOf(page);
    await network({ offline: false, upload: 200_000 });
    await start(page);
    await received(installation, 100_000);
    await network({ offline: true });
    const row = rowOf(page.locator('article'), 'large.bin');
    await row.getByText('Waiting for the network').waitFor();
    const rest = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/v2/tus/'));
    await network({ offline: false });
    expect(Number((await rest).headers()['upload-offset'])).toBeGreaterThan(100_000);
    await expectDigest(page, path);
  });

  it('waits for a service that was stopped, until it is started again', async () => {
    const installation = await newInstallation();
    const env = { PORT: String(await freePort()) };
    const serve = await startServe(installation, env);
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const path = await largeFile();
    await chooseFiles(page, path, await textFile('small.txt'));
    await chooseTarget(page, 'md5');
    const network = await networkOf(page);
    await network({ offline: false, upload: 200_000 });
    await start(page);
    await received(installation, 100_000);
    serve.signal('SIGKILL');
    await serve.ended;
    await rowOf(page.locator('article'), 'large.bin').getByText('Waiting for the network').waitFor();
    await network({ offline: false });
    await startServe(installation, env);
    await expectDigest(page, path);
    expect(await page.getByText('Problem:').count()).toBe(0);
  });

  it('of a file that was changed in the meantime does not wait', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const path = await textFile('gone.txt', 'a'.repeat(10_000));
    await chooseFiles(page, path);
    await chooseTarget(page, 'md5');
    await execa('rm', [path]);
    await start(page);
    const job = await jobSays(page, 'Failed');
    expect(await rowOf(job, 'gone.txt').innerText()).toContain('This file cannot be read. Choose it again.');
  });
});

describe('a person who looks elsewhere', () => {
  it('reads the end in the title of the tab, until they have seen it', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await addAddress(page, endless.url);
    await chooseTarget(page, 'md5');
    await start(page);
    await jobSays(page, 'Fetching files');
    await waitFor(async () => (await page.title()) === '0% · convertd', 'the progress in the title');
    await showTab(page, 'hidden');
    const [job] = (await serve.call('GET', '/v2/jobs')).body as { id: string }[];
    await serve.call('DELETE', `/v2/jobs/${job?.id}`);
    await waitFor(async () => (await page.title()) === 'Cancelled · convertd', 'the end in the title');
    await showTab(page, 'visible');
    expect(await page.title()).toBe('convertd');
  });

  it('is notified if they asked for it, and asked for nothing before', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    // The browser of the tests shows no notifications.
    await page.evaluate(`{
      globalThis.asked = 0;
      globalThis.notified = [];
      globalThis.Notification = class extends EventTarget {
        static permission = 'default';
        static async requestPermission() {
          asked++;
          return (Notification.permission = 'granted');
        }
        constructor(title, { body }) {
          super();
          notified.push(title + ': ' + body);
        }
      };
    }`);
    await giveKey(page, serve.key);
    await addAddress(page, endless.url);
    await chooseTarget(page, 'md5');
    await start(page);
    const card = await jobSays(page, 'Fetching files');
    expect(await page.evaluate('asked')).toBe(0);
    await press(card, 'Tell me when it is done');
    await card.getByRole('button', { name: 'Tell me when it is done', pressed: true }).waitFor();
    expect(await page.evaluate('asked')).toBe(1);
    await showTab(page, 'hidden');
    const [job] = (await serve.call('GET', '/v2/jobs')).body as { id: string }[];
    await serve.call('DELETE', `/v2/jobs/${job?.id}`);
    await waitFor(async () => ((await page.evaluate('notified')) as string[]).length > 0, 'the notification');
    expect(await page.evaluate('notified')).toEqual(['1 file to MD5: Cancelled, 0 results']);
  });

  it('finds no button in a browser without notifications', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await page.evaluate('delete globalThis.Notification');
    await giveKey(page, serve.key);
    await addAddress(page, endless.url);
    await chooseTarget(page, 'md5');
    await start(page);
    const card = await jobSays(page, 'Fetching files');
    expect(await card.getByRole('button', { name: 'Cancel' }).count()).toBe(1);
    expect(await card.getByRole('button', { name: 'Tell me when it is done' }).count()).toBe(0);
  });
});

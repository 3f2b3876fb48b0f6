import { readdir, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { BROWSER_ENVIRONMENT } from '../../support/browser-environment.ts';
import { patience } from '../../support/slowness.ts';
import { waitFor } from '../../worker/support.ts';
import { type Installation, newInstallation, startServe } from '../serve-support.ts';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
/** Limit for waits in a page, ms. */
const PATIENCE_MS = patience(60_000);
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Launch options of each browser of these tests. */
export const LAUNCH = { executablePath: CHROMIUM, args: ARGUMENTS, env: BROWSER_ENVIRONMENT, timeout: PATIENCE_MS };

export interface Visit {
  readonly page: Page;
  /** Addresses of all requests so far. */
  readonly requests: () => readonly string[];
}

let shared: Browser | undefined;

/** Uses one Chromium for all tests of a file, each with its own cookies and storage; without it, each test starts one. */
export function useChromium(): void {
  beforeAll(async () => {
    shared = await chromium.launch(LAUNCH);
  });
  afterAll(async () => {
    await shared?.close();
    shared = undefined;
  });
}

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const all = { viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options };
  const own = async () =>
    chromium.launchPersistentContext(await temporaryFolder(), {
      ...LAUNCH,
      ...all,
    });
  const context = await (shared?.newContext(all) ?? own());
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/**
 * Opens a page in a new context that is closed when the test ends. An error in a script fails the test, and so does a violation of
 * the policy, unless the test is about that.
 */
export async function visit(
  url: string,
  { refusalsExpected = false, ...options }: { refusalsExpected?: boolean } & BrowserContextOptions = {},
): Promise<Visit> {
  const context = await openContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    // Refusals of the service are shown on the page; browsers log them too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      failures.push(message.text());
  });
  context.on('request', (request) => requests.push(request.url()));
  onTestFinished(() => {
    if (!refusalsExpected) expect(failures).toEqual([]);
  });
  await page.goto(url);
  await page.locator('body[data-ready]').waitFor();
  return { page, requests: () => requests };
}

export async function giveKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByText('Key kept for this tab').waitFor();
}

/** Opens the dialog in which the target of all files is chosen. */
export async function openTargets(page: Page): Promise<void> {
  const ofAll = page.locator('#target-all');
  await ((await ofAll.isVisible()) ? ofAll : page.locator('.file-target button')).click();
}

/** Types a text into the open search for targets and chooses the first one found. */
async function takeFound(page: Page, text: string): Promise<void> {
  await page.getByLabel('Find a format or a task').fill(text);
  await page.keyboard.press('Enter');
  await page.locator('#picker').waitFor({ state: 'hidden' });
}

/** Chooses the target of all files by a text. */
export async function chooseTarget(page: Page, text: string): Promise<void> {
  await openTargets(page);
  await takeFound(page, text);
}

/** Chooses the target of one file by a text. */
export async function chooseTargetOf(page: Page, name: string, text: string): Promise<void> {
  await page.locator('#files > li', { hasText: name }).locator('.file-target button').click();
  await takeFound(page, text);
}

/** Makes the page believe that its tab is shown or hidden. */
export const showTab = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`{
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);

/** Presses the button that starts everything. */
export const start = (page: Page) => page.locator('#start').click();

/** Chooses files to convert. */
export const chooseFiles = (page: Page, ...paths: string[]) => page.locator('#file-input').setInputFiles(paths);

/** Adds the address of a file on the web to convert. */
export async function addAddress(page: Page, url: string): Promise<void> {
  const field = page.getByLabel('Address of a file on the web');
  if (!(await field.isVisible())) await page.getByText('Add a file from the web').click();
  await field.fill(url);
  await press(page, 'Add');
}

export const openOptions = (page: Page) => page.locator('#options-card > summary').click();

/** Opens one of the folded groups of options. */
export const openGroup = (page: Page, name: string) => page.locator('.group > summary', { hasText: name }).click();

export const press = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true }).click();

/** Returns the card of the newest job, once it shows this status. */
export async function jobSays(page: Page, status: string): Promise<Locator> {
  const job = page.locator('article').first();
  await job.locator('.badge', { hasText: new RegExp(`^${status}$`) }).waitFor();
  return job;
}

/** Limits how fast the page sends: bytes a second, -1 for no limit. */
export async function limitUploads(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
}

/** Resolves when an installation has received more than this many bytes of a file. */
export async function received({ folder }: Installation, bytes: number): Promise<void> {
  const isPart = async (name: string) => {
    const found = await stat(join(folder, name)).catch(() => null);
    return found?.isFile() === true && found.size > bytes && !name.startsWith('convertd.sqlite');
  };
  await waitFor(async () => {
    const names = await readdir(folder, { recursive: true });
    return (await Promise.all(names.map(isPart))).includes(true);
  }, 'a part of the upload');
}

/** Returns the row of one file in a job's card. */
export const rowOf = (job: Locator, name: string) =>
  job.locator('.row', { has: job.page().locator('> .row-main > .file-line', { hasText: name }) });

/** Makes a WAV with a tone. */
export async function makeTone(path: string, seconds: number): Promise<string> {
  await execa('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `sine=440:duration=${seconds}`,
    '-ar',
    '44100',
    '-y',
    path,
  ]);
  return path;
}

/** A file on a web server that accepts requests and never answers: its job lasts until it is canceled. */
export async function endlessInput(): Promise<{ address: string; url: string }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, url: `http://${address}/endless.txt` };
}

/** Starts `convertd serve` with a new folder. */
export const serveNew = async (env?: Record<string, string>) => startServe(await newInstallation(), env);

/** Makes a file with this name for the page. */
export async function textFile(name: string, content = 'hello'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return path;
}

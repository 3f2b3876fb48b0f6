/**
 * `npm run screenshots`: pictures of every screen of the page, on a desktop and a phone, in light and dark colours, into docs/images.
 * Starts its own service and converts generated files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { eachScreen } from '../test/service/page/page-screens.ts';

const ROOT = join(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs/images');
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;
/** Largest picture, bytes: the README shows several. */
const MAX_BYTES = 150_000;

/** Elements to scroll to, for screens that are not about the top of the page. */
const SHOWN: Readonly<Record<string, string>> = {
  pages: '[data-option=rotate]',
  crop: '.crop',
  cut: '.player',
  more: '#more',
  results: '#jobs-title',
};

/** Starts a service on a new folder; returns its address and the key that it prints. */
async function startService(folder: string) {
  const child = spawn(join(ROOT, 'bin/convertd'), ['serve'], {
    env: { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let url = '';
  let key = '';
  for await (const line of createInterface(child.stdout)) {
    url ||= /^convertd serves (\S+)/.exec(line)?.[1] ?? '';
    key ||= /shown this once: (\S+)/.exec(line)?.[1] ?? '';
    if (key !== '') break;
  }
  if (key === '') throw new Error('the service did not start');
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, key, stop };
}

/** Captures the current page in both colour schemes. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(`document.querySelector('${SHOWN[name] ?? 'body'}').scrollIntoView({ block: 'start' })`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const picture = await page.screenshot();
    const path = join(IMAGES, `${name}-${page.viewportSize()?.width === 390 ? 'phone' : 'desktop'}-${colorScheme}.png`);
    const small = await sharp(picture).png({ palette: true, effort: 10 }).toBuffer();
    if (small.length > MAX_BYTES) throw new Error(`${path} has ${small.length} bytes`);
    await writeFile(path, small);
  }
}

async function takeAll(browser: Browser, size: keyof typeof SIZES): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-screens-'));
  const service = await startService(join(folder, 'data'));
  try {
    const context = await browser.newContext({ viewport: SIZES[size], locale: 'en-GB', hasTouch: size === 'phone' });
    const page = await context.newPage();
    await page.goto(service.url);
    await page.locator('body[data-ready]').waitFor();
    await eachScreen(page, { key: service.key, folder }, (name) => take(page, name));
    await context.close();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await mkdir(IMAGES, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await takeAll(browser, 'desktop');
  await takeAll(browser, 'phone');
} finally {
  await browser.close();
}

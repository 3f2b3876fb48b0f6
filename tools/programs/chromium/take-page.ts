import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import {
  LOGIN_URL,
  LONGEST_SIDE,
  OUTPUT_NAMES,
  type PageJob,
  type PrintSettings,
  SITE_ORIGIN,
  type TakenPage,
} from './job.ts';
import { NoPageError, navigate, waitForPage } from './navigate.ts';
import { addHeaders, refuseNetwork, serveFiles } from './requests.ts';
import { saveSite } from './site/save-site.ts';
import { watchPage } from './stillness/still.ts';
import { keepWebGl } from './webgl.ts';

/** Environment of a job. */
export interface JobSurroundings {
  /** Folder of its files and its output. */
  readonly folder: string;
  readonly proxyPort: number | null;
}

/** Opens the page of a job in its own browser context and writes the requested output. Throws NoPageError. Runs in the worker process. */
export async function takePage(
  browser: Browser,
  job: PageJob,
  { folder, proxyPort }: JobSurroundings,
): Promise<TakenPage> {
  const context = await openContext(browser, job, proxyPort);
  const [refused, absent] = [new Set<string>(), new Set<string>()];
  const url = 'url' in job.source ? job.source.url : `${SITE_ORIGIN}/${job.source.start}`;
  if ('files' in job.source) await serveFiles(context, job.source.files, folder, absent);
  if (job.network.proxy === null) await refuseNetwork(context, refused);
  await addHeaders(context, job.view.headers, url);
  await context.addCookies(job.view.cookies.map((cookie) => toCookie(cookie, url)));
  if (job.output.kind === 'pdf' && job.view.javascript) await keepWebGl(context);
  const page = await context.newPage();
  if ('files' in job.source && job.network.proxy !== null) await page.goto(LOGIN_URL);
  context.on('page', (other) => void other.close().catch(() => {}));
  page.on('websocket', (socket) => {
    if (job.network.proxy === null) refused.add(new URL(socket.url()).hostname);
  });
  const watched = await watchPage(page, job.view);
  const loaded = await navigate(page, url, job.wait);
  const unfinished = await waitForPage(page, watched, job.wait, loaded);
  const written = await write(page, job, { folder, proxyPort });
  const title = await page.title().catch(() => '');
  return { url: page.url(), title, unfinished, refusedHosts: [...refused], absentFiles: [...absent], ...written };
}

function openContext(browser: Browser, { network, view }: PageJob, proxyPort: number | null): Promise<BrowserContext> {
  const { proxy } = network;
  return browser.newContext({
    viewport: { width: view.width, height: view.height },
    deviceScaleFactor: view.scaleFactor,
    colorScheme: view.dark ? 'dark' : 'light',
    javaScriptEnabled: view.javascript,
    acceptDownloads: false,
    serviceWorkers: 'block',
    ...(view.userAgent !== null && { userAgent: view.userAgent }),
    ...(proxy !== null && {
      proxy: { server: `http://127.0.0.1:${proxyPort}`, bypass: '<-loopback>', ...proxy },
    }),
  });
}

function toCookie({ name, value, domain, path }: PageJob['view']['cookies'][number], url: string) {
  return domain === undefined && path === undefined
    ? { name, value, url }
    : { name, value, domain: domain ?? new URL(url).hostname, path: path ?? '/' };
}

/** What the output lacks. */
type Written = Pick<TakenPage, 'cutFrom' | 'missing'>;

async function write(page: Page, job: PageJob, { folder, proxyPort }: JobSurroundings): Promise<Written> {
  const { output, view } = job;
  switch (output.kind) {
    case 'pdf':
      await print(page, output, join(folder, OUTPUT_NAMES.pdf));
      return { cutFrom: null, missing: 0 };
    case 'site': {
      const into = join(folder, OUTPUT_NAMES.site);
      await mkdir(into);
      return { cutFrom: null, missing: await saveSite(page, into, askerOf(job, proxyPort)) };
    }
    case 'png': {
      const path = join(folder, OUTPUT_NAMES.png);
      return { cutFrom: await shoot(page, output.fullPage, view.scaleFactor, path), missing: 0 };
    }
  }
}

/** Returns the identity for requesting a web page's files. */
function askerOf({ source, network: { proxy }, view }: PageJob, port: number | null) {
  if (proxy === null || port === null || !('url' in source)) return null;
  return {
    proxy: { ...proxy, port },
    own: { origin: new URL(source.url).origin, headers: view.headers },
    ...(view.userAgent !== null && { userAgent: view.userAgent }),
  };
}

const inches = (length: number): string => `${length}in`;

async function print(page: Page, settings: PrintSettings, path: string): Promise<void> {
  const { margin, header, footer, ranges } = settings;
  const options = {
    path,
    width: inches(settings.width),
    height: inches(settings.height),
    margin: {
      top: inches(margin.top),
      right: inches(margin.right),
      bottom: inches(margin.bottom),
      left: inches(margin.left),
    },
    landscape: settings.landscape,
    scale: settings.scale,
    // Chromium's own default would be the date or the title.
    displayHeaderFooter: header !== null || footer !== null,
    headerTemplate: header ?? '<span></span>',
    footerTemplate: footer ?? '<span></span>',
    pageRanges: ranges ?? '',
    printBackground: settings.background,
    preferCSSPageSize: settings.preferCss,
    tagged: true,
    outline: true,
  };
  await page.pdf(options).catch((error: Error) => {
    if (/page range/i.test(error.message)) throw new NoPageError({ kind: 'ranges' });
    if (/content area is empty|margin/i.test(error.message)) throw new NoPageError({ kind: 'margins' });
    throw error;
  });
}

/** Returns the whole height of a page that is higher than its picture can be, in device pixels. */
async function shoot(page: Page, fullPage: boolean, scaleFactor: number, path: string): Promise<number | null> {
  const options = { path, type: 'png', animations: 'disabled', timeout: 0 } as const;
  if (!fullPage) {
    await page.screenshot(options);
    return null;
  }
  const { width, height } = await contentSize(page);
  const most = Math.floor(LONGEST_SIDE / scaleFactor);
  if (height <= most && width <= most) {
    await page.screenshot({ ...options, fullPage });
    return null;
  }
  const clip = { x: 0, y: 0, width: Math.min(width, most), height: Math.min(height, most) };
  await page.screenshot({ ...options, fullPage, clip });
  return Math.round(height * scaleFactor);
}

/** Returns the size in CSS pixels; asks the browser, because the page's own scripts could answer anything. */
async function contentSize(page: Page): Promise<{ width: number; height: number }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  await session.detach();
  return { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { Checks } from './checks.ts';
import { PROXY_ERROR_HEADER } from './egress/error-names.ts';
import { LOGIN_URL, OUTPUT_NAMES, type PageCookie, type PageJob, SITE_ORIGIN, type TakenPage } from './job.ts';
import { navigate, waitForPage } from './navigate.ts';
import { shoot } from './picture.ts';
import { print } from './print.ts';
import { addHeaders, headersFor, refuseNetwork, serveFiles } from './requests.ts';
import { saveSite } from './site/save-site.ts';
import { type PageWatch, watchPage } from './stillness/still.ts';
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
  if (job.view.headers.length > 0) await addHeaders(context, headersFor(job.view.headers, url));
  await context.addCookies(job.view.cookies.map((cookie) => toCookie(cookie, url)));
  if (job.output.kind === 'pdf' && job.view.javascript) await keepWebGl(context);
  const page = await context.newPage();
  if ('files' in job.source && job.network.proxy !== null) await page.goto(LOGIN_URL);
  context.on('page', (other) => void other.close().catch(() => {}));
  page.on('websocket', (socket) => {
    if (job.network.proxy === null) refused.add(new URL(socket.url()).hostname);
  });
  const checks = watchChecks(page, new Checks(job.checks));
  const session = await context.newCDPSession(page);
  const watched = await watchPage(page, job.view);
  const loaded = await navigate(page, session, url, job);
  const unfinished = await waitForPage(page, session, watched, job.wait, loaded);
  checks.require();
  const written = await write({ page, session, watched }, job, { folder, proxyPort });
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

function toCookie({ domain, path, ...cookie }: PageCookie, url: string) {
  return domain === undefined && path === undefined
    ? { ...cookie, url }
    : { ...cookie, domain: domain ?? new URL(url).hostname, path: path ?? '/' };
}

/** Lets the checks see what the page's resources and scripts do. */
function watchChecks(page: Page, checks: Checks): Checks {
  const isPage = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('response', (response) => {
    const request = response.request();
    if (isPage(request)) return;
    const resource = { url: response.url(), status: response.status(), type: request.resourceType() };
    checks.answered(resource, response.headers()[PROXY_ERROR_HEADER] ?? null);
  });
  page.on('requestfailed', (request) => {
    const error = (request.failure()?.errorText ?? '').replace(/^net::/, '');
    if (!isPage(request)) checks.failed({ url: request.url(), type: request.resourceType(), error });
  });
  page.on('pageerror', ({ name, message }) => checks.threw(`${name}: ${message}`));
  return checks;
}

/** What the output lacks. */
type Written = Pick<TakenPage, 'cutFrom' | 'missing'>;

interface Taken {
  readonly page: Page;
  readonly session: CDPSession;
  readonly watched: PageWatch;
}

/** How long a page may move after its window has changed, milliseconds. */
const SETTLE_MS = 5000;

async function write(
  { page, session, watched }: Taken,
  job: PageJob,
  { folder, proxyPort }: JobSurroundings,
): Promise<Written> {
  const { output, view } = job;
  switch (output.kind) {
    case 'pdf': {
      const settle = async () => void (await watched.untilStill(performance.now() + SETTLE_MS));
      await print({ page, session, windowHeight: view.height, settle }, output, join(folder, OUTPUT_NAMES.pdf));
      return { cutFrom: null, missing: 0 };
    }
    case 'site': {
      const into = join(folder, OUTPUT_NAMES.site);
      await mkdir(into);
      return { cutFrom: null, missing: await saveSite(page, into, askerOf(job, proxyPort)) };
    }
    case 'png': {
      const { scaleFactor } = view;
      const path = join(folder, OUTPUT_NAMES.png);
      return { cutFrom: await shoot(page, session, output, { scaleFactor, path }), missing: 0 };
    }
  }
}

/** Returns the identity for requesting a web page's files. */
function askerOf({ source, network: { proxy }, view }: PageJob, port: number | null) {
  if (proxy === null || port === null || !('url' in source)) return null;
  return {
    proxy: { ...proxy, port },
    headers: headersFor(view.headers, source.url),
    ...(view.userAgent !== null && { userAgent: view.userAgent }),
  };
}

import { type CDPSession, errors, type Page, type Request, type Response } from 'playwright-core';
import { includesStatus } from './checks.ts';
import { PROXY_ERROR_HEADER } from './egress/error-names.ts';
import { waitForExpression } from './expression.ts';
import type { PageChecks, PageFailure, PageWait, Unfinished } from './job.ts';
import { NoPageError } from './no-page-error.ts';
import { AlmostIdle } from './stillness/almost-idle.ts';
import type { PageWatch } from './stillness/still.ts';

/** A page that has begun to arrive, and its deadline for loading, from performance.now(). */
export interface Loading {
  readonly endsAt: number;
  readonly almostIdle: AlmostIdle;
}

/** Requests that may be open with network_almost_idle. */
const FEW_REQUESTS = 2;

/** For an expression whose time is over, milliseconds. */
const LAST_LOOK_MS = 1000;

/** How a page is opened: until when, and with which statuses it is none. */
export interface Opening {
  readonly wait: PageWait;
  readonly checks: PageChecks;
}

/** Opens an address, and returns when its page begins to arrive. Throws NoPageError. */
export async function navigate(
  page: Page,
  session: CDPSession,
  url: string,
  { wait: { loadMs }, checks }: Opening,
): Promise<Loading> {
  const endsAt = performance.now() + loadMs;
  const almostIdle = await AlmostIdle.watch(session);
  let last = url;
  const follow = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = request.url();
  };
  page.on('request', follow);
  let response: Response | null;
  try {
    response = await page.goto(url, { waitUntil: 'commit', timeout: loadMs });
  } catch (error) {
    throw new NoPageError(failureOf(error, last), { cause: error });
  } finally {
    page.off('request', follow);
  }
  const proxyError = response?.headers()[PROXY_ERROR_HEADER];
  if (proxyError !== undefined) {
    throw new NoPageError({ kind: 'network', error: proxyError, url: response?.url() ?? last });
  }
  const status = response?.status() ?? 200;
  if (includesStatus(checks.status, status))
    throw new NoPageError({ kind: 'status', status, url: response?.url() ?? last });
  return { endsAt, almostIdle };
}

function failureOf(error: unknown, url: string): PageFailure {
  if (error instanceof errors.TimeoutError) return { kind: 'timeout' };
  const message = error instanceof Error ? error.message : '';
  if (/Download is starting/.test(message)) return { kind: 'download' };
  const name = /net::(ERR_\w+)/.exec(message)?.[1];
  if (name === undefined) throw error;
  return { kind: 'network', error: name, url };
}

/**
 * Waits as the job requests, each time up to its limit. Returns what did not finish by then. A missing element throws NoPageError, because
 * the page is then not the requested one.
 */
export async function waitForPage(
  page: Page,
  session: CDPSession,
  watched: PageWatch,
  wait: PageWait,
  { endsAt, almostIdle }: Loading,
): Promise<Unfinished[]> {
  const unfinished: Unfinished[] = [];
  const untilState = async (state: 'load' | 'networkidle', name: Unfinished) => {
    const reached = page.waitForLoadState(state, { timeout: Math.max(1, endsAt - performance.now()) });
    await reached.catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
      unfinished.push(name);
    });
  };
  await untilState('load', 'load');
  if (unfinished.length === 0 && wait.until === 'network_idle') await untilState('networkidle', 'network');
  if (unfinished.length === 0 && wait.until === 'network_almost_idle' && !(await almostIdle.until(endsAt))) {
    unfinished.push('network');
  }
  if (wait.selector !== null) {
    const timeout = Math.max(1, endsAt - performance.now());
    await page
      .locator(wait.selector)
      .first()
      .waitFor({ state: 'visible', timeout })
      .catch((error: unknown) => {
        throw new NoPageError({ kind: 'selector' }, { cause: error });
      });
  }
  if (wait.expression !== null) {
    // A page that loads until the end of its time is asked at least once.
    await waitForExpression(session, wait.expression, Math.max(endsAt, performance.now() + LAST_LOOK_MS));
  }
  if (unfinished.length === 0) {
    const restless = await watched.untilStill(endsAt, wait.until === 'network_almost_idle' ? FEW_REQUESTS : 0);
    if (restless !== null) unfinished.push(restless);
  }
  if (wait.delayMs > 0) await page.waitForTimeout(wait.delayMs);
  return unfinished;
}

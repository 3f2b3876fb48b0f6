import { errors, type Page, type Request, type Response } from 'playwright-core';
import type { PageFailure, PageWait, Unfinished } from './job.ts';
import type { PageWatch } from './stillness/still.ts';

/** No page could be captured. */
export class NoPageError extends Error {
  override readonly name = 'NoPageError';
  readonly failure: PageFailure;

  constructor(failure: PageFailure, options?: ErrorOptions) {
    super(`no page: ${failure.kind}`, options);
    this.failure = failure;
  }
}

/** A page that has begun to arrive, and its deadline for loading, from performance.now(). */
export interface Loading {
  readonly endsAt: number;
}

/** Opens an address, and returns when its page begins to arrive. Throws NoPageError. */
export async function navigate(page: Page, url: string, { loadMs }: PageWait): Promise<Loading> {
  const endsAt = performance.now() + loadMs;
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
  const status = response?.status() ?? 200;
  if (status >= 400) throw new NoPageError({ kind: 'status', status, url: response?.url() ?? last });
  return { endsAt };
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
  watched: PageWatch,
  wait: PageWait,
  { endsAt }: Loading,
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
  if (wait.networkIdle && unfinished.length === 0) await untilState('networkidle', 'network');
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
  if (unfinished.length === 0) {
    const restless = await watched.untilStill(endsAt);
    if (restless !== null) unfinished.push(restless);
  }
  if (wait.delayMs > 0) await page.waitForTimeout(wait.delayMs);
  return unfinished;
}

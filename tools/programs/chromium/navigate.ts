import { setTimeout as pause } from 'node:timers/promises';
import { includesStatus } from './checks.ts';
import { LATE, within } from './deadline.ts';
import { PROXY_ERROR_HEADER } from './egress/error-names.ts';
import { waitForExpression } from './expression.ts';
import type { PageChecks, PageFailure, PageWait, Unfinished } from './job.ts';
import { Lifecycle, type Stage } from './lifecycle.ts';
import { NoPageError } from './no-page-error.ts';
import type { PageWatch } from './stillness/still.ts';
import type { Tab } from './tab.ts';
import { waitForSelector } from './visible.ts';

/** A page that has begun to arrive, and its deadline for loading, from performance.now(). */
export interface Loading {
  readonly endsAt: number;
  readonly lifecycle: Lifecycle;
}

/** How a page is opened: until when, and which statuses are errors. */
export interface Opening {
  readonly wait: PageWait;
  readonly checks: PageChecks;
}

/** The text of an error that a download has, too; and the time in which the browser says that it is one, milliseconds. */
const ABORTED = 'net::ERR_ABORTED';
const DOWNLOAD_MS = 200;

/** Opens an address, and returns when its page begins to arrive. Throws NoPageError. */
export async function navigate(tab: Tab, url: string, { wait, checks }: Opening): Promise<Loading> {
  const endsAt = performance.now() + wait.loadMs;
  const lifecycle = new Lifecycle(tab);
  const main = new MainRequest(tab, url);
  try {
    const answer = await within(tab.session.send('Page.navigate', { url }), endsAt);
    if (answer === LATE) throw new NoPageError({ kind: 'timeout' });
    const { loaderId = '', errorText } = answer;
    const isAborted = errorText === ABORTED;
    if (isAborted) await pause(DOWNLOAD_MS);
    const failure = main.failure(loaderId, checks, isAborted) ?? (errorText ? main.failedBy(errorText) : null);
    if (failure !== null) throw new NoPageError(failure);
    lifecycle.expect(loaderId);
    return { endsAt, lifecycle };
  } finally {
    main.forget();
  }
}

/** The request for the page itself, with its redirects. */
class MainRequest {
  #last: string;
  #isDownload = false;
  /** By the loader's id: there may be an earlier one, of a page that was opened before. */
  readonly #answers = new Map<
    string,
    { readonly url: string; readonly status: number; readonly proxyError?: string }
  >();
  readonly #undo: readonly (() => void)[];

  constructor({ session, frameId }: Tab, url: string) {
    this.#last = url;
    this.#undo = [
      session.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId: frame, request }) => {
        if (frame === frameId && requestId === loaderId) this.#last = request.url;
      }),
      session.on('Network.responseReceived', ({ requestId, loaderId, frameId: frame, response }) => {
        if (frame !== frameId || requestId !== loaderId) return;
        const proxyError = response.headers[PROXY_ERROR_HEADER];
        const { url: address, status } = response;
        this.#answers.set(loaderId, { url: address, status, ...(proxyError !== undefined && { proxyError }) });
      }),
      session.connection.root.on('Browser.downloadWillBegin', (download) => {
        this.#isDownload ||= download.frameId === frameId;
      }),
    ];
  }

  forget(): void {
    for (const undo of this.#undo) undo();
  }

  /** Returns why the answer of a server is not a page; null if it is one, or if there is none. */
  failure(loaderId: string, checks: PageChecks, isAborted: boolean): PageFailure | null {
    const answer = this.#answers.get(loaderId);
    // A page that has begun may start a download of its own.
    if (isAborted && this.#isDownload) return { kind: 'download' };
    if (answer === undefined) return null;
    const { url, status, proxyError } = answer;
    if (proxyError !== undefined) return { kind: 'network', error: proxyError, url };
    return includesStatus(checks.status, status) ? { kind: 'status', status, url } : null;
  }

  /** Returns the failure for the browser's own text of an error. */
  failedBy(errorText: string): PageFailure {
    return { kind: 'network', error: errorText.replace(/^net::/, ''), url: this.#last };
  }
}

/** For an element or an expression whose time is over, milliseconds. */
const LAST_LOOK_MS = 1000;

/** Requests that may be open with network_almost_idle. */
const FEW_REQUESTS = 2;

const STAGES: Readonly<Record<PageWait['until'], Stage | null>> = {
  load: null,
  network_idle: 'networkIdle',
  network_almost_idle: 'networkAlmostIdle',
};

/**
 * Waits as the job requests, each time up to its limit. Returns what did not finish by then. A missing element throws NoPageError, because
 * the page is then not the requested one.
 */
export async function waitForPage(
  tab: Tab,
  watched: PageWatch,
  wait: PageWait,
  { endsAt, lifecycle }: Loading,
): Promise<Unfinished[]> {
  const unfinished: Unfinished[] = [];
  const stage = STAGES[wait.until];
  if (!(await lifecycle.reachBy('load', endsAt))) unfinished.push('load');
  else if (stage !== null && !(await lifecycle.reachBy(stage, endsAt))) unfinished.push('network');
  // A page that loads until the end of its time is looked at once more.
  const lookUntil = () => Math.max(endsAt, performance.now() + LAST_LOOK_MS);
  if (wait.selector !== null) await waitForSelector(tab, wait.selector, lookUntil());
  if (wait.expression !== null) await waitForExpression(tab.session, wait.expression, lookUntil());
  if (unfinished.length === 0) {
    const openRequests = wait.until === 'network_almost_idle' ? FEW_REQUESTS : 0;
    const restless = await watched.untilStill(lifecycle, endsAt, openRequests);
    if (restless !== null) unfinished.push(restless);
  }
  if (wait.delayMs > 0) await pause(wait.delayMs);
  return unfinished;
}

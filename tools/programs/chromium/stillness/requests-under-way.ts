import type { CDPSession, Page, Request } from 'playwright-core';

/** Streams, which may never end, and requests that the page does not wait for. Types of the protocol and of Playwright, in lower case. */
const UNAWAITED: ReadonlySet<string> = new Set(
  'cspviolationreport eventsource fedcm manifest media ping preflight prefetch signedexchange websocket'.split(' '),
);

/** An event stream that a script reads itself. */
const EVENT_STREAM = 'text/event-stream';

/**
 * Open requests of a page. The page's process reports its own in the order of its scripts, including `data:` and `blob:`; Playwright also
 * reports those of workers and of frames in other processes.
 */
export class RequestsUnderWay {
  readonly #own = new Map<string, { readonly frameId: string; readonly loaderId: string }>();
  readonly #all = new Set<Request>();
  /** Called when no more than so many are open. */
  #waiting: { readonly most: number; readonly resolve: () => void } | undefined;

  /** Begins to count. */
  constructor(page: Page) {
    this.#watchAll(page);
  }

  /** Also counts requests reported by the page's process. */
  async include(session: CDPSession): Promise<void> {
    this.#watchOwn(session);
    // Answers are not read, so none are kept.
    const nothingKept = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };
    await Promise.all([session.send('Page.enable'), session.send('Network.enable', nothingKept)]);
  }

  /** Most requests are reported both ways, those of workers and of frames in other processes by Playwright alone. */
  get count(): number {
    return Math.max(this.#own.size, this.#all.size);
  }

  /** Resolves when there are no more than so many. */
  atMost(most: number): Promise<void> {
    return this.count <= most
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#waiting = { most, resolve };
        });
  }

  #watchOwn(session: CDPSession): void {
    const end = ({ requestId }: { requestId: string }) => this.#end(() => this.#own.delete(requestId));
    session.on('Network.requestWillBeSent', ({ requestId, frameId, loaderId, type = '' }) => {
      // Requests of a worker, which have no loader and whose end is not reported.
      if (UNAWAITED.has(type.toLowerCase()) || loaderId === '') return;
      this.#own.set(requestId, { frameId: frameId ?? '', loaderId });
    });
    session.on('Network.responseReceived', ({ requestId, response: { mimeType } }) => {
      if (mimeType === EVENT_STREAM) end({ requestId });
    });
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
    // Requests of the previous document are not reported any more.
    session.on('Page.frameNavigated', ({ frame: { id, loaderId } }) =>
      this.#end(() => this.#forget((each) => each.frameId === id && each.loaderId !== loaderId)),
    );
    session.on('Page.frameDetached', ({ frameId }) =>
      this.#end(() => this.#forget((each) => each.frameId === frameId)),
    );
  }

  #forget(isGone: (request: { readonly frameId: string; readonly loaderId: string }) => boolean): void {
    for (const [id, request] of this.#own) if (isGone(request)) this.#own.delete(id);
  }

  #watchAll(page: Page): void {
    const end = (request: Request) => this.#end(() => this.#all.delete(request));
    page.on('request', (request) => {
      if (!UNAWAITED.has(request.resourceType())) this.#all.add(request);
    });
    page.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith(EVENT_STREAM)) end(response.request());
    });
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    page.on('framenavigated', (frame) => this.#endOf((request) => request.frame() === frame));
    page.on('framedetached', (frame) => this.#endOf((request) => request.frame() === frame));
  }

  #endOf(isGone: (request: Request) => boolean): void {
    this.#end(() => {
      for (const request of this.#all) if (isGone(request)) this.#all.delete(request);
    });
  }

  #end(remove: () => void): void {
    remove();
    if (this.#waiting === undefined || this.count > this.#waiting.most) return;
    this.#waiting.resolve();
    this.#waiting = undefined;
  }
}

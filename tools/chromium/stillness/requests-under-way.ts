import type { CDPSession, Page, Request } from 'playwright-core';

/** Streams, which need not end, and what nothing of the page waits for. Types of the protocol and of Playwright, in lower case. */
const UNAWAITED: ReadonlySet<string> = new Set(
  'cspviolationreport eventsource fedcm manifest media ping preflight prefetch signedexchange websocket'.split(' '),
);

/** A stream of events that a script reads itself. */
const EVENT_STREAM = 'text/event-stream';

/**
 * The requests of a page that have no complete answer yet. The page's process reports its own in the order of what its scripts do, and
 * those for `data:` and `blob:` too; Playwright also reports those of workers and of frames in other processes.
 */
export class RequestsUnderWay {
  readonly #own = new Map<string, { readonly frameId: string; readonly loaderId: string }>();
  readonly #all = new Set<Request>();
  #onNone: (() => void) | undefined;

  /** Counts from now on. */
  constructor(page: Page) {
    this.#watchAll(page);
  }

  /** Counts what the page's process reports, too. */
  async include(session: CDPSession): Promise<void> {
    this.#watchOwn(session);
    // Nobody asks for the answers, so none are kept.
    const nothingKept = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };
    await Promise.all([session.send('Page.enable'), session.send('Network.enable', nothingKept)]);
  }

  get count(): number {
    return this.#own.size + this.#all.size;
  }

  /** Ends when there is none. */
  none(): Promise<void> {
    return this.count === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#onNone = resolve;
        });
  }

  #watchOwn(session: CDPSession): void {
    const end = ({ requestId }: { requestId: string }) => this.#end(() => this.#own.delete(requestId));
    session.on('Network.requestWillBeSent', ({ requestId, frameId, loaderId, type = '' }) => {
      // Of a worker, where no end is reported: without a loader.
      if (UNAWAITED.has(type.toLowerCase()) || loaderId === '') return;
      this.#own.set(requestId, { frameId: frameId ?? '', loaderId });
    });
    session.on('Network.responseReceived', ({ requestId, response: { mimeType } }) => {
      if (mimeType === EVENT_STREAM) end({ requestId });
    });
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
    // What the document before had asked for is not reported any more.
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
    if (this.count > 0) return;
    this.#onNone?.();
    this.#onNone = undefined;
  }
}

import type { Session } from '../devtools/connection.ts';
import type { Tab } from '../tab.ts';

/** Streams, which may never end, and requests that the page does not wait for. Types of the protocol in lower case. */
const UNAWAITED: ReadonlySet<string> = new Set(
  'cspviolationreport eventsource fedcm manifest media ping preflight prefetch signedexchange websocket'.split(' '),
);

/** An event stream that a script reads itself. */
const EVENT_STREAM = 'text/event-stream';

interface Open {
  readonly session: Session;
  readonly frameId: string;
  readonly loaderId: string;
}

/**
 * Open requests of a page and its workers. The page's process reports its own in the order of its scripts, including `data:` and `blob:`;
 * workers report theirs themselves.
 */
export class RequestsUnderWay {
  readonly #open = new Map<string, Open>();
  /** Called when no more than so many are open. */
  #waiting: { readonly most: number; readonly resolve: () => void } | undefined;

  /** Begins to count. */
  constructor({ session }: Tab) {
    this.#watch(session, true);
    // Requests of the previous document are not reported any more.
    session.on('Page.frameNavigated', ({ frame: { id, loaderId } }) =>
      this.#forget((each) => each.session === session && each.frameId === id && each.loaderId !== loaderId),
    );
    session.on('Page.frameDetached', ({ frameId }) =>
      this.#forget((each) => each.session === session && each.frameId === frameId),
    );
  }

  /** Also counts the requests of a worker. */
  include(worker: Session): void {
    this.#watch(worker, false);
  }

  /** Forgets those of a worker that has ended. */
  exclude(worker: Session): void {
    this.#forget(({ session }) => session === worker);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Resolves when there are no more than so many. */
  atMost(most: number): Promise<void> {
    return this.count <= most
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#waiting = { most, resolve };
        });
  }

  #watch(session: Session, isPage: boolean): void {
    const keyOf = (requestId: string) => `${session.id} ${requestId}`;
    const end = ({ requestId }: { readonly requestId: string }) => {
      this.#open.delete(keyOf(requestId));
      this.#tell();
    };
    session.on('Network.requestWillBeSent', ({ requestId, frameId = '', loaderId, type = '' }) => {
      if (UNAWAITED.has(type.toLowerCase())) return;
      // The page reports requests of its workers too, which have no loader there, and not their end.
      if (isPage && loaderId === '') return;
      this.#open.set(keyOf(requestId), { session, frameId, loaderId });
    });
    session.on('Network.responseReceived', ({ requestId, response: { mimeType } }) => {
      if (mimeType === EVENT_STREAM) end({ requestId });
    });
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
  }

  #forget(isGone: (request: Open) => boolean): void {
    for (const [key, request] of this.#open) if (isGone(request)) this.#open.delete(key);
    this.#tell();
  }

  #tell(): void {
    if (this.#waiting === undefined || this.count > this.#waiting.most) return;
    this.#waiting.resolve();
    this.#waiting = undefined;
  }
}

// Handles a page's requests before they leave the browser. This is about content: access is controlled by the proxy, or by the missing
// network.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { contentTypeOf } from './content-type.ts';
import type { Session } from './devtools/connection.ts';
import type { Events, HeaderEntry } from './devtools/protocol.ts';
import { headersFor, headersFrom } from './headers-for.ts';
import { type PageJob, SITE_ORIGIN } from './job.ts';
import type { Tab } from './tab.ts';

/** File that browsers request on their own. */
const UNASKED = 'favicon.ico';

/** Largest file of a page, bytes: it is sent to the browser in one message. */
const LARGEST_FILE = 64 * 1024 ** 2;

/** What a page asked for and did not get. */
export interface Missing {
  /** Hosts that it requested without a network, without ports. */
  readonly refused: Set<string>;
  /** Paths on the origin of its files that are not there, or too large. */
  readonly absent: Set<string>;
}

type Paused = Events['Fetch.requestPaused'];

/** Answers the requests of a page: from the task's files, not at all without a network, or with more headers. */
export class Requests {
  readonly missing: Missing = { refused: new Set(), absent: new Set() };
  readonly #session: Session;
  readonly #files: ReadonlyMap<string, string>;
  readonly #isOffline: boolean;
  readonly #headers: ReturnType<typeof headersFor>;
  /** Files are sent one after the other, so that no more than one is in memory. */
  #sending: Promise<unknown> = Promise.resolve();

  /** Begins to answer. @param url address of the page */
  static async intercept(tab: Tab, job: PageJob, url: string): Promise<Requests> {
    const { session } = tab;
    const requests = new Requests(session, job, url);
    const { proxy } = job.network;
    session.on('Fetch.requestPaused', (paused) => void requests.#handle(paused).catch(() => {}));
    const answered = new Set<string>();
    session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
      // Credentials are for the proxy alone, which gets them once for each request.
      const isNew = !answered.has(requestId);
      answered.add(requestId);
      const authChallengeResponse =
        proxy !== null && isNew && authChallenge.source === 'Proxy'
          ? ({ response: 'ProvideCredentials', ...proxy } as const)
          : ({ response: 'CancelAuth' } as const);
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {});
    });
    const noteSockets = (each: Session) => void each.on('Network.webSocketCreated', (socket) => requests.#note(socket));
    noteSockets(session);
    tab.watchWorkers({ begin: noteSockets });
    await session.send('Fetch.enable', { handleAuthRequests: proxy !== null, patterns: [{ urlPattern: '*' }] });
    return requests;
  }

  private constructor(session: Session, { source, network, view }: PageJob, url: string) {
    this.#session = session;
    this.#files = new Map('files' in source ? Object.entries(source.files) : []);
    this.#isOffline = network.proxy === null;
    this.#headers = headersFor(view.headers, url);
  }

  /** Counts a WebSocket of the page or a worker, which cannot be intercepted: without a network it reaches nothing. */
  #note({ url }: Events['Network.webSocketCreated']): void {
    if (this.#isOffline && URL.canParse(url)) this.missing.refused.add(new URL(url).hostname);
  }

  async #handle(paused: Paused): Promise<void> {
    const { requestId, request } = paused;
    const url = URL.parse(request.url);
    if (url?.origin === SITE_ORIGIN) return this.#serve(requestId, url);
    if (this.#isOffline && url?.protocol !== 'data:' && url?.protocol !== 'blob:') {
      // Refuses what the sandbox would refuse anyway, because the host is visible here.
      if (url !== null) this.missing.refused.add(url.hostname || url.protocol);
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    const headers = this.#changedHeaders(paused);
    await this.#session.send('Fetch.continueRequest', { requestId, ...(headers !== null && { headers }) });
  }

  /** Returns all headers of a request that gets some, or that was redirected and keeps none of them; null if nothing changes. */
  #changedHeaders({ request, redirectedRequestId }: Paused): HeaderEntry[] | null {
    if (this.#headers.names.size === 0) return null;
    const given = redirectedRequestId === undefined ? this.#headers.of(request.url) : {};
    const isChanged = Object.keys(given).length > 0 || redirectedRequestId !== undefined;
    return isChanged ? headersFrom(request.headers, given, this.#headers.names) : null;
  }

  async #serve(requestId: string, { pathname }: URL): Promise<void> {
    const path = decodePath(pathname);
    const local = path === null ? undefined : this.#files.get(path);
    if (path !== null && local !== undefined) {
      const sent = this.#sending.then(() => this.#send(requestId, path, local));
      this.#sending = sent.catch(() => {});
      if (await sent) return;
    }
    if (path !== null && path !== UNASKED) this.missing.absent.add(path);
    await this.#fulfill(requestId, 404, 'text/plain', Buffer.alloc(0));
  }

  /** @returns false for a file that is too large, or is none */
  async #send(requestId: string, path: string, local: string): Promise<boolean> {
    const body = await readFileItself(local);
    if (body === null) return false;
    await this.#fulfill(requestId, 200, contentTypeOf(path, body), body);
    await this.#session.connection.sent();
    return true;
  }

  async #fulfill(requestId: string, responseCode: number, type: string, body: Buffer): Promise<void> {
    await this.#session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: body.toString('base64'),
    });
  }
}

/** Returns the content of a regular file of bearable size; null for anything else. Links are not followed: a program may have left one. */
async function readFileItself(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const info = await file.stat();
    return info.isFile() && info.size <= LARGEST_FILE ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch {
    return null;
  }
}

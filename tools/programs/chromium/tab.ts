import { PROXY_BYPASS, proxyServer } from './browser.ts';
import type { Connection, Session } from './devtools/connection.ts';

/** Runs in a page before its own scripts: Chromium has no setting for it. */
const NO_SERVICE_WORKERS = `if (globalThis.ServiceWorkerContainer) {
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('not here', 'SecurityError'));
}`;

/** Nothing of answers is kept, because they are not read. */
const NETWORK = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };

/** Who watches the workers of a page. */
export interface WorkerWatch {
  /** Called with the session of a worker, before it runs. */
  readonly begin: (session: Session) => void;
  readonly end?: (session: Session) => void;
}

/** An empty page in a browser context of its own, which shares neither storage nor renderer process with another one. */
export class Tab {
  readonly session: Session;
  readonly contextId: string;
  readonly frameId: string;
  readonly #watches: WorkerWatch[] = [];
  #hasCrashed = false;
  readonly #root: Session;
  /** What ends the listening to the browser. */
  readonly #undo: (() => void)[] = [];

  /** Opens a page in a new context, whose requests go to the proxy at this port; null for no network. */
  static async open(connection: Connection, proxyPort: number | null): Promise<Tab> {
    const { root } = connection;
    const { browserContextId } = await root.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: proxyServer(proxyPort),
      proxyBypassList: PROXY_BYPASS,
    });
    const denied = root.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      browserContextId,
      eventsEnabled: true,
    });
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(sessionId);
    const [{ frameTree }] = await Promise.all([session.send('Page.getFrameTree'), denied]);
    const tab = new Tab(root, session, browserContextId, frameTree.frame.id);
    tab.#watchTargets(targetId);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Network.enable', NETWORK),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: NO_SERVICE_WORKERS }),
      attachWorkers(session),
    ]);
    return tab;
  }

  private constructor(root: Session, session: Session, contextId: string, frameId: string) {
    this.#root = root;
    this.session = session;
    this.contextId = contextId;
    this.frameId = frameId;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  watchWorkers(watch: WorkerWatch): void {
    this.#watches.push(watch);
  }

  /** Ends the page, its renderer process and all that its context has stored. */
  async close(): Promise<void> {
    for (const undo of this.#undo) undo();
    await this.#root.send('Target.disposeBrowserContext', { browserContextId: this.contextId });
    this.session.connection.drop(this.session, 'the page was closed');
  }

  #watchTargets(targetId: string): void {
    const { connection } = this.session;
    // Windows that the page opens. Its own target was created before.
    const closeOthers = this.#root.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.browserContextId !== this.contextId || targetInfo.type !== 'page') return;
      if (targetInfo.targetId === targetId) return;
      this.#root.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {});
    });
    const giveUp = this.#root.on('Target.targetCrashed', (crashed) => {
      if (crashed.targetId !== targetId) return;
      this.#hasCrashed = true;
      connection.drop(this.session, 'the page crashed');
    });
    this.#undo.push(closeOthers, giveUp);
    this.session.on('Page.javascriptDialogOpening', ({ type }) => {
      const isLeaving = type === 'beforeunload';
      this.session.send('Page.handleJavaScriptDialog', { accept: isLeaving }).catch(() => {});
    });
    this.#watchWorkers(this.session);
  }

  #watchWorkers(parent: Session): void {
    parent.on('Target.attachedToTarget', ({ sessionId }) => {
      const worker = this.session.connection.session(sessionId);
      this.#watchWorkers(worker);
      const prepare = async () => {
        for (const { begin } of this.#watches) begin(worker);
        await Promise.all([worker.send('Network.enable', NETWORK), attachWorkers(worker)]);
      };
      prepare()
        .catch(() => {})
        .then(() => worker.send('Runtime.runIfWaitingForDebugger'))
        .catch(() => {});
    });
    parent.on('Target.detachedFromTarget', ({ sessionId }) => {
      const worker = this.session.connection.session(sessionId);
      for (const { end } of this.#watches) end?.(worker);
    });
  }
}

/** Lets the workers of a page, and those of workers, wait until their requests are watched. */
const attachWorkers = (session: Session) =>
  session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });

/** Returns the address of the page that a tab shows. */
export async function addressOf({ session }: Tab): Promise<string> {
  const { url, urlFragment = '' } = (await session.send('Page.getFrameTree')).frameTree.frame;
  return `${url}${urlFragment}`;
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, resolve, sep } from 'node:path';
import { fileNameOf } from './disposition.ts';
import { storeResult } from './store.ts';

/** A request that the service made. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Address that the redirecting page names: nothing may get there. */
const PRIVATE_PAGE = 'http://127.0.0.1:9999/redirected';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=UTF-8',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
};

/**
 * The server of files and webhooks that scenarios want, on loopback. It is one for the whole run, because its address must be allowed
 * before the service starts; `begin` makes it forget the scenario before.
 */
export class ScenarioServer {
  readonly #folder: string;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #work = '';
  #last: Received | null = null;
  #webhook: Promise<unknown> = Promise.resolve();
  #isCalled = false;
  #event: Buffer | null = null;

  /** @param folder of the checkout, with `testdata` */
  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The last request for a file or a webhook; null before the first one. */
  get last(): Received | null {
    return this.#last;
  }

  /** Whether a webhook was called, other than for an event. */
  get isCalled(): boolean {
    return this.#isCalled;
  }

  /** The last event of a webhook. */
  get event(): Buffer | null {
    return this.#event;
  }

  /** Resolves when what came so far is stored. Rejects if it could not be. */
  get stored(): Promise<unknown> {
    return this.#webhook;
  }

  /** @param work folder of the scenario that begins, for files that webhooks send */
  begin(work: string): void {
    this.#work = work;
    this.#last = null;
    this.#isCalled = false;
    this.#event = null;
    this.#webhook = Promise.resolve();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://scenarios').pathname);
    try {
      const body = await readBody(request);
      if (path === '/webhook/events') this.#event = body;
      else this.#last = { headers: request.headers, body };
      if (path === '/webhook') await this.#keep({ headers: request.headers, body });
      if (path === '/webhook' || path === '/webhook/error') this.#isCalled = true;
      if (path.startsWith('/webhook')) response.end('OK');
      else if (path === '/redirect-to-private') response.writeHead(302, { location: PRIVATE_PAGE }).end();
      else await this.#sendFile(path, response);
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  }

  #keep({ headers, body }: Received): Promise<unknown> {
    const type = headers['content-type'];
    const ending = type === 'application/zip' ? 'zip' : 'pdf';
    const name = fileNameOf(headers['content-disposition']) ?? `unnamed.${ending}`;
    const trace = headers['gotenberg-trace'];
    this.#webhook = storeResult(this.#work, Array.isArray(trace) ? trace[0] : trace, { name, type, body });
    return this.#webhook;
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const [, kind, name = ''] = /^\/(static|html)\/(.+)$/.exec(path) ?? [];
    const file = resolve(this.#folder, name);
    if (kind === undefined || !file.startsWith(`${this.#folder}${sep}`)) {
      response.writeHead(404).end('Not Found');
      return;
    }
    const content = await readFile(file);
    const type = kind === 'html' ? TYPES['.html'] : TYPES[/\.\w+$/.exec(file)?.[0] ?? ''];
    if (kind === 'static') response.setHeader('content-disposition', `attachment; filename="${basename(file)}"`);
    response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(content);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

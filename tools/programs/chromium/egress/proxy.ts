import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LOGIN_URL } from '../job.ts';
import { errorNameOf, PROXY_ERROR_HEADER, REFUSED } from './error-names.ts';
import { EgressSession, type SessionOptions } from './session.ts';

/**
 * The only way of a page into the network: a proxy on the loopback interface for http requests and for connections (CONNECT: https,
 * WebSockets). Each task has its own credentials and limits. Each connection is made to an address that the guard has checked; names are
 * resolved only here, once for each connection, and never by the browser.
 */
export class EgressProxy {
  readonly #server: Server;
  readonly #sessions = new Map<string, EgressSession>();

  /** Listens on a free port of 127.0.0.1. Does not keep the process from exiting. */
  static async start(): Promise<EgressProxy> {
    const proxy = new EgressProxy();
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    proxy.#server.unref();
    return proxy;
  }

  private constructor() {
    this.#server = createServer({ maxHeaderSize: 64 * 1024, requestTimeout: 0 });
    this.#server.on('request', (request, response) => void this.#forward(request, response));
    this.#server.on('connect', (request, socket, head) => void this.#tunnel(request, socket, head));
    this.#server.on('upgrade', (_, socket) => refuse(socket, 501));
    this.#server.on('clientError', (_, socket) => socket.destroy());
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  openSession(options: SessionOptions): EgressSession {
    const session = new EgressSession(options);
    this.#sessions.set(session.access.username, session);
    return session;
  }

  /** Closes the session's open connections and revokes its credentials. */
  async endSession(session: EgressSession): Promise<void> {
    this.#sessions.delete(session.access.username);
    await session.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => this.endSession(session)));
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Returns the session of a request's credentials; null without valid ones. */
  #sessionOf({ headers }: IncomingMessage): EgressSession | null {
    const encoded = /^Basic (\S+)$/i.exec(headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2);
    const session = this.#sessions.get(username);
    return session?.isPassword(password) === true ? session : null;
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = this.#sessionOf(request);
    if (session === null) return answer(response, 407);
    const url = targetOf(request.url ?? '');
    if (url === null) return answer(response, 400);
    if (url.href === LOGIN_URL) return answer(response, 200);
    if (!session.admit()) return answer(response, 403, { [PROXY_ERROR_HEADER]: REFUSED });
    session.keep(request.socket);
    const upload = counting(session);
    try {
      const hasBody = request.headers['content-length'] !== undefined || 'transfer-encoding' in request.headers;
      const { statusCode, headers, body } = await session.agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method as 'GET',
        headers: endToEnd(request.headers),
        body: hasBody ? request.pipe(upload) : null,
      });
      response.writeHead(statusCode, endToEnd(headers));
      await pipeline(body, counting(session), response);
    } catch (error) {
      session.fail(hostPort(url), error);
      if (response.headersSent) response.destroy();
      else answer(response, 502, { [PROXY_ERROR_HEADER]: errorNameOf(error) });
    }
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => {});
    const session = this.#sessionOf(request);
    if (session === null) return refuse(client, 407);
    const url = targetOf(`http://${request.url}`);
    if (url === null) return refuse(client, 400);
    if (!session.admit()) return refuse(client, 403);
    // As in URLs: http omits its default port.
    const port = Number(url.port || 80);
    try {
      const server = (await session.connect(url.hostname.replace(/^\[|\]$/g, ''), port)) as Socket;
      server.on('error', () => client.destroy());
      for (const stream of [client, server]) session.keep(stream);
      server.setTimeout(session.limits.idleMs, () => server.destroy());
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
      await Promise.all([
        pipeline(client, counting(session), server, { end: true }),
        pipeline(server, counting(session), client, { end: true }),
      ]).catch(() => {});
      for (const stream of [client, server]) stream.destroy();
    } catch (error) {
      session.fail(hostPort(url, port), error);
      refuse(client, 502);
    }
  }
}

/** Returns an http URL with a host; null for anything else. */
function targetOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.protocol === 'http:' && url.hostname !== '' ? url : null;
}

/** Returns `host:port`, the form in which sessions name failures. */
export function hostPort(
  url: URL,
  port = Number(url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80)),
): string {
  return `${url.hostname}:${port}`;
}

function counting(session: EgressSession): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      session.count(chunk.length);
      done(null, chunk);
    },
  });
}

/** Headers of RFC 9110 7.6.1, and headers only for this proxy. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !HOP_BY_HOP.has(entry[0]) && !named.includes(entry[0]),
  );
  return Object.fromEntries(kept);
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  407: 'Proxy Authentication Required',
  501: 'Not Implemented',
  502: 'Bad Gateway',
};

const challenge = (status: number) => (status === 407 ? { 'proxy-authenticate': 'Basic realm="convertd"' } : {});

function answer(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-length': 0, ...challenge(status), ...headers }).end();
}

function refuse(socket: Duplex, status: number): void {
  const headers = Object.entries(challenge(status)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\ncontent-length: 0\r\n${headers.join('')}\r\n`);
}

import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { type AddressGuard, createAddressGuard, parseAllowList } from '../../files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector } from '../../files/fetch/guarded-connector.ts';
import { get, type HttpResponse } from '../../files/fetch/http-request.ts';
import { Refusal } from './refusal.ts';

/** A request to an address that a client has named. */
export interface Outbound {
  readonly url: URL;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the body; called for each try. */
  readonly body: () => Promise<Readable | Buffer>;
  readonly signal: AbortSignal;
}

/** A file to fetch. Redirects are followed, without its headers if they lead to another origin. */
export type Inbound = Pick<Outbound, 'url' | 'headers' | 'signal'> & { readonly method: 'GET' };

/** What may be read of an answer. */
type Received = Pick<HttpResponse, 'status' | 'headers' | 'body'>;

/** Pauses before each further try, ms. */
const PAUSES: readonly number[] = [1000, 2000, 4000, 8000];
/** Timeout for the head of an answer, ms. */
const ANSWER_MS = 30_000;
const MOST_REDIRECTS = 10;
const USER_AGENT = { 'user-agent': 'convertd' };

/** Sends requests to addresses of clients, which the address guard of the installation checks. */
export class OutboundClient {
  readonly #guard: AddressGuard;

  /** @param allowedAddresses the setting ALLOWED_ADDRESSES */
  constructor(allowedAddresses: string) {
    this.#guard = createAddressGuard(parseAllowList(allowedAddresses));
  }

  /**
   * Sends a request, and again where that may help: after 429, 5xx, and faults of the connection.
   * @param read reads the answer to its end; it is called for one that is not sent again
   * @throws Refusal 403 for an address that nothing may connect to; ConversionError for a redirect that is not followed; the error of the
   * connection
   */
  async send<Result>(outbound: Outbound | Inbound, read: (answer: Received) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = PAUSES[attempt];
      const result = await this.#try(outbound, read, pause === undefined);
      if (result !== null) return result.value;
      await delay(pause, undefined, { signal: outbound.signal });
    }
  }

  /** Returns null if it should be tried again. */
  async #try<Result>(
    outbound: Outbound | Inbound,
    read: (answer: Received) => Promise<Result>,
    isLast: boolean,
  ): Promise<{ readonly value: Result } | null> {
    const agent = new Agent({
      connect: guardedConnector({ guard: this.#guard, timeoutMs: ANSWER_MS }),
      allowH2: false,
      headersTimeout: ANSWER_MS,
    });
    try {
      const answer = await ask(outbound, agent);
      if (!isLast && isPassing(answer.status)) {
        await answer.body.dump({ limit: 4096 }).catch(() => {});
        return null;
      }
      return { value: await read(answer) };
    } catch (error) {
      if (error instanceof AddressRefusedError) throw new Refusal(403, 'Forbidden', error);
      if (error instanceof Refusal || outbound.signal.aborted || isLast || !isConnectionFault(error)) throw error;
      return null;
    } finally {
      await agent.destroy();
    }
  }
}

async function ask(outbound: Outbound | Inbound, dispatcher: Dispatcher): Promise<Received> {
  const { url, headers, signal } = outbound;
  if (outbound.method === 'GET') {
    const own = { headers: USER_AGENT, originHeaders: headers };
    return get(url, { dispatcher, signal, ...own, maxRedirects: MOST_REDIRECTS });
  }
  const { method } = outbound;
  const body = await outbound.body();
  const answer = await request(url, { dispatcher, method, signal, headers: { ...USER_AGENT, ...headers }, body });
  return { ...answer, status: answer.statusCode };
}

const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** Faults that another try may not have; an address that does not exist is none. */
const isConnectionFault = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ECONNRE|EPIPE|ETIMEDOUT|UND_ERR_(SOCKET|CONNECT|HEADERS))/.test(String(error.code));

/** Returns the address; null if it is none of the web. A user name and password in it are not used. */
export function webUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.username = '';
  url.password = '';
  return url;
}

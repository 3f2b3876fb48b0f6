import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import { type AddressGuard, createAddressGuard, parseAllowList } from '../../files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector } from '../../files/fetch/guarded-connector.ts';
import { Refusal } from './refusal.ts';

/** A request to an address that a client has named. */
export interface Outbound {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the body; called for each try. */
  readonly body?: () => Promise<Readable | Buffer>;
  readonly signal: AbortSignal;
}

/** Pauses before each further try, ms. */
const PAUSES: readonly number[] = [1000, 2000, 4000, 8000];
/** Timeout for the head of an answer, ms. */
const ANSWER_MS = 30_000;

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
   * @throws Refusal 403 for an address that nothing may connect to; the error of the connection
   */
  async send<Result>(outbound: Outbound, read: (answer: Dispatcher.ResponseData) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = PAUSES[attempt];
      const result = await this.#try(outbound, read, pause === undefined);
      if (result !== null) return result.value;
      await delay(pause, undefined, { signal: outbound.signal });
    }
  }

  /** Returns null if it should be tried again. */
  async #try<Result>(
    { url, method, headers, body, signal }: Outbound,
    read: (answer: Dispatcher.ResponseData) => Promise<Result>,
    isLast: boolean,
  ): Promise<{ readonly value: Result } | null> {
    const client = new Client(url.origin, {
      connect: guardedConnector({ guard: this.#guard, timeoutMs: ANSWER_MS }),
      allowH2: false,
      headersTimeout: ANSWER_MS,
    });
    try {
      const answer = await client.request({
        method,
        path: `${url.pathname}${url.search}`,
        headers,
        signal,
        ...(body !== undefined && { body: await body() }),
      });
      if (!isLast && isPassing(answer.statusCode)) {
        await answer.body.dump({ limit: 4096 }).catch(() => {});
        return null;
      }
      return { value: await read(answer) };
    } catch (error) {
      if (error instanceof AddressRefusedError) throw new Refusal(403, 'Forbidden', error);
      if (error instanceof Refusal || signal.aborted || isLast || !isConnectionFault(error)) throw error;
      return null;
    } finally {
      await client.destroy();
    }
  }
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

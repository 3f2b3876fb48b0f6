import { Client } from 'undici';
import type { AddressGuard } from '../../files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector } from '../../files/fetch/guarded-connector.ts';
import { retryAfterMs } from '../../files/fetch/retry-after.ts';
import { ALLOWED_BY } from './callback-url.ts';

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Checks the address of every connection. */
  readonly guard: AddressGuard;
  /** Timeout from the name lookup to the status of the answer, ms. */
  readonly timeoutMs: number;
}

/** Result of a POST; `reason` is for the log, `shown` for the client: it says nothing about the network here. */
export type PostOutcome =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'rejected'; readonly reason: string; readonly shown: string }
  /** `retryAfterMs`: pause that the receiver asks for. Null if it asks for none. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly shown?: string;
      readonly retryAfterMs?: number | null;
    };

/** Bytes of an answer's body that are read, so that a short one ends in order; its content is ignored. */
const ANSWER_BYTES = 4096;

/**
 * Sends one POST on a separate connection. 2xx acknowledges. 4xx is a permanent rejection, as is an address that must not be connected to.
 * Everything else has failed: 5xx, those of 4xx that ask for a retry, timeouts, errors of connection and TLS, and redirects, which are not
 * followed. Never throws.
 * @param url http or https; a user name and password in it are not sent (docs/interface.md, Webhooks 2)
 */
export async function post(url: URL, { headers, body, guard, timeoutMs }: Post): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const client = new Client(url.origin, {
    connect: guardedConnector({ guard, timeoutMs }),
    allowH2: false,
    // The signal limits the total time: a receiver that sends a byte now and then does not gain time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers,
      body,
      signal,
    });
    // After the status, the body does not matter.
    await answer.body.dump({ limit: ANSWER_BYTES, signal }).catch(() => {});
    return outcomeOf(answer.statusCode, String(answer.headers['retry-after'] ?? ''));
  } catch (error) {
    if (error instanceof AddressRefusedError) {
      return { kind: 'rejected', reason: error.message, shown: `its address is a private one; ${ALLOWED_BY}` };
    }
    if (signal.aborted) return { kind: 'failed', reason: `no answer within ${timeoutMs} ms` };
    return { kind: 'failed', reason: describe(error) };
  } finally {
    await client.destroy();
  }
}

/** Request Timeout, Too Early, Too Many Requests: they are no rejection of the callback itself. */
const ASK_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

function outcomeOf(status: number, retryAfter: string): PostOutcome {
  if (status >= 200 && status < 300) return { kind: 'acknowledged' };
  const reason = `HTTP ${status}`;
  const shown = `its receiver answered ${reason}`;
  if (status >= 400 && status < 500 && !ASK_AGAIN.has(status)) return { kind: 'rejected', reason, shown };
  return {
    kind: 'failed',
    reason,
    shown,
    retryAfterMs: status === 429 || status === 503 ? retryAfterMs(retryAfter) : null,
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${error.code}: ` : '';
  return `${code}${error.message}`;
}

import { Client } from 'undici';
import type { AddressGuard } from '../../files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector } from '../../files/fetch/guarded-connector.ts';
import { retryAfterMs } from '../../files/fetch/retry-after.ts';

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Asked about every connection. */
  readonly guard: AddressGuard;
  /** From the name lookup to the status of the answer, ms. */
  readonly timeoutMs: number;
}

/** How the receiver took it; `reason` is for the log. */
export type PostOutcome =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** `retryAfterMs`: how long the receiver asks to be left alone; null if it does not. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs?: number | null };

/** Of an answer's body so much is taken, so that a short one ends in order; nothing in it matters. Bytes. */
const ANSWER_BYTES = 4096;

/**
 * One POST on a connection of its own. 2xx acknowledges; 4xx is a rejection for good, as is an address that may not be connected
 * to; all else has failed: 5xx, those of 4xx that ask to try again, no answer in time, faults of connection and TLS, and redirects,
 * which are not followed.
 * Never throws.
 *
 * @param url http or https; a user name and password in it are not sent (docs/interface.md, Webhooks 2)
 */
export async function post(url: URL, { headers, body, guard, timeoutMs }: Post): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const client = new Client(url.origin, {
    connect: guardedConnector({ guard, timeoutMs }),
    // The signal counts all of it together: a receiver that sends a byte now and then does not gain time.
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
    // What becomes of the body after the status changes nothing.
    await answer.body.dump({ limit: ANSWER_BYTES, signal }).catch(() => {});
    return outcomeOf(answer.statusCode, String(answer.headers['retry-after'] ?? ''));
  } catch (error) {
    if (error instanceof AddressRefusedError) return { kind: 'rejected', reason: error.message };
    if (signal.aborted) return { kind: 'failed', reason: `no answer within ${timeoutMs} ms` };
    return { kind: 'failed', reason: describe(error) };
  } finally {
    await client.destroy();
  }
}

/** Request Timeout, Too Early, Too Many Requests: they say nothing against the callback itself. */
const ASK_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

function outcomeOf(status: number, retryAfter: string): PostOutcome {
  if (status >= 200 && status < 300) return { kind: 'acknowledged' };
  const reason = `HTTP ${status}`;
  if (status >= 400 && status < 500 && !ASK_AGAIN.has(status)) return { kind: 'rejected', reason };
  return { kind: 'failed', reason, retryAfterMs: status === 429 || status === 503 ? retryAfterMs(retryAfter) : null };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${error.code}: ` : '';
  return `${code}${error.message}`;
}

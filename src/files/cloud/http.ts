import { Readable, Transform } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { AddressGuard } from '../fetch/address-guard.ts';
import { type FetchedFile, fetchToFile } from '../fetch/fetch.ts';
import { DEFAULT_FETCH_LIMITS } from '../fetch/fetch-limits.ts';
import { guardedConnector } from '../fetch/guarded-connector.ts';
import { describeUrl, discard } from '../fetch/http-request.ts';
import type { CloudFetchOptions, CloudPutOptions } from './contract.ts';
import { type CloudSubject, downloadError, networkError } from './errors.ts';

/** How much of a response's body is read, bytes: tokens and errors are short. */
const ANSWER_BYTES = 64 * 1024;

/** The network access of one operation on a storage; all its requests share connections. */
export interface CloudSession {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  readonly idleMs: number;
}

export interface CloudRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream requires the header content-length. */
  readonly body?: string | Buffer | Readable;
}

export interface CloudAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
}

/** Calls `work` with connections that the guard checks, and closes them afterwards. */
export async function inSession<Result>(
  { guard, signal, idleMs }: { guard: AddressGuard; signal: AbortSignal; idleMs: number },
  work: (session: CloudSession) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const dispatcher = new Agent({
    connect: guardedConnector({ guard, timeoutMs: DEFAULT_FETCH_LIMITS.connectMs }),
    allowH2: false,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
  });
  try {
    return await work({ dispatcher, signal, idleMs });
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * Sends one request; redirects are not followed.
 * @throws CloudError for network errors; the signal's reason if it was aborted; any error of a streamed body
 */
export async function send(
  { method, url, headers = {}, body }: CloudRequest,
  { dispatcher, signal, idleMs }: CloudSession,
  subject: CloudSubject,
): Promise<CloudAnswer> {
  const stall = new AbortController();
  const sent = body instanceof Readable ? watched(body, idleMs, () => stall.abort(stalled())) : body;
  try {
    const answer = await request(url, {
      method,
      dispatcher,
      headers: { 'user-agent': 'convertd', ...headers },
      ...(sent !== undefined && { body: sent }),
      signal: AbortSignal.any([signal, stall.signal]),
    });
    return { status: answer.statusCode, text: await beginning(answer.body) };
  } catch (error) {
    signal.throwIfAborted();
    throw networkError(stall.signal.aborted ? stall.signal.reason : error, subject);
  }
}

/** Downloads by a link signed with a client's credentials, or with a token. Redirects are not followed. */
export async function download(
  link: { readonly url: URL; readonly authorization?: string },
  path: string,
  options: CloudFetchOptions,
  subject: CloudSubject,
): Promise<FetchedFile> {
  try {
    return await fetchToFile(link.url, path, {
      ...options,
      ...(link.authorization !== undefined && { authorization: link.authorization }),
      limits: { ...options.limits, redirects: 0 },
    });
  } catch (error) {
    throw downloadError(error, describeUrl(link.url), subject);
  }
}

/** Session options for the other requests of a download or a delivery. */
export const sessionOf = (options: CloudFetchOptions | CloudPutOptions) => ({
  guard: options.guard,
  signal: options.signal,
  idleMs: 'idleMs' in options ? options.idleMs : (options.limits?.idleMs ?? DEFAULT_FETCH_LIMITS.idleMs),
});

/** Returns the stream, watched: `onStall` is called if the receiver takes no byte for `idleMs`. */
function watched(source: Readable, idleMs: number, onStall: () => void): Readable {
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(onStall, idleMs).unref();
  };
  const through = new Transform({
    transform(chunk, _encoding, done) {
      restart();
      done(null, chunk);
    },
    flush(done) {
      clearTimeout(timer);
      done();
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  restart();
  source.once('error', (error) => through.destroy(error));
  through.once('close', () => source.destroy());
  return source.pipe(through);
}

const stalled = (): Error => Object.assign(new Error('the storage accepts no more bytes'), { code: 'ETIMEDOUT' });

async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= ANSWER_BYTES) break;
    }
  } finally {
    discard(body);
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
}

import { errors } from 'undici';
import { ConversionError } from '../../task/errors.ts';
import { AddressRefusedError } from './guarded-connector.ts';
import { type HttpResponse, header } from './http-request.ts';
import { retryAfterMs } from './retry-after.ts';

/** Why an attempt to download failed: the error for the user if it is the last, and whether another may succeed. */
export interface FetchFailure {
  readonly error: ConversionError;
  readonly retry: boolean;
  /** Pause that the server asks for, milliseconds. */
  readonly retryAfterMs: number | null;
}

/** An error of one attempt that may not occur in another. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly failure: FetchFailure;

  constructor(error: ConversionError, retryAfterMs: number | null = null) {
    super(error.message, { cause: error });
    this.failure = { error, retry: true, retryAfterMs };
  }
}

const TIMEOUTS = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'could not be reached in time'],
  ['ETIMEDOUT', 'could not be reached in time'],
  ['UND_ERR_HEADERS_TIMEOUT', 'did not answer in time'],
  ['UND_ERR_BODY_TIMEOUT', 'stopped sending'],
]);

const CONNECTION_FAULTS = new Map([
  ['ECONNREFUSED', 'refused the connection'],
  ['ECONNRESET', 'cut the connection'],
  ['EPIPE', 'cut the connection'],
  ['UND_ERR_SOCKET', 'cut the connection'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut the connection'],
  ['EHOSTUNREACH', 'cannot be reached'],
  ['ENETUNREACH', 'cannot be reached'],
  ['EAI_AGAIN', 'has a name that could not be looked up just now'],
]);

const TLS_FAULT = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$)/;

/** Calls whose system errors, with any other code, come from the network. */
const NETWORK_CALLS: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo', 'read']);

/** Error codes of Node's gzip, brotli and zstd decoders. */
const DECODER_FAULT = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ZSTD_|ERR_ZSTD)/;

/**
 * Decides how to handle anything that an attempt threw. Rethrows unknown errors: they are our defects.
 * @param source the URL as messages may show it
 */
export function classifyFailure(thrown: unknown, source: string): FetchFailure {
  if (thrown instanceof AttemptError) return thrown.failure;
  if (thrown instanceof ConversionError) return { error: thrown, retry: false, retryAfterMs: null };
  if (!(thrown instanceof Error)) throw thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const init = { log: `${code} ${thrown.message}`, cause: thrown };
  const failed = (message: string, retry: boolean): FetchFailure => ({
    error: new ConversionError('input_download_failed', message, { ...init, final: !retry }),
    retry,
    retryAfterMs: null,
  });

  if (thrown instanceof AddressRefusedError) {
    const message = `${source} leads to a private or reserved network address, from which inputs are not fetched. An operator can allow it.`;
    return { error: new ConversionError('input_address_refused', message, init), retry: false, retryAfterMs: null };
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const error = new ConversionError('disk_full', `There is no space left to store the input from ${source}.`, init);
    return { error, retry: false, retryAfterMs: null };
  }
  const timeout = TIMEOUTS.get(code);
  if (timeout !== undefined) {
    const error = new ConversionError('input_download_timeout', `The server of ${source} ${timeout}.`, init);
    return { error, retry: true, retryAfterMs: null };
  }
  const fault = CONNECTION_FAULTS.get(code);
  if (fault !== undefined) return failed(`The server of ${source} ${fault}.`, true);
  if (code === 'ENOTFOUND') return failed(`The host of ${source} does not exist.`, false);
  if (TLS_FAULT.test(code)) return failed(`The https certificate or encryption of ${source} is not acceptable.`, false);
  if (thrown instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW' || code.startsWith('HPE_')) {
    return failed(`The server of ${source} did not answer in valid HTTP.`, false);
  }
  if (DECODER_FAULT.test(code)) return failed(`The compressed answer of ${source} is damaged or incomplete.`, true);
  if ('syscall' in thrown && NETWORK_CALLS.has(thrown.syscall)) return failed(`${source} cannot be reached.`, true);
  throw thrown;
}

/** Statuses that are retried: RFC 9110 15.5.9, RFC 8470 5.2, RFC 6585 4, and every 5xx. */
const RETRIED_STATUSES = new Set([408, 425, 429]);

/** Returns the error for a status without a file. */
export function statusError(
  response: Pick<HttpResponse, 'status' | 'headers'>,
  source: string,
): AttemptError | ConversionError {
  const { status } = response;
  const details = { status };
  if (status === 404 || status === 410) {
    return new ConversionError('input_not_found', `${source} does not exist (HTTP ${status}).`, { details });
  }
  if (status >= 500 || RETRIED_STATUSES.has(status)) {
    const message = `The server of ${source} cannot deliver it now (HTTP ${status}).`;
    const error = new ConversionError('input_download_failed', message, { details });
    return new AttemptError(error, retryAfterMs(header(response, 'retry-after')));
  }
  if (status >= 400) {
    const hint = status === 401 || status === 403 ? ' Check that the link is complete and has not expired.' : '';
    const message = `The server of ${source} refuses the download (HTTP ${status}).${hint}`;
    return new ConversionError('input_download_rejected', message, { details });
  }
  return new ConversionError(
    'input_download_failed',
    `The server of ${source} answers without a file (HTTP ${status}).`,
    // 202: the file is still being made.
    { details, final: status !== 202 },
  );
}

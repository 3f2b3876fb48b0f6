import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, request } from 'undici';
import { ConversionError } from '../../task/errors.ts';
import { pluralize } from '../../util/pluralize.ts';
import { percentDecode } from '../filename.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Dispatcher.ResponseData['body'];
  /** Target of the last redirect, without its user name and password. */
  readonly url: URL;
}

export interface HttpRequest {
  readonly dispatcher: Dispatcher;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxRedirects: number;
  /** Sent only to the origin of the URL, instead of its user name and password. */
  readonly authorization?: string;
  /** Sent only to the origin of the URL: they may hold secrets. */
  readonly originHeaders?: Readonly<Record<string, string>>;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Sends one GET and follows redirects. Each hop is a new connection or one to a host already checked, so the dispatcher's address guard
 * sees them all. A user name and password in a URL become Basic credentials for that origin alone; a redirect to another origin drops them
 * permanently. A redirect from https to http is refused, because the user asked for an encrypted transfer.
 * @throws ConversionError if a redirect cannot be followed; the dispatcher's errors unchanged
 */
export async function get(start: URL, { maxRedirects, ...options }: HttpRequest): Promise<HttpResponse> {
  const { url: origin, authorization: basic } = splitCredentials(start);
  let url = origin;
  let authorization = options.authorization ?? basic;
  let { originHeaders = {} } = options;
  const asked = new Set<string>();
  for (let hop = 0; hop <= maxRedirects; hop++) {
    // Without cookies, the same request gets the same response.
    const question = `${authorization} ${url.href}`;
    if (asked.has(question)) throw refusedRedirect(`${describeUrl(start)} redirects in a loop, so there is no file.`);
    asked.add(question);
    const { statusCode, headers, body } = await request(url, {
      dispatcher: options.dispatcher,
      signal: options.signal,
      headers: { ...options.headers, ...originHeaders, ...(authorization && { authorization }) },
    });
    if (!REDIRECTS.has(statusCode)) return { status: statusCode, headers, body, url };

    discard(body);
    const target = splitCredentials(redirectTarget(headers.location, url));
    if (target.url.origin !== url.origin) [authorization, originHeaders] = [null, {}];
    authorization = target.authorization ?? authorization;
    url = target.url;
  }
  throw refusedRedirect(
    `${describeUrl(start)} redirects more than ${pluralize(maxRedirects, 'time')}. Give the address of the file itself.`,
    { max_redirects: maxRedirects },
  );
}

/** Returns a header's value; several of the same name are joined as RFC 9110 5.3 allows. */
export function header(response: Pick<HttpResponse, 'headers'>, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Discards a body unread. Its connection is closed rather than drained, because the rest may be endless. */
export function discard(body: HttpResponse['body']): void {
  body.on('error', () => undefined).destroy();
}

/** Returns a URL for messages: without user name, password and query (signed URLs have their secret there). */
export function describeUrl(url: URL): string {
  const text = `${url.protocol}//${url.host}${url.pathname}`;
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function redirectTarget(location: string | string[] | undefined, from: URL): URL {
  const value = typeof location === 'string' ? location : location?.[0];
  if (value === undefined || !URL.canParse(value, from.href)) {
    throw refusedRedirect(`${describeUrl(from)} redirects without a readable address.`);
  }
  const target = new URL(value, from);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw refused(
      `${describeUrl(from)} redirects to a "${target.protocol}" address; only https and http are followed.`,
    );
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw refused(
      `${describeUrl(from)} redirects from https to http, which is not encrypted. Give the http address itself.`,
    );
  }
  return target;
}

function refusedRedirect(message: string, details: Record<string, unknown> = {}): ConversionError {
  return new ConversionError('input_redirect_refused', message, { details });
}

function refused(message: string): ConversionError {
  return new ConversionError('input_address_refused', message);
}

function splitCredentials(source: URL): { url: URL; authorization: string | null } {
  const url = new URL(source);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  if (username === '' && password === '') return { url, authorization: null };
  const pair = `${percentDecode(username)}:${percentDecode(password)}`;
  return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

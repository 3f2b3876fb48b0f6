import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { ProxyAccess } from '../job.ts';

/** Identity for requesting a page's files: like its browser, through the same proxy. */
export interface Asker {
  readonly proxy: ProxyAccess & { readonly port: number };
  readonly userAgent: string;
  /** Address of the page. */
  readonly referrer: string;
  /** Further headers for an address, which are not sent after a redirect. */
  readonly headers: (address: string) => Readonly<Record<string, string>>;
  /** The browser's cookies for an address. */
  readonly cookies: (url: string) => Promise<readonly { readonly name: string; readonly value: string }[]>;
}

/** Limits of all files together. */
export interface DownloadLimits {
  readonly bytes: number;
  readonly files: number;
  readonly milliseconds: number;
}

/** Returns the path for the file of an address. `type`: without parameters, `font/woff2`. */
export type PathOf = (address: string, type: string) => string;

/** Simultaneous connections. */
const CONNECTIONS = 4;

const REDIRECTS = 5;

/**
 * Fetches http and https addresses into files, in order, within the limits. Leaves out errors, pages, refused connections and files beyond
 * the limits.
 * @returns the path of each fetched address
 */
export async function downloadAll(
  addresses: readonly string[],
  pathOf: PathOf,
  asker: Asker,
  limits: DownloadLimits,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (addresses.length === 0) return found;
  const { port, username, password } = asker.proxy;
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  // Few jobs need it, and every browser's start would wait for it.
  const { ProxyAgent } = await import('undici');
  const agent = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, token });
  const budget = { bytes: limits.bytes, signal: AbortSignal.timeout(limits.milliseconds) };
  const queue = addresses.slice(0, limits.files).values();
  const takeNext = async () => {
    for (const address of queue) {
      const path = await download(address, pathOf, { asker, agent, budget }).catch(() => null);
      if (path !== null) found.set(address, path);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, takeNext));
    return found;
  } finally {
    await agent.destroy();
  }
}

interface Way {
  readonly asker: Asker;
  readonly agent: Dispatcher;
  /** Remaining budget. */
  readonly budget: { bytes: number; readonly signal: AbortSignal };
}

/** Returns the path of the file; null if there is none. May also reject, and then leaves nothing behind. */
async function download(address: string, pathOf: PathOf, way: Way): Promise<string | null> {
  const answer = await ask(address, way);
  if (answer === null) return null;
  const { headers, body } = answer;
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  const isPage = /^\s*(?:text\/html|application\/xhtml\+xml)\s*$/i.test(type);
  // None was requested.
  const isEncoded = !/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''));
  if (isPage || isEncoded || Number(headers['content-length'] ?? 0) > way.budget.bytes) {
    discard(body);
    return null;
  }
  const path = pathOf(address, type.trim().toLowerCase());
  await write(body, path, way.budget);
  return path;
}

/** Returns the answer after redirects; null if it is not a success. */
async function ask(address: string, { asker, agent, budget }: Way): Promise<Dispatcher.ResponseData | null> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= REDIRECTS; redirects += 1) {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: await headersFor(url, redirects > 0, asker),
      signal: budget.signal,
    });
    if (answer.statusCode === 200) return answer;
    discard(answer.body);
    const { location } = answer.headers;
    const next = typeof location === 'string' && answer.statusCode < 400 ? URL.parse(location, url.href) : null;
    if (next === null || !/^https?:$/.test(next.protocol)) return null;
    url = next;
  }
  return null;
}

/** Discards an answer that is not read, which undici reports as its error. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {}).destroy();
}

async function headersFor(
  url: URL,
  redirected: boolean,
  { cookies: cookiesFor, userAgent, referrer, headers }: Asker,
): Promise<Record<string, string>> {
  const cookies = await cookiesFor(url.href);
  const page = new URL(referrer);
  return {
    'user-agent': userAgent,
    accept: '*/*',
    // The referrer that browsers send to other origins (strict-origin-when-cross-origin).
    ...(page.origin !== 'null' && { referer: url.origin === page.origin ? page.href : `${page.origin}/` }),
    ...(cookies.length > 0 && { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
    ...(!redirected && headers(url.href)),
  };
}

/** Subtracts the written bytes from the budget. Rejects if that is exceeded, and then leaves nothing behind. */
async function write(body: Dispatcher.ResponseData['body'], path: string, budget: Way['budget']): Promise<void> {
  let taken = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      taken += chunk.length;
      budget.bytes -= chunk.length;
      done(budget.bytes < 0 ? new Error('more than the copy of a page may have') : null, chunk);
    },
  });
  try {
    await pipeline(body, count, createWriteStream(path, { flags: 'wx' }), { signal: budget.signal });
  } catch (error) {
    budget.bytes += taken;
    await rm(path, { force: true });
    throw error;
  }
}

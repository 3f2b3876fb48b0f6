// Handles a page's requests before they leave the browser. This is about content: access is controlled by the proxy, or by the missing
// network.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { contentTypeOf } from './content-type.ts';
import { type PageHeader, SITE_ORIGIN } from './job.ts';

/** File that browsers request on their own. */
const UNASKED = 'favicon.ico';

/**
 * Answers requests to the origin of the task's files. Paths of missing files are added to `absent`.
 * @param files path on the origin, without its leading slash, to name in the folder
 */
export async function serveFiles(
  context: BrowserContext,
  files: Readonly<Record<string, string>>,
  folder: string,
  absent: Set<string>,
): Promise<void> {
  await context.route(`${SITE_ORIGIN}/**`, async (route) => {
    const path = pathOf(route.request().url());
    const name = path !== null && Object.hasOwn(files, path) ? files[path] : undefined;
    if (name === undefined) {
      if (path !== null && path !== UNASKED) absent.add(path);
      await route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
    } else {
      const body = await readFile(join(folder, name));
      await route.fulfill({ status: 200, contentType: contentTypeOf(path ?? '', body), body });
    }
  });
}

function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).slice(1);
  } catch {
    return null;
  }
}

/** Refuses what the sandbox would refuse anyway, because the host is visible here: it is added to `refused`. */
export async function refuseNetwork(context: BrowserContext, refused: Set<string>): Promise<void> {
  await context.route(
    ({ origin, protocol }) => origin !== SITE_ORIGIN && protocol !== 'data:' && protocol !== 'blob:',
    async (route) => {
      const { hostname, protocol } = new URL(route.request().url());
      refused.add(hostname || protocol);
      await route.abort('blockedbyclient');
    },
  );
}

/** Returns the headers of a request to an address, names in lower case. */
export type HeadersFor = (address: string) => Readonly<Record<string, string>>;

/**
 * Returns what decides which requests get which headers: those with a scope if it matches the address, others for the origin of the page.
 * Other origins do not get them: they may contain a password. An uploaded page has no origin, so all addresses get them.
 */
export function headersFor(headers: readonly PageHeader[], page: string): HeadersFor {
  const own = new URL(page).origin;
  const scoped = headers.map(({ name, value, scope }) => ({
    name: name.toLowerCase(),
    value,
    scope: scope === null ? null : new RegExp(scope),
  }));
  return (address) => {
    const { origin, protocol } = new URL(address);
    if (origin === SITE_ORIGIN || !/^https?:$/.test(protocol)) return {};
    const isOwn = own === SITE_ORIGIN || origin === own;
    const applying = scoped.filter(({ scope }) => (scope === null ? isOwn : scope.test(address)));
    return Object.fromEntries(applying.map(({ name, value }) => [name, value]));
  };
}

/** Adds headers to the requests of a context. */
export async function addHeaders(context: BrowserContext, headers: HeadersFor): Promise<void> {
  await context.route(
    ({ href }) => Object.keys(headers(href)).length > 0,
    async (route) => {
      const request = route.request();
      await route.fallback({ headers: { ...request.headers(), ...headers(request.url()) } });
    },
  );
}

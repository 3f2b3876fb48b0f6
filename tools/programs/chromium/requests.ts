// Handles a page's requests before they leave the browser. This is about content: access is controlled by the proxy, or by the missing
// network.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { contentTypeOf } from './content-type.ts';
import { SITE_ORIGIN } from './job.ts';

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

/** Adds headers to requests to the page's origin. Other origins do not get them: they may contain a password. */
export async function addHeaders(
  context: BrowserContext,
  headers: Readonly<Record<string, string>>,
  url: string,
): Promise<void> {
  if (Object.keys(headers).length === 0) return;
  const { origin } = new URL(url);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  await context.route(
    (requested) => requested.origin === origin,
    async (route) => route.fallback({ headers: { ...route.request().headers(), ...lower } }),
  );
}

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard, parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import { EgressProxy } from '../../../../tools/programs/chromium/egress/proxy.ts';
import { type DownloadLimits, downloadAll } from '../../../../tools/programs/chromium/site/download.ts';
import { patience } from '../../../support/slowness.ts';
import { newFolder, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();
const site = useSite(() => ({
  '/100': (_, response) => {
    // Without a length, the size shows only after the download.
    response.writeHead(200, { 'content-type': 'font/ttf' }).write('x'.repeat(60));
    setTimeout(() => response.end('x'.repeat(40)), 50);
  },
  '/radio': (request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('x');
    const timer = setInterval(() => response.write('x'), 50);
    request.on('close', () => clearInterval(timer));
  },
  '/circle': (_, response) => {
    response.writeHead(302, { location: '/circle' }).end();
  },
}));

let proxy: EgressProxy;
beforeAll(async () => {
  proxy = await EgressProxy.start();
});
afterAll(() => proxy.close());

/** Downloads the paths. @returns the results and the content of the folder */
async function take(paths: readonly string[], limits: Partial<DownloadLimits>, allow = site.host) {
  const folder = await newFolder();
  const session = proxy.openSession({ guard: createAddressGuard(parseAllowList(allow)) });
  const asker = {
    proxy: { ...session.access, port: proxy.port },
    userAgent: 'Tester/1',
    referrer: site.url('/'),
    headers: () => ({}),
    cookies: async () => [],
  };
  const pathOf = (address: string) => join(folder, basename(address));
  const all = { bytes: 10_000, files: 10, milliseconds: patience(5000), ...limits };
  try {
    const found = await downloadAll(
      paths.map((path) => site.url(path)),
      pathOf,
      asker,
      all,
    );
    const files = await readdir(folder);
    for (const path of found.values()) expect((await readFile(path)).length).toBeGreaterThan(0);
    return [[...found.keys()].map((address) => new URL(address).pathname), files];
  } finally {
    await proxy.endSession(session);
  }
}

describe('what a page names beside what the browser saves', () => {
  it('comes within the limits', async () => {
    expect(await take(['/100', '/missing', '/circle'], {})).toEqual([['/100'], ['100']]);
  });

  it.each<[string, readonly string[], Partial<DownloadLimits>]>([
    ['of bytes', ['/100'], { bytes: 99 }],
    ['of files', ['/missing', '/100'], { files: 1 }],
    ['of time', ['/radio'], { milliseconds: 300 }],
  ])('and leaves nothing beyond those %s', async (_, paths, limits) => {
    expect(await take(paths, limits)).toEqual([[], []]);
  });

  it('comes from no private address', async () => {
    expect(await take(['/100'], {}, '')).toEqual([[], []]);
  });
});

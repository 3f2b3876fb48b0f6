import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import type { Resolver } from '../../../../src/files/fetch/guarded-connector.ts';
import {
  DEFAULT_CHECKS,
  DEFAULT_PICTURE,
  DEFAULT_VIEW,
  DEFAULT_WAIT,
} from '../../../../tools/programs/chromium/defaults.ts';
import { renderPage } from '../../../../tools/programs/chromium/render.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { patience } from '../../../support/slowness.ts';
import { usePlainBrowser, withPlainPage } from './plain-browser.ts';
import { dataUrl, newFolder, onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();
usePlainBrowser();

/** A server that no page may reach, on another port of this machine. */
const secret = { port: 0, requests: [] as string[], datagrams: 0 };
const datagrams = createSocket('udp4', () => {
  secret.datagrams += 1;
});
const server = createServer(({ url = '' }, response) => {
  secret.requests.push(url);
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('the secret');
});
server.on('upgrade', ({ url = '' }, socket) => {
  secret.requests.push(url);
  socket.end();
});
beforeAll(async () => {
  // 127.0.0.2 is for the test of a name that changes its address.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  secret.port = (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  datagrams.close();
});

const there = (path: string, scheme = 'http') => `${scheme}://127.0.0.1:${secret.port}${path}`;
const html = (body: string) => `<!doctype html><meta charset=utf-8>${body}<p>end of page`;
const endWait = { wait_until: 'network_idle', delay: 300 };

/** Path of a request to a page that sends it. */
const ATTACKS: Readonly<Record<string, () => string>> = {
  '/img': () => `<img src="${there('/img')}">`,
  '/frame': () => `<iframe src="${there('/frame')}"></iframe>`,
  '/style': () => `<link rel=stylesheet href="${there('/style')}">`,
  '/fetch': () => `<script>fetch("${there('/fetch')}")</script>`,
  '/beacon': () => `<script>navigator.sendBeacon("${there('/beacon')}")</script>`,
  '/socket': () => `<script>new WebSocket("${there('/socket', 'ws')}")</script>`,
  '/moved-image': () => '<img src="/to-moved-image">',
  '/prefetch': () => `<link rel=prefetch href="${there('/prefetch')}"><link rel=preconnect href="${there('')}">`,
  '/form': () =>
    `<form method=post action="${there('/form')}" target=f></form><iframe name=f></iframe><script>document.forms[0].submit()</script>`,
};

const site = useSite(() => ({
  '/attacks': html(
    Object.values(ATTACKS)
      .map((attack) => attack())
      .join(''),
  ),
  '/to-moved-image': (_, response) => {
    response.writeHead(302, { location: there('/moved-image') }).end();
  },
  '/moved': (_, response) => {
    response.writeHead(302, { location: there('/moved') }).end();
  },
  '/metadata': html('<img src="http://169.254.169.254/latest/meta-data/"><img src="http://[fd00:ec2::254]/">'),
  '/stun': html(
    `<script>const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:" + location.hash.slice(1) }] });
     c.createDataChannel("x"); c.createOffer().then((offer) => c.setLocalDescription(offer))</script>`,
  ),
  '/to-file': (_, response) => {
    response.writeHead(302, { location: 'file:///etc/hostname' }).end();
  },
}));

const ask = (path: string, options: object = {}) => ({
  conversion: { category: 'document', target: 'pdf' },
  input: [
    {
      source: site.url(path),
      engine: 'screenshot_pdf',
      options: { load_timeout: Math.min(120, Math.ceil(patience(10))), ...options },
    },
  ],
});

describe('what is on private addresses', () => {
  it('is reached in no way, and where it is allowed, in every way', async () => {
    const reached = () => Object.keys(ATTACKS).filter((path) => secret.requests.includes(path));
    const refused = await run(ask('/attacks', endWait), { allow: site.host });
    expect(await pdfText(onlyFile(refused))).toContain('end of page');
    expect(reached()).toEqual([]);
    expect(refused.report.warnings).toMatchObject([{ code: 'resource_refused', details: { hosts: ['127.0.0.1'] } }]);
    const allowed = await run(ask('/attacks', endWait), { allow: '127.0.0.1' });
    expect(reached()).toEqual(Object.keys(ATTACKS));
    expect(allowed.codes).toEqual([]);
  });

  it('is not reached by a redirect of the page itself', { tags: ['detail'] }, async () => {
    const { report } = await run(ask('/moved'), { allow: site.host });
    expect(report.errors).toMatchObject([{ code: 'input_address_refused', source: 'input' }]);
    expect(secret.requests).not.toContain('/moved');
    expect(await pdfText(onlyFile(await run(ask('/moved'), { allow: '127.0.0.1' })))).toContain('the secret');
  });

  it('nor are the addresses of metadata services, which are named without what was asked there', {
    tags: ['detail'],
  }, async () => {
    const { report } = await run(ask('/metadata'), { allow: site.host });
    const [warning] = report.warnings;
    expect(warning).toMatchObject({
      code: 'resource_refused',
      details: { hosts: expect.arrayContaining(['169.254.169.254']) },
    });
    expect(JSON.stringify(warning)).not.toContain('meta-data');
    expect(secret.requests).not.toContain('/latest/meta-data/');
    // Simulates a machine with such a service: the address leads to a server.
    const mapped = `MAP 169.254.169.254 127.0.0.1:${secret.port}`;
    await withPlainPage((page) => page.goto(site.url('/metadata')), [`--host-resolver-rules=${mapped}`]);
    expect(secret.requests).toContain('/latest/meta-data/');
  });

  it.each(['http://169.254.169.254/latest/', 'http://127.0.0.1:9/', 'http://[::1]:8080/', 'http://0x7f.1/'])(
    'nor is the page itself at %s',
    { tags: ['detail'] },
    async (source) => {
      const { report } = await run({ ...ask('/'), input: [{ source, engine: 'screenshot' }] });
      expect(report.errors[0]?.code).toBe('input_address_refused');
    },
  );

  it('nor by a name that has another address the second time', { tags: ['detail'] }, async () => {
    const changing = (addresses: readonly string[]): Resolver => {
      let asked = 0;
      return (_, __, callback) => {
        const address = addresses[Math.min(asked++, addresses.length - 1)] ?? '';
        callback(null, [{ address, family: 4 } satisfies LookupAddress]);
      };
    };
    const look = async (path: string, addresses: readonly string[]) => {
      const body = html(`<script>fetch("http://changing.test:${secret.port}${path}", { mode: "no-cors" })</script>`);
      const folder = await newFolder();
      const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body));
      await new Promise<void>((resolve) => page.listen(0, '127.0.0.2', resolve));
      const { port } = page.address() as AddressInfo;
      const { context, codes } = engineTask({ workFolder: folder, readable: [], signal: new AbortController().signal });
      try {
        await renderPage(
          {
            subject: { url: `http://changing.test:${port}/` },
            view: { ...DEFAULT_VIEW, width: 800, height: 600 },
            wait: { ...DEFAULT_WAIT, loadMs: patience(10_000), until: 'network_idle', delayMs: 200 },
            checks: DEFAULT_CHECKS,
            output: { kind: 'png', ...DEFAULT_PICTURE, fullPage: false },
          },
          { ...context, allowedAddresses: parseAllowList('127.0.0.2') },
          { resolve: changing(addresses) },
        );
      } finally {
        page.close();
      }
      return codes;
    };
    expect(await look('/rebound', ['127.0.0.2', '127.0.0.1'])).toEqual(['resource_refused']);
    expect(secret.requests).not.toContain('/rebound');
    expect(await look('/same', ['127.0.0.2'])).toEqual([]);
    expect(secret.requests).toContain('/same');
  });

  it('nor by WebRTC, whose datagrams go around every proxy', { tags: ['detail'] }, async () => {
    const path = `/stun#${datagrams.address().port}`;
    await run(ask(path, { delay: 1500 }), { allow: '127.0.0.1' });
    expect(secret.datagrams).toBe(0);
    await withPlainPage(async (page) => {
      await page.goto(site.url(path));
      await expect.poll(() => secret.datagrams).toBeGreaterThan(0);
    });
  });
});

describe('what is on this machine', () => {
  it('is not where a page of the web may lead', { tags: ['detail'] }, async () => {
    const { report } = await run(ask('/to-file'), { allow: site.host });
    expect(report.errors).toMatchObject([{ code: 'input_address_refused', source: 'input' }]);
  });

  it('is not read by an uploaded page, with and without a network', async () => {
    const folder = await newFolder();
    const file = join(folder, 'secret.txt');
    await writeFile(file, 'the secret');
    const page = html(`<iframe src="file://${file}"></iframe><object data="file://${file}"></object>`);
    for (const allow_network of [false, true]) {
      const made = await run({
        conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', allow_network } },
        input: [{ source: dataUrl(page), filename: 'page.html' }],
      });
      const text = await pdfText(onlyFile(made));
      expect([text.includes('end of page'), text.includes('the secret')]).toEqual([true, false]);
    }
    const path = join(folder, 'page.html');
    await writeFile(path, page);
    const shown = await withPlainPage(async (plain) => {
      await plain.goto(`file://${path}`);
      return plain.frames()[1]?.locator('body').innerText();
    });
    expect(shown).toBe('the secret');
  });
});

describe('the network of an uploaded page', { tags: ['detail'] }, () => {
  it('is off unless it is asked for, and then ends at the address guard', async () => {
    const convert = (path: string, options: object, allow: string) =>
      run(
        {
          conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', ...endWait, ...options } },
          input: [
            {
              source: dataUrl(html(`<img src="${there(path)}"><script>new WebSocket("${there(path, 'ws')}")</script>`)),
              filename: 'a.html',
            },
          ],
        },
        { allow },
      );
    expect((await convert('/upload', {}, '127.0.0.1')).report.warnings).toMatchObject([
      { code: 'resource_refused', message: expect.stringContaining('allow_network') },
    ]);
    expect((await convert('/upload', { allow_network: true }, '')).codes).toEqual(['resource_refused']);
    expect(secret.requests).not.toContain('/upload');
    expect((await convert('/upload', { allow_network: true }, '127.0.0.1')).codes).toEqual([]);
    expect(secret.requests).toContain('/upload');
  });
});

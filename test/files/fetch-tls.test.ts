import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAddressGuard, parseAllowList } from '../../src/files/fetch/address-guard.ts';
import { fetchToFile } from '../../src/files/fetch/fetch.ts';
import { serve, serveTls } from './helpers/server.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const trusted = getCACertificates('default');
let tls = { key: '', cert: '' };

beforeEach(async () => {
  const folder = await tempFolder();
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const names = ['-subj', '/CN=convertd test', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:files.example'];
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...self, ...names], { stdio: 'ignore' });
  tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
});
afterEach(() => setDefaultCACertificates(trusted));

const trust = (): void => setDefaultCACertificates([...trusted, tls.cert]);

async function download(url: string, allow = '127.0.0.1'): Promise<string> {
  const path = join(await tempFolder(), 'download');
  await fetchToFile(new URL(url), path, {
    guard: createAddressGuard(parseAllowList(allow)),
    signal: new AbortController().signal,
    resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  return readFile(path, 'utf8');
}

test('https works where the certificate is trusted, also by name', async () => {
  const server = await serveTls((_, response) => response.end('secret'), tls);
  trust();
  expect(await download(server.url)).toBe('secret');
  expect(await download(`https://files.example:${server.port}/`)).toBe('secret');
});

test('a certificate that is not trusted, or of another name, is refused', async () => {
  const server = await serveTls((_, response) => response.end('secret'), tls);
  const message = expect.stringContaining('certificate');
  await expect(download(server.url)).rejects.toMatchObject({ code: 'input_download_failed', message });
  trust();
  const wrongName = `https://other.example:${server.port}/`;
  await expect(download(wrongName)).rejects.toMatchObject({ code: 'input_download_failed', message });
  expect(server.requests.length).toBe(0);
});

test('the guard keeps even the handshake away', async () => {
  let handshakes = 0;
  const server = await serveTls((_, response) => response.end('secret'), tls);
  server.onConnection(() => handshakes++);
  trust();
  await expect(download(server.url, '')).rejects.toMatchObject({ code: 'input_address_refused' });
  expect(handshakes).toBe(0);
  await download(server.url);
  expect(handshakes).toBe(1);
});

test('http may redirect to https, but not https to http', async () => {
  trust();
  const secure = await serveTls((_, response) => response.end('secret'), tls);
  const plain = await serve((_, response) => response.writeHead(302, { location: secure.url }).end());
  expect(await download(plain.url)).toBe('secret');
  const open = await serve((_, response) => response.end('for all to read'));
  const downgrade = await serveTls((_, response) => response.writeHead(302, { location: open.url }).end(), tls);
  await expect(download(downgrade.url)).rejects.toMatchObject({ code: 'input_address_refused' });
  expect(open.requests.length).toBe(0);
  expect(await download(open.url)).toBe('for all to read');
});

test('plain HTTP behind https is refused', async () => {
  const server = await serve((_, response) => response.end('x'));
  const url = server.url.replace('http:', 'https:');
  await expect(download(url)).rejects.toMatchObject({ code: 'input_download_failed' });
});

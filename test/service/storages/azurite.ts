import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { freePort } from '../../support/free-port.ts';
import { patience } from '../../support/slowness.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import type { TestStorage } from './storage.ts';

/*
 * Microsoft's emulator of Azure Blob Storage. Its 290 packages are not dependencies of the project: they are fetched from the registry
 * at the first use. AZURITE names the main.js of the blob service of an existing installation.
 */
const PACKAGE = 'azurite@3.37.0';
const START_MS = patience(180_000);

const VERSION = '2021-12-02';
const CONTAINER = 'files';

export async function azuriteStorage(): Promise<TestStorage> {
  const port = await freePort();
  const account = 'convertdtest';
  const key = randomBytes(64).toString('base64');
  const flags = ['--silent', '--inMemoryPersistence', '--disableTelemetry', '--blobHost', '127.0.0.1'];
  const args = [...flags, '--blobPort', String(port)];
  // A separate process group, because npm starts a shell, which starts the emulator. Their cache would stay in the temporary folder.
  const env = { AZURITE_ACCOUNTS: `${account}:${key}`, NODE_DISABLE_COMPILE_CACHE: '1' };
  const options = { env, reject: false, stdio: 'ignore', detached: true } as const;
  const { AZURITE } = process.env;
  const child =
    AZURITE === undefined
      ? execa('npm', ['exec', '--yes', `--package=${PACKAGE}`, '--', 'azurite-blob', ...args], options)
      : execa(process.execPath, [AZURITE, ...args], options);
  const ask = (method: string, path: string, query: Record<string, string> = {}, body?: Buffer<ArrayBuffer>) => {
    const url = new URL(`http://127.0.0.1:${port}/${account}/${path}`);
    url.search = new URLSearchParams({ ...query, ...accountSignature(account, key) }).toString();
    const headers = { 'x-ms-version': VERSION, 'x-ms-blob-type': 'BlockBlob' };
    return fetch(url, { method, headers, ...(body !== undefined && { body }) });
  };
  const asked = (path: string) => `${CONTAINER}/${path.split('/').map(encodeURIComponent).join('/')}`;
  for (const since = Date.now(); ; await sleep(200)) {
    const answer = await ask('PUT', CONTAINER, { restype: 'container' }).catch(() => null);
    if (answer?.status === 201) break;
    if (answer !== null || Date.now() - since > START_MS) throw new Error(`Azurite does not start: ${answer?.status}`);
  }
  const proxy = await startProxy(port);
  const host = `http://127.0.0.1:${proxy.port}/${account}`;
  const credentials = { accountname: account, accountkey: key };
  return {
    type: 'azure',
    describe: (file) => ({ parameters: { container: CONTAINER, file, host }, credentials }),
    withWrongCredentials: (file) => ({
      parameters: { container: CONTAINER, file, host },
      credentials: { ...credentials, accountkey: randomBytes(64).toString('base64') },
    }),
    elsewhere: (file) => ({ parameters: { container: 'nowhere', file, host }, credentials }),
    secret: key,
    write: async (file, bytes) => void (await ask('PUT', asked(file), {}, Buffer.from(bytes))),
    read: async (file) => {
      const answer = await ask('GET', asked(file));
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    },
    takeDown: proxy.cut,
    bringUp: proxy.heal,
    stall: proxy.stall,
    stop: async () => {
      await proxy.close();
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await child;
    },
  };
}

/** https://learn.microsoft.com/rest/api/storageservices/create-account-sas */
function accountSignature(account: string, key: string): Record<string, string> {
  const fields = { sp: 'rwc', ss: 'b', srt: 'co', se: '2100-01-01T00:00:00Z', sv: VERSION };
  const { sp, ss, srt, se, sv } = fields;
  const text = `${[account, sp, ss, srt, '', se, '', '', sv, ''].join('\n')}\n`;
  return { ...fields, sig: createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64') };
}

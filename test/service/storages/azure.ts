import { startAzureServer } from '../../support/azure-blob-server.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import type { TestStorage } from './storage.ts';

export async function azureStorage(): Promise<TestStorage> {
  const server = await startAzureServer(['files']);
  const proxy = await startProxy(server.port);
  const host = `http://127.0.0.1:${proxy.port}/${server.account}`;
  const credentials = { accountname: server.account, accountkey: server.key };
  return {
    type: 'azure',
    describe: (file) => ({ parameters: { container: 'files', file, host }, credentials }),
    withWrongCredentials: (file) => ({
      parameters: { container: 'files', file, host },
      credentials: { ...credentials, accountkey: Buffer.from(`wrong-${server.key}`).toString('base64') },
    }),
    elsewhere: (file) => ({ parameters: { container: 'nowhere', file, host }, credentials }),
    secret: server.key,
    write: async (file, bytes) => void server.blobs.set(`files/${file}`, bytes),
    read: async (file) => server.blobs.get(`files/${file}`) ?? null,
    takeDown: proxy.cut,
    bringUp: proxy.heal,
    stall: proxy.stall,
    stop: async () => {
      await proxy.close();
      await server.stop();
    },
  };
}

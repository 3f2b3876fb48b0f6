import { generateKeyPairSync } from 'node:crypto';
import { startGoogleServer } from '../../support/google-server.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import type { TestStorage } from './storage.ts';

export async function googleStorage(): Promise<TestStorage> {
  const server = await startGoogleServer(['files']);
  const proxy = await startProxy(server.port);
  const host = `http://127.0.0.1:${proxy.port}`;
  const keyfile = server.keyFile(`${host}/token`);
  return {
    type: 'googlecloud',
    describe: (file) => ({ parameters: { projectid: 'p', bucket: 'files', file, host }, credentials: { keyfile } }),
    withWrongCredentials: (file) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
      return {
        parameters: { bucket: 'files', file, host },
        credentials: { keyfile: JSON.stringify({ ...JSON.parse(keyfile), private_key }) },
      };
    },
    elsewhere: (file) => ({ parameters: { bucket: 'nowhere', file, host }, credentials: { keyfile } }),
    secret: server.secret,
    write: async (file, bytes) => void server.objects.set(`files/${file}`, bytes),
    read: async (file) => server.objects.get(`files/${file}`) ?? null,
    takeDown: proxy.cut,
    bringUp: proxy.heal,
    stall: proxy.stall,
    stop: async () => {
      await proxy.close();
      await server.stop();
    },
  };
}

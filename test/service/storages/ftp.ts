import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startFtpServer } from '../../support/ftp-server.ts';
import type { TestStorage } from './storage.ts';

/** pyftpdlib, by default without TLS. */
export async function ftpStorage(): Promise<TestStorage> {
  const server = await startFtpServer();
  const { port, folder, username, password } = server;
  const parameters = { host: '127.0.0.1', port, tls: 'none' };
  return {
    type: 'ftp',
    describe: (file) => ({ parameters: { ...parameters, file }, credentials: { username, password } }),
    withWrongCredentials: (file) => ({
      parameters: { ...parameters, file },
      credentials: { username, password: `${password}-wrong` },
    }),
    elsewhere: (file) => ({
      parameters: { ...parameters, file: `nowhere/${file}` },
      credentials: { username, password },
    }),
    secret: password,
    async write(file, bytes) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), bytes);
    },
    read: (file) => readFile(join(folder, file)).catch(() => null),
    takeDown: server.takeDown,
    bringUp: server.bringUp,
    stall: null,
    stop: server.stop,
  };
}

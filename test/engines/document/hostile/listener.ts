import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A server on this machine that hands out the files of a folder under any folder name, and notes who asked. */
export interface Listener {
  readonly url: string;
  /** First parts of the paths asked for: /NAME/secret.png. */
  readonly asked: Set<string>;
  /** Connections of any kind. */
  readonly connections: () => number;
  close(): Promise<void>;
}

export async function listen(folder: string): Promise<Listener> {
  const asked = new Set<string>();
  let connections = 0;
  const server = createServer((request, response) => {
    const [, name = '', file = ''] = (request.url ?? '').split('/');
    asked.add(name);
    if (!/^secret\.\w+$/.test(file)) return response.writeHead(404).end();
    const stream = createReadStream(join(folder, file));
    stream.on('error', () => response.writeHead(404).end());
    return stream.pipe(response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

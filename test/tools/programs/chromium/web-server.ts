import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A web server on loopback, and its requests. */
export interface TestSite {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[];
  url(path: string): string;
}

/** Path to HTML, or to a function that answers. Other paths are 404. */
export type Pages = Readonly<Record<string, string | RequestListener>>;

/** Starts a site for the tests of a file. */
export function useSite(pages: (site: TestSite) => Pages): TestSite {
  const requests: TestSite['requests'] = [];
  const sockets = new Set<Socket>();
  let server: Server;
  const site = {
    host: '',
    requests,
    url: (path: string) => `http://${site.host}${path}`,
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push({ url: request.url ?? '', headers: request.headers });
      const page = pages(site)[new URL(request.url ?? '', 'http://host').pathname];
      if (page === undefined) response.writeHead(404).end();
      else if (typeof page === 'function') page(request, response);
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return site;
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Requests that arrived, in order. */
  readonly requests: IncomingMessage[];
  /** Called for every TCP connection from now on. */
  onConnection(listener: () => void): void;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** Starts a real HTTP server on loopback with a free port, until the test ends. `count` is 1 for the first request. */
export function serve(handler: Handler, host = '127.0.0.1'): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  return listen(createServer(counting(handler, requests)), 'http', host, requests);
}

export function serveTls(handler: Handler, tls: { key: string; cert: string }): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  return listen(createTlsServer(tls, counting(handler, requests)), 'https', '127.0.0.1', requests);
}

function counting(handler: Handler, requests: IncomingMessage[]): (req: IncomingMessage, res: ServerResponse) => void {
  return (request, response) => {
    requests.push(request);
    handler(request, response, requests.length);
  };
}

function listen(server: Server, scheme: string, host: string, requests: IncomingMessage[]): Promise<TestServer> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      onTestFinished(
        () =>
          new Promise<void>((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      );
      const { port } = server.address() as AddressInfo;
      const name = host.includes(':') ? `[${host}]` : host;
      const onConnection = (listener: () => void): void => void server.on('connection', listener);
      resolve({ url: `${scheme}://${name}:${port}`, port, requests, onConnection });
    });
  });
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { createSharedServers, type SharedServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL at which Vitest's main process answers `ask`. */
    infrastructure: string;
  }
}

/** All projects of a run share one set of servers, which starts with the first project and ends with the last. */
let running: Promise<Running> | undefined;
let users = 0;

/** The `globalSetup` of projects whose tests ask for shared servers. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  users += 1;
  running ??= listen();
  const { url, stop } = await running;
  project.provide('infrastructure', url);
  return async () => {
    users -= 1;
    if (users > 0) return;
    running = undefined;
    await stop();
  };
}

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

async function listen(): Promise<Running> {
  const { servers, stop } = createSharedServers();
  // Other users of the machine can connect to the port, and must not guess the path.
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer((request, response) => {
    answer(servers, path, request).then(
      (result) => response.end(JSON.stringify({ result })),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return { url, stop: () => Promise.all([close(server), stop()]).then(() => undefined) };
}

async function answer(servers: SharedServers, path: string, request: IncomingMessage): Promise<unknown> {
  const [name, ...args] = JSON.parse(await text(request)) as string[];
  if (request.url !== path || name === undefined || !Object.hasOwn(servers, name)) throw new Error('no such request');
  return servers[name as keyof SharedServers](...args);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

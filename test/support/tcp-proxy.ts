import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** The network between a client and a server on loopback, with faults on demand. */
export interface TcpProxy {
  /** Clients connect here, on 127.0.0.1. */
  readonly port: number;
  /** Open connections at this moment. */
  connections(): number;
  /** Resets all connections and refuses new ones, until `heal`. */
  cut(): Promise<void>;
  /** Keeps all connections and accepts new ones, but passes on neither bytes nor ends of connections, until `heal`. */
  stall(): void;
  /** Ends `cut` and `stall`: stalled connections continue where they stopped. */
  heal(): Promise<void>;
  /** Resets all connections and stops listening, for good. */
  close(): Promise<void>;
}

/** Passes every connection on to `targetPort` of 127.0.0.1, byte by byte. */
export async function startProxy(targetPort: number): Promise<TcpProxy> {
  const port = await freePort();
  const links = new Set<Link>();
  let stalled = false;
  let server: Server | null = await listen(port, accept);

  function accept(client: Socket): void {
    const link = openLink(client, connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true }), () =>
      links.delete(link),
    );
    links.add(link);
    if (!stalled) link.flow();
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = null;
    const closed = closing === null ? null : once(closing, 'close');
    closing?.close();
    for (const link of [...links]) link.reset();
    await closed;
  }

  return {
    port,
    connections: () => links.size,
    cut,
    stall() {
      stalled = true;
      for (const link of links) link.hold();
    },
    async heal() {
      stalled = false;
      for (const link of links) link.flow();
      server ??= await listen(port, accept);
    },
    close: cut,
  };
}

interface Link {
  flow(): void;
  hold(): void;
  reset(): void;
}

function openLink(client: Socket, target: Socket, onClosed: () => void): Link {
  let flowing = false;
  const ends = [client, target] as const;

  const reset = (): void => {
    for (const socket of ends) socket.resetAndDestroy();
    onClosed();
  };
  /** Ends the connection if one end is gone; a stalled proxy does not pass that on. */
  const endIfGone = (): void => {
    if (!flowing) return;
    if (ends.every((socket) => socket.destroyed)) onClosed();
    else if (ends.some((socket) => socket.errored !== null)) reset();
    else if (ends.some((socket) => socket.destroyed)) for (const socket of ends) socket.destroySoon();
  };
  for (const socket of ends) {
    socket.pause();
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', endIfGone);
  }

  return {
    flow() {
      if (flowing) return;
      flowing = true;
      client.pipe(target);
      target.pipe(client);
      endIfGone();
    },
    hold() {
      flowing = false;
      for (const socket of ends) {
        socket.unpipe();
        socket.pause();
      }
    },
    reset,
  };
}

async function listen(port: number, accept: (client: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, accept);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  if ((server.address() as AddressInfo).port !== port) throw new Error(`the proxy does not listen on ${port}`);
  return server;
}

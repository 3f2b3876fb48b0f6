import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * Returns an unused port on loopback, outside the range that the kernel gives to outgoing connections. It is for servers that
 * are stopped and started again on the same port: a client that retries meanwhile could otherwise get this port for its own
 * connection, and even connect to itself.
 */
export async function freePort(): Promise<number> {
  const firstOutgoing = Number((await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')).split(/\s/)[0]);
  const [low, high] = firstOutgoing > 20_000 ? [10_000, firstOutgoing] : [61_000, 65_536];
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = low + Math.floor(Math.random() * (high - low));
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port between ${low} and ${high}`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

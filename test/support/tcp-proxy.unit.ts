import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProxy, type TcpProxy } from './tcp-proxy.ts';

/** Answers every byte with the same byte. */
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => {});
  socket.pipe(socket);
});
let proxy: TcpProxy;
const clients = new Set<Socket>();

beforeEach(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startProxy((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  await proxy.close();
  echo.close();
  await once(echo, 'close');
});

async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
  clients.add(socket);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  return { socket, received: () => text };
}

test('bytes and the end of a connection pass', async () => {
  const { socket, received } = await open();
  const sent = 'x'.repeat(3_000_000);
  socket.end(sent);
  await once(socket, 'end');
  expect(received()).toBe(sent);
  await expect.poll(() => proxy.connections()).toBe(0);
});

test('cut resets connections and refuses new ones until heal', async () => {
  const { socket } = await open();
  socket.write('a');
  await once(socket, 'data');
  const error = new Promise((resolve) => socket.once('error', resolve));
  await proxy.cut();
  await expect(error).resolves.toMatchObject({ code: 'ECONNRESET' });
  await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(proxy.connections()).toBe(0);
  await proxy.heal();
  const again = await open();
  again.socket.write('b');
  await expect.poll(again.received).toBe('b');
});

test('stall passes nothing, old and new connections go on after heal', async () => {
  const old = await open();
  old.socket.write('a');
  await expect.poll(old.received).toBe('a');
  proxy.stall();
  const fresh = await open();
  old.socket.write('b');
  fresh.socket.write('c');
  await delay(500);
  expect([old.received(), fresh.received(), proxy.connections()]).toEqual(['a', '', 2]);
  await proxy.heal();
  await expect.poll(old.received).toBe('ab');
  await expect.poll(fresh.received).toBe('c');
});

test('the end of a connection is told to the other side only after a stall', async () => {
  const { socket } = await open();
  socket.write('a');
  await once(socket, 'data');
  const serverSide = (): Promise<number> => new Promise((done) => echo.getConnections((_, count) => done(count)));
  expect(await serverSide()).toBe(1);
  proxy.stall();
  socket.resetAndDestroy();
  await delay(300);
  expect(await serverSide()).toBe(1);
  await proxy.heal();
  await expect.poll(serverSide).toBe(0);
});

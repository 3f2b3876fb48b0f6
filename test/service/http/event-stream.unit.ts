import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openEventStream } from '../../../src/service/live/event-stream.ts';

const MEBIBYTE = 'x'.repeat(1024 ** 2);

/** A client that reads nothing until it is released. */
function stuckClient() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = new Writable({ write: (_chunk, _encoding, done) => void released.then(() => done()) });
  return { client, release };
}

test('a stream whose client takes nothing says so, goes on when it does, and loses no event', async () => {
  const stream = openEventStream();
  const { client, release } = stuckClient();
  stream.body.pipe(client);
  // The first is on its way to the client, the second one waits.
  for (let count = 0; count < 2; count++) stream.send('job', MEBIBYTE);
  expect(await Promise.race([stream.drained().then(() => 'drained'), sleep(100, 'waits')])).toBe('waits');
  stream.beat();
  release();
  await stream.drained();
  stream.beat();
  await sleep(20);
  stream.beat();
  expect(stream.ended.aborted).toBe(false);
  stream.end();
  await once(client, 'finish');
});

test('a client that has taken nothing from one beat to the next is given up', async () => {
  const stream = openEventStream();
  const { client } = stuckClient();
  stream.body.pipe(client);
  // The first is on its way to the client, the second one waits.
  for (let count = 0; count < 2; count++) stream.send('job', MEBIBYTE);
  stream.beat();
  expect(stream.ended.aborted).toBe(false);
  stream.beat();
  await sleep(10);
  expect(stream.ended.aborted).toBe(true);
  // Waiting senders are released.
  await stream.drained();
  stream.send('job', 'no more');
});

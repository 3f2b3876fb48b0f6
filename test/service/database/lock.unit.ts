import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Lock } from '../../../src/service/database/lock.ts';

it('is had by one at a time, first come, first served', async () => {
  const lock = new Lock();
  const order: number[] = [];
  let holders = 0;
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await lock.acquire();
      holders += 1;
      expect(holders).toBe(1);
      // Some hold the lock over a round of the event loop.
      if (index % 7 === 0) await nextRound();
      order.push(index);
      holders -= 1;
      lock.release();
    }),
  );
  expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

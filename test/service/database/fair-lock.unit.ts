import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairLock } from '../../../src/service/database/fair-lock.ts';

/** As a query of SQLite does, it computes. */
function compute(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

describe('lock', () => {
  it('go to who asked first, one at a time', async () => {
    const lock = new FairLock();
    const order: number[] = [];
    let holders = 0;
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await lock.acquire();
        holders += 1;
        expect(holders).toBe(1);
        // Some keep it over a round of the event loop.
        if (index % 7 === 0) await nextRound();
        order.push(index);
        holders -= 1;
        lock.release();
      }),
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order).toHaveLength(50);
  });

  /** How often the event loop goes round while 40 clients compute for 2 ms each, having got the connection by `acquire`. */
  async function roundsDuring(acquire: () => Promise<void>, release: () => void): Promise<number> {
    let rounds = 0;
    let counting = true;
    const count = () => {
      rounds += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        await acquire();
        compute(2);
        release();
      }),
    );
    counting = false;
    return rounds;
  }

  it('let the event loop go round between them', async () => {
    const lock = new FairLock();
    expect(
      await roundsDuring(
        () => lock.acquire(),
        () => lock.release(),
      ),
    ).toBeGreaterThan(5);
  });

  it('are what does so: without them all compute in one round', async () => {
    expect(
      await roundsDuring(
        async () => {},
        () => {},
      ),
    ).toBeLessThan(2);
  });
});

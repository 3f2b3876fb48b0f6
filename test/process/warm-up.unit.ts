import { expect, it } from 'vitest';
import type { ProcessPool } from '../../src/process/pool/process-pool.ts';
import { createWarmUp } from '../../src/process/pool/warm-up.ts';

const HOUR_MS = 3_600_000;

/** Returns how often such a pool is started when it is requested twice. */
async function startsOf(pool: Partial<ProcessPool>): Promise<number> {
  let starts = 0;
  const warmUp = createWarmUp(async () => {
    starts += 1;
    return { warmUp: async () => {}, ...pool } as ProcessPool;
  }, HOUR_MS);
  for (let index = 0; index < 2; index += 1) {
    warmUp();
    await new Promise(setImmediate);
  }
  return starts;
}

it('a start that failed is not tried again at once; one that ended with its pool is', async () => {
  expect(await startsOf({ isReady: false, isClosed: false })).toBe(1);
  expect(await startsOf({ isReady: false, isClosed: true })).toBe(2);
});

import { expect, it, vi } from 'vitest';
import type { ProcessPool } from '../../src/process/pool/process-pool.ts';
import { createWarmUp } from '../../src/process/pool/warm-up.ts';

const HOUR_MS = 3_600_000;

/** Returns how often such a pool has been started after each of the jobs. */
async function startsOf(pool: Partial<ProcessPool>, jobs: number, make = createWarmUp): Promise<number[]> {
  let starts = 0;
  const meanwhile = make(async () => {
    starts += 1;
    return { warmUp: async () => {}, ...pool } as ProcessPool;
  }, HOUR_MS);
  const counts: number[] = [];
  for (let index = 0; index < jobs; index += 1) {
    expect(await meanwhile(async () => index)).toBe(index);
    await new Promise(setImmediate);
    counts.push(starts);
  }
  return counts;
}

it('the second job starts the processes, because the first may be the only one', async () => {
  expect(await startsOf({ isReady: true }, 2)).toEqual([0, 1]);
});

it('a start that failed is not tried again at once; one that ended with its pool is', async () => {
  expect(await startsOf({ isReady: false, isClosed: false }, 3)).toEqual([0, 1, 1]);
  expect(await startsOf({ isReady: false, isClosed: true }, 3)).toEqual([0, 1, 2]);
});

it('in a process that stays, they start after the first job, also if it fails', async () => {
  vi.resetModules();
  const { createWarmUp: make, stayForMoreJobs } = await import('../../src/process/pool/warm-up.ts');
  stayForMoreJobs();
  expect(await startsOf({ isReady: false, isClosed: false }, 2, make)).toEqual([1, 1]);
  const started = vi.fn(async () => ({ warmUp: async () => {}, isReady: true }) as unknown as ProcessPool);
  await expect(make(started, HOUR_MS)(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(started).toHaveBeenCalledTimes(1);
});

import type { ProcessPool } from './process-pool.ts';

let staysForMore = false;

/** Says that this process serves one command after another, so that even the first job is worth a process that stays. */
export function stayForMoreJobs(): void {
  staysForMore = true;
}

/** Whether this process serves one command after another. */
export const staysForMoreJobs = (): boolean => staysForMore;

/** Runs a job, and returns and throws as it does. */
export type RunMeanwhile = <Result>(job: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that runs jobs which do not wait for a pool whose processes take long to start, and that starts these: with the second
 * job, because the first may be the only one of its process and should not share the processor with them, or after the first one of a
 * process that stays for more. They start once at a time, and after a failed start not for `tryAgainMs`. A start that ends because its pool
 * is closed has not failed.
 */
export function createWarmUp(poolOf: () => Promise<ProcessPool>, tryAgainMs: number): RunMeanwhile {
  let jobs = 0;
  let isStarting = false;
  let notBefore = Number.NEGATIVE_INFINITY;
  const start = async (): Promise<void> => {
    const pool = await poolOf();
    await pool.warmUp();
    if (!pool.isReady && !pool.isClosed) throw new Error('it did not start');
  };
  const startOnce = (): void => {
    if (isStarting || performance.now() < notBefore) return;
    isStarting = true;
    start()
      .catch(() => {
        notBefore = performance.now() + tryAgainMs;
      })
      .finally(() => {
        isStarting = false;
      });
  };
  return async (job) => {
    jobs += 1;
    if (jobs > 1) startOnce();
    try {
      return await job();
    } finally {
      if (staysForMore) startOnce();
    }
  };
}

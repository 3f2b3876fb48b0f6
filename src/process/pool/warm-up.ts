import type { ProcessPool } from './process-pool.ts';

/**
 * Returns a function that starts a pool's processes in the background, once at a time, and after a failed start not for `tryAgainMs`. A
 * start that ends because its pool is closed has not failed.
 */
export function createWarmUp(poolOf: () => Promise<ProcessPool>, tryAgainMs: number): () => void {
  let isStarting = false;
  let notBefore = Number.NEGATIVE_INFINITY;
  const start = async (): Promise<void> => {
    const pool = await poolOf();
    await pool.warmUp();
    if (!pool.isReady && !pool.isClosed) throw new Error('it did not start');
  };
  return () => {
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
}

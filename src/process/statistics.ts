/*
 * Events of long-lived engine processes since convertd started, by the name of their pool. Counted here, so that no caller has to pass a
 * counter to every engine, and read by the publisher (src/telemetry/metrics.ts).
 */

export interface PoolStatistics {
  /** Processes that started and became ready, including cold ones. */
  readonly starts: number;
  /** Warm processes that were ended while their pool was open: exited, killed at a timeout or cancel, grown, or at their last job. */
  readonly restarts: number;
  /** Processes that exited unexpectedly, with or without a job, or at their start. Killed ones do not count. */
  readonly crashes: number;
}

const pools = new Map<string, PoolStatistics>();

/** Increments a counter of the pool of that name (`ProcessPoolOptions.name`). */
export function countPoolEvent(pool: string, event: keyof PoolStatistics): void {
  const before = pools.get(pool) ?? { starts: 0, restarts: 0, crashes: 0 };
  pools.set(pool, { ...before, [event]: before[event] + 1 });
}

/** Returns the counts of every pool that has any, by name; they only grow. */
export function readPoolStatistics(): ReadonlyMap<string, PoolStatistics> {
  return new Map(pools);
}

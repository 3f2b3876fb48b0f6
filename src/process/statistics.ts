/*
 * What happened to long-lived engine processes since convertd started, by the name of their pool. Counted here, where no
 * caller has to hand a counter down to every engine, and read by the publisher (src/telemetry/metrics.ts).
 */

export interface PoolStatistics {
  /** Processes that started and said they were ready, cold ones included. */
  readonly starts: number;
  /** Warm processes given up while their pool was open: ended, killed at a timeout or cancel, grown, or at their last job. */
  readonly restarts: number;
  /** Processes that exited unexpectedly, with or without a job, or at their start. Killed ones do not count. */
  readonly crashes: number;
}

const pools = new Map<string, PoolStatistics>();

/** Adds one to what the pool of that name (`ProcessPoolOptions.name`) had so far. */
export function countPoolEvent(pool: string, event: keyof PoolStatistics): void {
  const before = pools.get(pool) ?? { starts: 0, restarts: 0, crashes: 0 };
  pools.set(pool, { ...before, [event]: before[event] + 1 });
}

/** The counts of every pool that had any, by its name; they only grow. */
export function readPoolStatistics(): ReadonlyMap<string, PoolStatistics> {
  return new Map(pools);
}

/*
 * What happened to long-lived engine processes since convertd started, by the name of their host. Counted here, where no
 * caller has to hand a counter down to every engine, and read by whoever publishes it (src/telemetry/metrics.ts).
 */

export interface HostStatistics {
  /** Processes that started and said they were ready, cold ones included. */
  readonly starts: number;
  /** Warm processes given up while their host was open: ended, killed at a timeout or cancel, grown, or at their last job. */
  readonly restarts: number;
  /** Processes that ended by themselves, with or without a job, at their start too. Killed ones do not count. */
  readonly crashes: number;
}

const hosts = new Map<string, HostStatistics>();

/** Adds one to what the host of that name (`WarmHostOptions.name`) had so far. */
export function countHostEvent(host: string, event: keyof HostStatistics): void {
  const before = hosts.get(host) ?? { starts: 0, restarts: 0, crashes: 0 };
  hosts.set(host, { ...before, [event]: before[event] + 1 });
}

/** The counts of every host that had any, by its name; they only grow. */
export function readHostStatistics(): ReadonlyMap<string, HostStatistics> {
  return new Map(hosts);
}

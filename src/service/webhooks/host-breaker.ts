/** Number of consecutive failures after which a host is skipped, and for how long (docs/interface.md, Webhooks 5). */
export interface BreakerLimits {
  readonly failures: number;
  readonly pauseMs: number;
}

/**
 * Tracks hosts that do not answer. After so many consecutive failures a host is skipped for a while; then one callback at a time tests
 * whether it is back, and each failure restarts the pause. It covers only this process: other replicas find out for themselves.
 */
export interface HostBreaker {
  /** Returns the hosts that are skipped at the time, ms. */
  skipped(now: number): readonly string[];
  /** Whether the host has failed too often and has not answered since. */
  isBroken(host: string): boolean;
  /** Call this when the host has answered. */
  succeeded(host: string): void;
  /** @returns whether it is skipped from now on */
  failed(host: string, now: number): boolean;
}

/** Number of hosts remembered; beyond it those that failed longest ago are forgotten. Clients name the hosts, so there must be a limit. */
const MAX_HOSTS = 1000;

export function createHostBreaker({ failures: most, pauseMs }: BreakerLimits): HostBreaker {
  const hosts = new Map<string, { failures: number; skippedUntil: number }>();
  return {
    skipped: (now) => [...hosts].filter(([, { skippedUntil }]) => skippedUntil > now).map(([host]) => host),
    isBroken: (host) => (hosts.get(host)?.failures ?? 0) >= most,
    succeeded: (host) => void hosts.delete(host),
    failed(host, now) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      const broken = failures >= most;
      // Removed first, to keep the map in the order of the last failures.
      hosts.delete(host);
      hosts.set(host, { failures, skippedUntil: broken ? now + pauseMs : 0 });
      if (hosts.size > MAX_HOSTS) hosts.delete(hosts.keys().next().value ?? '');
      return broken;
    },
  };
}

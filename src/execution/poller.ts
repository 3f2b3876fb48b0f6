import { apart } from '../util/trace.ts';
import { backoffMs } from './retry.ts';

/** Work that is polled repeatedly. */
export interface Poller {
  /** Polls now instead of at the next interval. After failures the pause stays as it is. */
  wake(): void;
  /** Resolves when polling has stopped and the last call is over. */
  stop(): Promise<void>;
}

/** The methods of a logger that a poller calls. */
export type PollerLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;

export interface PollerOptions {
  /** The longest pause between two calls, ms. */
  readonly intervalMs: number;
  readonly log: PollerLog;
  /** Log message for a call that fails. */
  readonly failure: string;
  /** Default `warn`. */
  readonly level?: 'warn' | 'error';
  /** The longest pause after a call that failed, ms; default 30 seconds, or `intervalMs` if that is longer. */
  readonly longestPauseMs?: number;
}

const LONGEST_PAUSE_MS = 30_000;
/** Interval for logging repeated failures, ms. */
const REPORT_MS = 60_000;

/**
 * Calls `work` when woken and at least every `intervalMs`, one call at a time: a wake during a call causes another one. After failures
 * the pauses grow, and no wake shortens them, so that waiting callers do not make the problem worse.
 */
export function startPoller(work: () => Promise<void>, options: PollerOptions): Poller {
  const { intervalMs, longestPauseMs = Math.max(LONGEST_PAUSE_MS, intervalMs) } = options;
  const outcomes = reportOutcomes(options);
  let running: Promise<void> | null = null;
  let pause: NodeJS.Timeout | null = null;
  let failures = 0;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await work();
        failures = 0;
        outcomes.succeeded();
      } catch (error) {
        failures += 1;
        outcomes.failed(error);
        pauseFor(backoffMs(failures, { firstMs: intervalMs, mostMs: longestPauseMs }));
      }
    } while (again && !stopped && pause === null);
    running = null;
  }
  function pauseFor(ms: number): void {
    if (stopped) return;
    pause = setTimeout(() => {
      pause = null;
      wake();
    }, ms).unref();
  }
  const wake = () => {
    again = true;
    if (!stopped && pause === null) running ??= apart(run);
  };
  const timer = setInterval(wake, intervalMs).unref();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      if (pause !== null) clearTimeout(pause);
      await running;
    },
  };
}

/** Logs the first failure, then at most one a minute with the number of failures since the last, and that it works again. */
function reportOutcomes({ log, failure, level = 'warn' }: PollerOptions) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let unreported = 0;
  let isReported = false;
  return {
    failed(err: unknown): void {
      unreported += 1;
      if (Date.now() < reportedAt + REPORT_MS) return;
      log[level]({ err, failures: unreported }, failure);
      reportedAt = Date.now();
      unreported = 0;
      isReported = true;
    },
    succeeded(): void {
      if (isReported) log.info({ failures: unreported }, `works again: ${failure}`);
      isReported = false;
    },
  };
}

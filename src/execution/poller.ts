import { apart } from '../util/trace.ts';
import { backoffMs } from './retry.ts';

/** Work that is polled repeatedly. */
export interface Poller {
  /** Look now instead of at the next turn. While looks fail, the next one is after the pause all the same. */
  wake(): void;
  /** Resolves when it looks no more, and the last look is over. */
  stop(): Promise<void>;
}

/** The methods of a logger that a poller calls. */
export type PollerLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;

export interface PollerOptions {
  /** The longest pause between two calls, ms. */
  readonly intervalMs: number;
  readonly log: PollerLog;
  /** What the log says of a call that fails. */
  readonly failure: string;
  /** Default `warn`. */
  readonly level?: 'warn' | 'error';
  /** The longest pause after a call that failed, ms; default 30 seconds, or `intervalMs` where that is longer. */
  readonly longestPauseMs?: number;
}

const LONGEST_PAUSE_MS = 30_000;
/** The log hears of failures in a row this often, ms. */
const REPORT_MS = 60_000;

/**
 * Calls `work` when woken and at least every `intervalMs`, never twice at a time: a wake during a call makes another one follow. After
 * failures it pauses for longer and longer, and no wake shortens that: what is wrong is not made worse by those who wait for it.
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

/** Says a failure once, then once a minute how many there were, and once that it works again; of one that comes and goes not more. */
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

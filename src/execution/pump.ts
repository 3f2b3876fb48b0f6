import { apart } from '../trace.ts';

/** Work that is polled repeatedly. */
export interface Pump {
  /** Look now instead of at the next turn. */
  wake(): void;
  /** Resolves when it looks no more, and the last look is over. */
  stop(): Promise<void>;
}

/**
 * Calls `work` when woken and at least every `intervalMs`, never twice at a time: a wake during a call makes another one
 * follow. What it throws goes to `onError`, and the next turn tries again.
 */
export function startPump(work: () => Promise<void>, intervalMs: number, onError: (error: unknown) => void): Pump {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      await work().catch(onError);
    } while (again && !stopped);
    running = null;
  }
  const wake = () => {
    if (stopped) return;
    again = true;
    running ??= apart(run);
  };
  const timer = setInterval(wake, intervalMs);
  timer.unref();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

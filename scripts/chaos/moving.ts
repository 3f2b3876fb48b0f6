import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/*
 * Slowness is not loss: late results are awaited as long as there is progress. They are lost only if nothing has changed for a long time.
 */

/** Time without progress that exceeds a broker's start or a long task's silence on an idle machine, ms. */
const STILL_MS = 90_000;
const LOOK_EVERY_MS = 500;

/** Returns the factor by which other work slows the machine; at least 1. */
const slowdown = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

export interface Awaited {
  /** Whether the awaited result has arrived. */
  readonly done: () => boolean | Promise<boolean>;
  /** Returns a value that changes whenever there is progress. */
  readonly sign: () => unknown | Promise<unknown>;
  /** Longest time without progress on an idle machine, ms. */
  readonly stillMs?: number;
}

/** Resolves with true when the result has arrived; with false after a long time without progress. */
export async function awaitWhileMoving({ done, sign, stillMs = STILL_MS }: Awaited): Promise<boolean> {
  let last = JSON.stringify(await sign());
  let since = performance.now();
  for (;;) {
    if (await done()) return true;
    const now = JSON.stringify(await sign());
    if (now !== last) {
      last = now;
      since = performance.now();
    }
    if (performance.now() - since > stillMs * slowdown()) return false;
    await setTimeout(LOOK_EVERY_MS);
  }
}

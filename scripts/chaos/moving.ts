import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/*
 * Slowness is not loss: what is waited for may come as long as anything moves, however late. Only where nothing has moved for a
 * long time does it come no more.
 */

/** A broker that starts, or a long task without progress, is still for less than this on a machine that has nothing else to do, ms. */
const STILL_MS = 90_000;
const LOOK_EVERY_MS = 500;

/** How much longer everything takes on a machine with so much other work; at least 1. */
const slowdown = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

export interface Awaited {
  /** Whether it has come. */
  readonly done: () => boolean | Promise<boolean>;
  /** Differs from the last one as soon as anything has moved. */
  readonly sign: () => unknown | Promise<unknown>;
  /** How long nothing may move on a machine that has nothing else to do, ms. */
  readonly stillMs?: number;
}

/** Resolves with true when it has come; with false when nothing has moved for a long time. */
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

import { setTimeout as pause } from 'node:timers/promises';

export const LATE = Symbol('late');

/**
 * Returns the promise's value, or LATE if the time is up first; a later rejection is ignored.
 * @param endsAt from performance.now()
 */
export async function within<Value>(promise: Promise<Value>, endsAt: number): Promise<Value | typeof LATE> {
  const timer = new AbortController();
  promise.catch(() => {});
  try {
    const late = pause<typeof LATE>(Math.max(0, endsAt - performance.now()), LATE, { signal: timer.signal });
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

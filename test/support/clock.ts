import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the next period of this many milliseconds begins: for formats and servers that count time in such steps. */
export async function nextPeriod(ms: number): Promise<void> {
  const now = Math.floor(Date.now() / ms);
  while (Math.floor(Date.now() / ms) === now) await sleep(ms - (Date.now() % ms));
}

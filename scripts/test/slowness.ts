import { createHash } from 'node:crypto';

/** Milliseconds that the work below takes on an idle processor of 2024. */
const REFERENCE_MS = 700;
const ROUNDS = 400;

/**
 * Returns how much longer work takes here than on the reference machine, with everything else that runs now; at least 1. Timeouts that only
 * keep a test from hanging are multiplied by it.
 */
export function measureSlowness(): number {
  const block = Buffer.alloc(1 << 20, 'convertd');
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round++) createHash('md5').update(block).digest();
  return Math.max(1, (performance.now() - started) / REFERENCE_MS);
}

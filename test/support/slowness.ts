import { createHash } from 'node:crypto';

/**
 * How much longer than on the reference machine work takes here: scripts/test.ts measures it. No test asserts how long something takes;
 * limits that only keep one from hanging are multiplied by this.
 */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 3);

/** A limit in milliseconds on the reference machine, as it is here. */
export const patience = (milliseconds: number): number => Math.ceil(milliseconds * SLOWNESS);

/**
 * Milliseconds of processor time that synchronous work of this thread takes, which other work of the machine does not change.
 * For work that must not grow with the square of its input: compare it with a generous limit.
 */
export function processorTime(work: () => void): number {
  const measure = process.threadCpuUsage ?? process.cpuUsage;
  const before = measure.call(process);
  work();
  const { user, system } = measure.call(process, before);
  return (user + system) / 1000;
}

/** Milliseconds of processor time of the work below on an idle processor of 2024. */
const REFERENCE_MS = 70;
const MEBIBYTES = 40;

/**
 * How much longer than on the reference machine its processor takes for the same work here; at least 1. What else runs here adds little:
 * only as far as programs share a core or its memory. For limits of processor time.
 */
export function processorSlowness(): number {
  const block = Buffer.alloc(1 << 20, 'convertd');
  const rounds = Array.from({ length: 5 }, () =>
    processorTime(() => {
      for (let round = 0; round < MEBIBYTES; round += 1) createHash('md5').update(block).digest();
    }),
  );
  return Math.max(1, Math.min(...rounds) / REFERENCE_MS);
}

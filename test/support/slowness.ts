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
const REFERENCE_MS = 45;
const TIMES = 8;

/** Some 400 kB. */
const TEXT = JSON.stringify(
  Array.from({ length: 4000 }, (_, id) => ({
    id: `item-${id}`,
    options: { width: id, quality: id % 100, name: `value ${id}` },
    list: [id, id + 1, id + 2],
  })),
);

/**
 * How much longer than on the reference machine its processor takes for the same work here and now; at least 1. Programs that share a
 * core or its memory slow down what moves much of it, as this work does, to twice or three times. For limits of processor time: to be
 * asked beside what it is compared with.
 */
export function processorSlowness(): number {
  const rounds = Array.from({ length: 5 }, () =>
    processorTime(() => {
      for (let time = 0; time < TIMES; time += 1) JSON.stringify(JSON.parse(TEXT));
    }),
  );
  return Math.max(1, Math.min(...rounds) / REFERENCE_MS);
}

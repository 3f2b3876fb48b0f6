/**
 * How many times longer work takes here than on the reference machine, measured by scripts/test.ts. No test asserts a duration;
 * limits that only prevent hanging are multiplied by this.
 */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 3);

/** Converts a time limit of the reference machine to this machine, ms. */
export const patience = (milliseconds: number): number => Math.ceil(milliseconds * SLOWNESS);

/**
 * Returns the processor time, ms, of synchronous work in this thread, which other work of the machine does not affect.
 * It is for work that must not grow with the square of its input: compare it with a generous limit.
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
 * Returns how many times longer the processor takes for the same work now than on the reference machine; at least 1. Programs that
 * share a core or its memory make work that moves much memory, like this one, two or three times slower. For limits of processor
 * time: call it close to the work that is compared.
 */
export function processorSlowness(): number {
  const rounds = Array.from({ length: 5 }, () =>
    processorTime(() => {
      for (let time = 0; time < TIMES; time += 1) JSON.stringify(JSON.parse(TEXT));
    }),
  );
  return Math.max(1, Math.min(...rounds) / REFERENCE_MS);
}

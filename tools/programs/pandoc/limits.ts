import type { ProgramLimits } from '../../../src/process/program-call.ts';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** Largest markup, bytes: 16 MiB of dense LaTeX take 1.5 GiB. */
export const MARKUP_LIMIT_BYTES = 16 * MiB;

/** Heap of pandoc; at this size it ends with a message and the exit code below. */
export const HEAP_BYTES = 2 * GiB;

/** Haskell programs exit with it if their heap is exhausted. */
export const HEAP_EXIT_CODE = 251;

/** A book takes 10 seconds. Nesting takes quadratic time, and hostile nesting ends here. */
export const PANDOC_LIMITS: Partial<ProgramLimits> = {
  wallMs: 3 * 60_000,
  cpuSeconds: 120,
  memoryBytes: HEAP_BYTES + GiB / 2,
  fileBytes: GiB,
  processes: 64,
};

import { availableParallelism } from 'node:os';
import { COMMON } from '../settings/common.ts';
import { readSetting } from '../settings/read.ts';

/** Tasks of this process that are running. */
let tasks = 0;
/** Cores lent to them beyond the one that each has. */
let lent = 0;

/** Counts a task as running until what is returned is called. */
export function countTask(): () => void {
  tasks += 1;
  return once(() => {
    tasks -= 1;
  });
}

export interface Loan {
  /** What the borrower may keep busy, its own core among them. */
  readonly cores: number;
  release(): void;
}

/**
 * Lends cores that no task of this process uses: so many at most, the borrower's own among them. Where `PARALLEL_PARTS` is off, its own
 * alone. Tasks that begin later do not get them back before `release`, which must follow.
 */
export function borrowCores(most: number, { total = availableParallelism(), isOn = partsAreOn() } = {}): Loan {
  const idle = isOn ? Math.max(0, Math.min(most - 1, total - Math.max(1, tasks) - lent)) : 0;
  lent += idle;
  return {
    cores: 1 + idle,
    release: once(() => {
      lent -= idle;
    }),
  };
}

const partsAreOn = (): boolean => readSetting('PARALLEL_PARTS', COMMON.PARALLEL_PARTS) === 'on';

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

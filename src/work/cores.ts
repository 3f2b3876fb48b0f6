import { availableParallelism } from 'node:os';
import { COMMON } from '../settings/common.ts';
import { readSetting } from '../settings/read.ts';

/** Number of running tasks of this process. */
let tasks = 0;
/** Cores lent to them besides the one that each has. */
let lent = 0;

/** Counts a task as running until the returned function is called. */
export function countTask(): () => void {
  tasks += 1;
  return once(() => {
    tasks -= 1;
  });
}

export interface Loan {
  /** Cores that the borrower may use, including its own. */
  readonly cores: number;
  release(): void;
}

/**
 * Lends cores that no task of this process uses: at most so many, including the borrower's own. If `PARALLEL_PARTS` is off, only its own.
 * Tasks that begin later do not get them before `release`, which must be called.
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

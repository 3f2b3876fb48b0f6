import { setTimeout } from 'node:timers/promises';
import type { Chance } from '../random.ts';

export interface Kills {
  /** Kills one process by chance. */
  readonly kill: () => Promise<void>;
  readonly chance: Chance;
  /** Milliseconds between two kills: at least, and by chance so many more. */
  readonly pause: readonly [least: number, more: number];
  /** How many tasks have ended so far. */
  readonly ended: () => number;
  /** So many must end between two kills. */
  readonly endsBetween: number;
  readonly over: AbortSignal;
}

/**
 * Kills until it is over, at the pace of the work: kills at the pace of a clock would use up the tries of every long task on a slow
 * machine, and kill processes that have not even started.
 */
export async function killAtRandom({ kill, chance, pause, ended, endsBetween, over }: Kills): Promise<void> {
  const [least, more] = pause;
  let before = 0;
  for (;;) {
    await setTimeout(least + chance() * more, undefined, { signal: over }).catch(() => {});
    while (ended() < before + endsBetween && !over.aborted) await setTimeout(50);
    if (over.aborted) return;
    before = ended();
    await kill();
  }
}

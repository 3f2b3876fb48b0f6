import { setTimeout } from 'node:timers/promises';
import type { Chance } from '../random.ts';

export interface Kills {
  /** Kills a random process. */
  readonly kill: () => Promise<void>;
  readonly chance: Chance;
  /** Milliseconds between two kills: minimum, and random addition. */
  readonly pause: readonly [least: number, more: number];
  /** Returns how many tasks have ended so far. */
  readonly ended: () => number;
  /** Number of tasks that must end between two kills. */
  readonly endsBetween: number;
  readonly over: AbortSignal;
}

/**
 * Kills until it is over, at the pace of the work: at a fixed pace, kills would use up the attempts of every long task on a slow machine,
 * and hit processes that have not even started.
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

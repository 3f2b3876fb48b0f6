import { describe, expect, it } from 'vitest';
import { type Chance, random } from '../../scripts/random.ts';
import { erlangC, meanWait, waitQuantile } from '../../scripts/simulate/erlang.ts';
import { type Arrival, type Order, type Pool, type Scaling, simulate } from '../../scripts/simulate/queues.ts';

/** A time of the exponential distribution. */
const exponential = (chance: Chance, mean: number): number => -Math.log(1 - chance()) * mean;

/** Tasks at random, as M/M/c has them. */
function poisson(count: number, load: number, meanSeconds: number, seed: number): Arrival[] {
  const chance = random(seed);
  let at = 0;
  return Array.from({ length: count }, () => {
    at += exponential(chance, meanSeconds / load);
    return { at, category: 'a', kind: 'a', seconds: exponential(chance, meanSeconds) };
  });
}

const fixed = (categories: string[], workers: number, order: Order = 'arrival', slotsPerWorker = 1): Pool => ({
  categories,
  workers,
  order,
  slotsPerWorker,
});

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

const task = (at: number, category: string, seconds: number): Arrival => ({ at, category, kind: category, seconds });

describe('Erlang C', () => {
  it('is what textbooks have', () => {
    // One slot: the load itself. Two slots at a load of 1: a third.
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 10);
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 10);
    // 10 agents and 8 Erlangs, of tables for call centres.
    expect(erlangC(10, 8)).toBeCloseTo(0.409, 3);
    expect(() => erlangC(2, 2)).toThrow(RangeError);
  });
});

describe('the simulation', () => {
  it.each([
    [1, 0.7],
    [2, 1.6],
    [10, 7.5],
    [20, 16],
  ])('of %i slots at a load of %d has the waits of M/M/c', (slots, load) => {
    const seconds = 3;
    const { waits } = simulate(poisson(50_000, load, seconds, 7), [fixed(['a'], slots)]);
    const all = waits.get('a') ?? [];
    const waited = all.filter((each) => each > 0).length / all.length;
    expect(Math.abs(waited / erlangC(slots, load) - 1)).toBeLessThan(0.1);
    expect(Math.abs(mean(all) / meanWait(slots, load, seconds) - 1)).toBeLessThan(0.1);
    const sorted = all.toSorted((one, other) => one - other);
    const most = sorted[Math.floor(0.95 * sorted.length)] ?? Number.NaN;
    expect(Math.abs(most / waitQuantile(slots, load, seconds, 0.95) - 1)).toBeLessThan(0.1);
  });

  it('has the same work done in whatever order, and counts what workers cost', () => {
    const arrivals = [task(0, 'slow', 10), task(0, 'slow', 10), task(0, 'fast', 1), task(0, 'fast', 1)];
    for (const order of ['arrival', 'turns', 'shortest'] as const) {
      const { end, workerSeconds } = simulate(arrivals, [fixed(['slow', 'fast'], 1, order)]);
      expect([end, workerSeconds]).toEqual([22, 22]);
    }
  });

  it('serves by arrival, in turns, or the shortest category first', () => {
    const arrivals = [task(0, 'slow', 10), task(1, 'slow', 10), task(2, 'fast', 1), task(3, 'fast', 1)];
    const waits = (order: Order) =>
      Object.fromEntries(simulate(arrivals, [fixed(['slow', 'fast'], 1, order)]).waits.entries());
    expect(waits('arrival')).toEqual({ slow: [0, 9], fast: [18, 18] });
    expect(waits('turns')).toEqual({ slow: [0, 10], fast: [8, 18] });
    expect(waits('shortest')).toEqual({ slow: [0, 11], fast: [8, 8] });
  });

  it('keeps pools apart', () => {
    const arrivals = [task(0, 'slow', 10), task(0, 'slow', 10), task(0, 'fast', 1)];
    const { waits } = simulate(arrivals, [fixed(['slow'], 1), fixed(['fast'], 1)]);
    expect(waits.get('fast')).toEqual([0]);
    expect(waits.get('slow')).toEqual([0, 10]);
    expect(() => simulate(arrivals, [fixed(['slow'], 1)])).toThrow('no pool takes fast');
  });

  it('adds workers when a look finds too much to do, late, and takes them away slowly', () => {
    const scaling: Scaling = {
      least: 1,
      most: 3,
      wanted: (unfinished) => (unfinished.get('a') ?? 0) / 2,
      every: 10,
      start: 5,
      leave: { after: 20, each: 10 },
    };
    // Six tasks of 30 s; at 10 s three workers are wanted for them, at 15 s two have come.
    const many = Array.from({ length: 6 }, () => task(0, 'a', 30));
    const pool: Pool = { categories: ['a'], order: 'arrival', slotsPerWorker: 1, workers: scaling };
    const { waits, end, mostWorkers } = simulate(many, [pool]);
    expect(waits.get('a')).toEqual([0, 15, 15, 30, 45, 45]);
    expect([end, mostWorkers]).toEqual([75, 3]);
    const { workerSeconds } = simulate([...many, task(200, 'a', 1)], [pool]);
    // Were all three there to the end, it would be more than 3 × 186 s.
    expect(workerSeconds).toBeLessThan(450);
    expect(workerSeconds).toBeGreaterThan(200);
  });
});

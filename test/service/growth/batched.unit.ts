import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { batched } from '../../../src/service/database/batched.ts';

describe('lookups for many at once', () => {
  it('ask once for all of a round, and each value once', async () => {
    const asked: string[][] = [];
    const find = batched(async (names) => {
      asked.push([...names]);
      return new Map(names.filter((name) => name !== 'none').map((name) => [name, name.toUpperCase()]));
    });
    expect(await Promise.all([find('a'), find('b'), find('a'), find('none')])).toEqual(['A', 'B', 'A', undefined]);
    expect(asked).toEqual([['a', 'b', 'none']]);
  });

  it('never answer by a query that began before they were asked', async () => {
    let value = 'old';
    const ends: (() => void)[] = [];
    const find = batched(async (names) => {
      const read = value;
      await new Promise<void>((resolve) => ends.push(resolve));
      return new Map(names.map((name) => [name, read]));
    });
    const early = find('a');
    await nextRound();
    value = 'new';
    const late = find('a');
    ends[0]?.();
    expect(await early).toBe('old');
    await nextRound();
    ends[1]?.();
    expect(await late).toBe('new');
  });

  it('wait after a query of many, so that more share the next, and after one of few do not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked: number[] = [];
    const find = batched(async (names) => {
      asked.push(names.length);
      return new Map(names.map((name) => [name, name]));
    });
    await find('alone');
    await find('alone again');
    expect(asked).toEqual([1, 1]);

    const names = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(names.map(find));
    const later = find('later');
    await nextRound();
    expect(asked).toEqual([1, 1, 20]);
    const more = find('more');
    await vi.advanceTimersByTimeAsync(2);
    expect(await Promise.all([later, more])).toEqual(['later', 'more']);
    expect(asked).toEqual([1, 1, 20, 2]);
  });

  it('throw for those of the query alone', async () => {
    let fails = true;
    const find = batched(async (names) => {
      if (fails) throw new Error('the database is gone');
      return new Map(names.map((name) => [name, name]));
    });
    const [one, other] = await Promise.allSettled([find('a'), find('b')]);
    expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await find('a')).toBe('a');
  });

  it('ask for at most 500 at a time', async () => {
    const sizes: number[] = [];
    const find = batched(async (names) => {
      sizes.push(names.length);
      return new Map(names.map((name) => [name, name]));
    });
    await Promise.all(Array.from({ length: 1200 }, (_, index) => find(String(index))));
    expect(sizes).toEqual([500, 500, 200]);
  });
});

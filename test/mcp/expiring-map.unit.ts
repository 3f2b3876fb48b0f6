import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Kept } from '../../src/mcp/expiring-map.ts';
import { Slots } from '../../src/mcp/slots.ts';

describe('what is kept for clients', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes when nobody used it for a while, and stays while somebody does', () => {
    const kept = new Kept<string>({ forMs: 1000, most: 10 });
    const remove = vi.fn();
    const id = kept.add('text', remove);
    vi.advanceTimersByTime(900);
    expect(kept.get(id)).toBe('text');
    vi.advanceTimersByTime(900);
    expect(kept.get(id)).toBe('text');
    vi.advanceTimersByTime(1000);
    expect(kept.get(id)).toBeUndefined();
    expect(remove).toHaveBeenCalledOnce();
  });

  it('pushes out what was unused for longest', () => {
    const kept = new Kept<number>({ forMs: 1000, most: 2 });
    const removed: number[] = [];
    const add = (value: number) => kept.add(value, () => removed.push(value));
    const [one, two] = [add(1), add(2)];
    kept.get(one);
    const three = add(3);
    expect(removed).toEqual([2]);
    expect([one, two, three].map((id) => kept.get(id))).toEqual([1, undefined, 3]);
    kept.close();
    expect(removed.sort()).toEqual([1, 2, 3]);
  });
});

describe('slots', () => {
  it('let so much work run at a time, first come, first served', async () => {
    const slots = new Slots(2);
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const began: number[] = [];
    const works = gates.map(({ promise }, index) =>
      slots.run(async () => {
        began.push(index);
        await promise;
        return index;
      }, new AbortController().signal),
    );
    await Promise.resolve();
    expect(began).toEqual([0, 1]);
    gates[1]?.reject(new Error('failed'));
    await expect(works[1]).rejects.toThrow('failed');
    expect(began).toEqual([0, 1, 2]);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3]);
  });

  it('are not waited for by work that is canceled, nor given to it', async () => {
    const slots = new Slots(1);
    const gate = Promise.withResolvers<void>();
    const cancel = new AbortController();
    const { signal } = new AbortController();
    const first = slots.run(() => gate.promise, signal);
    const canceled = slots.run(async () => 'ended by its signal', cancel.signal);
    const last = slots.run(async () => 'last', signal);
    cancel.abort();
    expect(await canceled).toBe('ended by its signal');
    gate.resolve();
    await first;
    expect(await last).toBe('last');
    expect(await slots.run(async () => 'the slot is free', signal)).toBe('the slot is free');
  });
});

import { expect, it } from 'vitest';
import { backoffMs, retry } from '../../src/execution/retry.ts';

const AWAY = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
const soon = { backoff: { firstMs: 1, mostMs: 2 } };

it('the limit of pauses doubles up to the most, and a pause is anything below it', () => {
  const backoff = { firstMs: 100, mostMs: 1000 };
  const limits = [1, 2, 3, 4, 5, 6, 1000].map((tries) => backoffMs(tries, backoff, () => 1));
  expect(limits).toEqual([100, 200, 400, 800, 1000, 1000, 1000]);
  expect(backoffMs(3, backoff, () => 0.25)).toBe(100);
});

it('what may pass is tried until it succeeds, and each failure is told', async () => {
  const told: number[] = [];
  let left = 3;
  const work = async () => {
    if (left-- > 0) throw AWAY;
    return 'done';
  };
  const signal = new AbortController().signal;
  expect(await retry(work, { ...soon, signal, onRetry: (_error, tries) => told.push(tries) })).toBe('done');
  expect(told).toEqual([1, 2, 3]);
});

it('what will not pass is tried once', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new TypeError('a defect');
  };
  await expect(retry(work, { ...soon, signal: new AbortController().signal })).rejects.toThrow('a defect');
  expect(tries).toBe(1);
});

it('what an operator has to repair is waited for, too', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error('wrong password'), { code: '28P01' });
    return 'done';
  };
  expect(await retry(work, { ...soon, signal: new AbortController().signal })).toBe('done');
});

it('a signal ends the tries, and a pause between them', async () => {
  const ending = new AbortController();
  const work = async () => {
    throw AWAY;
  };
  const backoff = { firstMs: 3_600_000, mostMs: 3_600_000 };
  const tried = retry(work, { backoff, signal: ending.signal, onRetry: () => setImmediate(() => ending.abort()) });
  await expect(tried).rejects.toBe(AWAY);
  await expect(retry(work, { signal: AbortSignal.abort() })).rejects.toBe(AWAY);
});

import { afterEach, expect, test, vi } from 'vitest';

const ITEMS = Array.from({ length: 23 }, (_, index) => `item ${index}`);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Returns what a run with this seed takes. */
async function taken(seed: number, size: number, all = ''): Promise<readonly string[]> {
  vi.stubEnv('TEST_SEED', String(seed));
  vi.stubEnv('TEST_SAMPLE', all);
  const { sample } = (await import(`./sample.ts?seed=${seed}&all=${all}`)) as typeof import('./sample.ts');
  return sample('matrix', ITEMS, size);
}

test('a seed has the same part every time, in order, and the next seed another one', async () => {
  const part = await taken(1, 5);
  expect(part).toHaveLength(5);
  expect(part).toEqual(ITEMS.filter((item) => part.includes(item)));
  expect(await taken(1, 5)).toEqual(part);
  expect(await taken(2, 5)).not.toEqual(part);
});

test('seeds that follow one another try all, none twice before', async () => {
  const tried = [];
  for (const seed of [7, 8, 9, 10]) tried.push(...(await taken(seed, 5)));
  expect(new Set(tried).size).toBe(20);
  expect(new Set([...tried, ...(await taken(11, 5))])).toEqual(new Set(ITEMS));
});

test('short lists and TEST_SAMPLE=all leave nothing out', async () => {
  expect(await taken(1, 23)).toEqual(ITEMS);
  expect(await taken(1, 5, 'all')).toEqual(ITEMS);
});

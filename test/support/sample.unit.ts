import { afterEach, expect, test, vi } from 'vitest';

const ITEMS = Array.from({ length: 23 }, (_, index) => `item ${index}`);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What a process of that day takes. */
async function taken(day: number, size: number, all = ''): Promise<readonly string[]> {
  vi.stubEnv('TEST_DAY', String(day));
  vi.stubEnv('TEST_SAMPLE', all);
  const { sample } = (await import(`./sample.ts?day=${day}&all=${all}`)) as typeof import('./sample.ts');
  return sample('matrix', ITEMS, size);
}

test('a day has the same part every time, in order, and a day when all details have run another part', async () => {
  const part = await taken(20_000, 5);
  expect(part).toHaveLength(5);
  expect(part).toEqual(ITEMS.filter((item) => part.includes(item)));
  expect(await taken(20_000, 5)).toEqual(part);
  expect(await taken(20_003, 5)).not.toEqual(part);
});

test('a part stays until each of its tests has had its day', async () => {
  const part = await taken(20_001, 5);
  expect(await taken(20_002, 5)).toEqual(part);
  expect(await taken(20_003, 5)).toEqual(part);
  expect(await taken(20_004, 5)).not.toEqual(part);
});

test('over the days all is tried, none twice before', async () => {
  const tried = [];
  for (const day of [20_001, 20_004, 20_007, 20_010]) tried.push(...(await taken(day, 5)));
  expect(new Set(tried).size).toBe(20);
  expect(new Set([...tried, ...(await taken(20_013, 5))])).toEqual(new Set(ITEMS));
});

test('short lists and TEST_SAMPLE=all leave nothing out', async () => {
  expect(await taken(20_000, 23)).toEqual(ITEMS);
  expect(await taken(20_000, 5, 'all')).toEqual(ITEMS);
});

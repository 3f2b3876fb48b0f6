import { afterEach, expect, test, vi } from 'vitest';
import { DAYS_OF_DETAILS } from './sample.ts';

/** The first day of a part. */
const FIRST = 5000 * DAYS_OF_DETAILS;
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
  const part = await taken(FIRST, 5);
  expect(part).toHaveLength(5);
  expect(part).toEqual(ITEMS.filter((item) => part.includes(item)));
  expect(await taken(FIRST, 5)).toEqual(part);
  expect(await taken(FIRST + DAYS_OF_DETAILS, 5)).not.toEqual(part);
});

test('a part stays until each of its tests has had its day', async () => {
  const part = await taken(FIRST, 5);
  for (let day = 1; day < DAYS_OF_DETAILS; day++) expect(await taken(FIRST + day, 5)).toEqual(part);
});

test('over the days all is tried, none twice before', async () => {
  const tried = [];
  for (const part of [0, 1, 2, 3]) tried.push(...(await taken(FIRST + part * DAYS_OF_DETAILS, 5)));
  expect(new Set(tried).size).toBe(20);
  expect(new Set([...tried, ...(await taken(FIRST + 4 * DAYS_OF_DETAILS, 5))])).toEqual(new Set(ITEMS));
});

test('short lists and TEST_SAMPLE=all leave nothing out', async () => {
  expect(await taken(FIRST, 23)).toEqual(ITEMS);
  expect(await taken(FIRST, 5, 'all')).toEqual(ITEMS);
});

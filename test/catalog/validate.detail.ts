import { expect, it } from 'vitest';
import { listEntries } from '../../src/catalog/index.ts';
import { trySecrets, tryValues } from './validating.ts';

/* Every option of every target; validate.unit.ts tests identical ones once. */

const options = listEntries().flatMap((entry) =>
  Object.entries(entry.options).map(([name, definition]) => ({ entry, name, definition })),
);

it('each listed value, and the ends of each range, are accepted', () => {
  const { count, refused } = tryValues(options);
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(1500);
});

it('secrets never appear in what an error says', () => {
  const { count, shown } = trySecrets(options);
  expect(shown).toEqual([]);
  expect(count).toBeGreaterThan(4 * 50);
});

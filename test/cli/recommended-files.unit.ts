import { expect, test } from 'vitest';
import { INTENTS } from '../../src/catalog/vocabulary.ts';
import { RECOMMENDED_FILES } from './recommended-files.ts';

test('each recommended command has its inputs in the test that runs them all', () => {
  const needed = new Set(INTENTS.flatMap(({ input }) => input.split(' ')));
  expect([...needed].filter((name) => !Object.hasOwn(RECOMMENDED_FILES, name))).toEqual([]);
});

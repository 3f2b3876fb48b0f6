import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PDF_OPERATION_OPTIONS } from '../../../../engines/document/operations/operations.ts';
import { sample } from '../../../support/sample.ts';
import { REASONS, SAMPLED } from './observers.ts';
import { expectPair, PairsBench, REFUSED } from './pairs-support.ts';

/* Each option of the target pdf but those of recognition: alone, and beside each other. */

let bench: PairsBench;
beforeAll(async () => {
  bench = await PairsBench.make();
});
afterAll(() => bench.remove());

const PAIRS = SAMPLED.flatMap((name, index) => SAMPLED.slice(index + 1).map((other) => [name, other] as const));

describe.concurrent('alone', () => {
  test.each(sample('PDF options alone', SAMPLED, 9))('%s is seen', async (name) => {
    expect(await bench.try([name])).toEqual({ kind: 'done', unseen: [], misplaced: [] });
  });

  test.each(sample('PDF options left out', SAMPLED, 9))('%s is not seen without it', async (name) => {
    expect(await bench.seenWithout(name)).toEqual([]);
  });
});

describe.concurrent('every pair', () => {
  test.each(sample('pairs of PDF options', PAIRS, 9))('%s and %s', async (...pair) => {
    expectPair(await bench.try(pair), pair);
  });
});

test('no option is left out, and each reason is of a pair', () => {
  expect([...SAMPLED].sort()).toEqual([...PDF_OPERATION_OPTIONS].sort());
  expect(PAIRS.length).toBe((SAMPLED.length * (SAMPLED.length - 1)) / 2);
  for (const { option, beside } of REASONS) expect([...SAMPLED]).toEqual(expect.arrayContaining([option, beside]));
  for (const pair of REFUSED) expect([...SAMPLED]).toEqual(expect.arrayContaining([...pair]));
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PDF_OPERATION_OPTIONS } from '../../../../engines/document/operations/operations.ts';
import { closeGeometryHosts } from '../../../../tools/pdf-pages/geometry/hosts.ts';
import { closeStructureHosts } from '../../../../tools/pdf-pages/structure/hosts.ts';
import { REASONS, SAMPLED } from './observers.ts';
import { expectPair, PairsBench, REFUSED } from './pairs-support.ts';

/* Every pair of options of the target pdf, but those of recognition. */

let bench: PairsBench;
beforeAll(async () => {
  bench = await PairsBench.make();
});
afterAll(async () => {
  await closeGeometryHosts();
  await closeStructureHosts();
  await bench.remove();
});

const PAIRS = SAMPLED.flatMap((name, index) => SAMPLED.slice(index + 1).map((other) => [name, other] as const));

describe.concurrent('every pair', () => {
  test.each(PAIRS)('%s and %s', async (...pair) => expectPair(await bench.try(pair), pair));
});

test('no option is left out, and each reason is of a pair', () => {
  expect([...SAMPLED].sort()).toEqual([...PDF_OPERATION_OPTIONS].sort());
  expect(PAIRS.length).toBe((SAMPLED.length * (SAMPLED.length - 1)) / 2);
  for (const { option, beside } of REASONS) expect([...SAMPLED]).toEqual(expect.arrayContaining([option, beside]));
  for (const pair of REFUSED) expect([...SAMPLED]).toEqual(expect.arrayContaining([...pair]));
});

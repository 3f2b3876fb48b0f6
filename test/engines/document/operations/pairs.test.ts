import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeGeometryHosts } from '../../../../tools/pdf-pages/geometry/hosts.ts';
import { closeStructureHosts } from '../../../../tools/pdf-pages/structure/hosts.ts';
import { SAMPLED } from './observers.ts';
import { expectPair, PairsBench } from './pairs-support.ts';

/* Each option alone, and beside two others; all pairs are tried by pairs.slow.ts. */

let bench: PairsBench;
beforeAll(async () => {
  bench = await PairsBench.make();
});
afterAll(async () => {
  await closeGeometryHosts();
  await closeStructureHosts();
  await bench.remove();
});

describe.concurrent('alone', () => {
  test.each(SAMPLED)('%s is seen', async (name) => {
    expect(await bench.try([name])).toEqual({ kind: 'done', unseen: [], misplaced: [] });
  });

  test.each(SAMPLED)('%s is not seen without it', async (name) => {
    expect(await bench.seenWithout(name)).toEqual([]);
  });
});

/** How far apart in the list of options the two of a pair are. */
const APART = [5, 16];

const PAIRS = SAMPLED.flatMap((name, index) =>
  APART.map((apart) => [name, SAMPLED[(index + apart) % SAMPLED.length] ?? name] as const),
);

describe.concurrent('beside another', () => {
  test.each(PAIRS)('%s and %s', async (...pair) => expectPair(await bench.try(pair), pair));
});

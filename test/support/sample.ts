import { random } from '../../scripts/random.ts';

/*
 * Generated matrices (option × value × codec, pairs of options, versions) are in files named *.matrix.ts. A run tests a part of each: the
 * same part every day, a different one with another seed. TEST_SAMPLE=all tests everything.
 */

/** All randomness in tests comes from this seed. scripts/test.ts prints it; TEST_SEED repeats a run. */
export const SEED = Number(process.env.TEST_SEED ?? 1);
const ALL = process.env.TEST_SAMPLE === 'all';

/**
 * Returns `size` of the items, in their order. Successive seeds take every item once before one is repeated.
 *
 * @param matrix a name, so that matrices of the same length get different samples
 */
export function sample<Item>(matrix: string, items: readonly Item[], size: number): readonly Item[] {
  if (ALL || items.length <= size) return items;
  const chance = random([...matrix].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7));
  const shuffled = items.map((_, index) => [chance(), index] as const).sort(([a], [b]) => a - b);
  const start = (SEED * size) % items.length;
  const chosen = Array.from({ length: size }, (_, index) => shuffled[(start + index) % items.length]?.[1]);
  return items.filter((_, index) => chosen.includes(index));
}

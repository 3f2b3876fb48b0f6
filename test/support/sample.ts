import { random } from '../../scripts/random.ts';

/*
 * Generated matrices (option × value × codec, pairs of options, versions) are in files named *.matrix.ts. A run tries a part of each: the
 * same one every day, another one with another seed. TEST_SAMPLE=all tries all of it.
 */

/** All chance in tests comes from it: scripts/test.ts prints it, and TEST_SEED=that repeats a run. */
export const SEED = Number(process.env.TEST_SEED ?? 1);
const ALL = process.env.TEST_SAMPLE === 'all';

/**
 * So many of the items, in their order. Seeds that follow one another take each item once before any comes again.
 *
 * @param matrix a name, so that matrices of the same length are not in step
 */
export function sample<Item>(matrix: string, items: readonly Item[], size: number): readonly Item[] {
  if (ALL || items.length <= size) return items;
  const chance = random([...matrix].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7));
  const shuffled = items.map((_, index) => [chance(), index] as const).sort(([a], [b]) => a - b);
  const start = (SEED * size) % items.length;
  const chosen = Array.from({ length: size }, (_, index) => shuffled[(start + index) % items.length]?.[1]);
  return items.filter((_, index) => chosen.includes(index));
}

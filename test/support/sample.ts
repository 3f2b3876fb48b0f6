import { random } from '../../scripts/random.ts';

/*
 * Generated matrices (option × value × codec, pairs of options, versions) are in files named *.matrix.ts. `npm test` tries a part of
 * each, another part every day, and `npm run test:slow` all of it. The day is printed at the start of a run; TEST_DAY=that repeats it.
 */

/** Days since 1970, of which the parts depend; vitest.config.ts sets it for all workers. */
const DAY = Number(process.env.TEST_DAY);
const ALL = process.env.TEST_SAMPLE === 'all';

/**
 * So many of the items, in their order: each once before any comes again, day after day.
 *
 * @param matrix a name, so that matrices of the same length are not in step
 */
export function sample<Item>(matrix: string, items: readonly Item[], size: number): readonly Item[] {
  if (ALL || items.length <= size) return items;
  const chance = random([...matrix].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7));
  const shuffled = items.map((_, index) => [chance(), index] as const).sort(([a], [b]) => a - b);
  const start = (DAY * size) % items.length;
  const chosen = Array.from({ length: size }, (_, index) => shuffled[(start + index) % items.length]?.[1]);
  return items.filter((_, index) => chosen.includes(index));
}

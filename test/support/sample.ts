import { random } from '../../scripts/random.ts';

/*
 * Generated matrices (option × value × codec, pairs of options, versions) are in files named *.matrix.ts. `npm test` tries a part of
 * each, another part every few days, and `npm run test:slow` all of it. The day is printed at the start of a run; TEST_DAY=that
 * repeats it.
 */

/** Days since 1970, on which the parts depend; vitest.config.ts sets it for all workers. */
export const TODAY = Number(process.env.TEST_DAY);
/** Days after which each test of a *.detail.ts file has run. A sample stays for so long: each of its tests has its day. */
export const DAYS_OF_DETAILS = 28;
const ALL = process.env.TEST_SAMPLE === 'all';

/**
 * So many of the items, in their order: each once before any comes again, one sample after another.
 *
 * @param matrix a name, so that matrices of the same length are not in step
 */
export function sample<Item>(matrix: string, items: readonly Item[], size: number): readonly Item[] {
  if (ALL || items.length <= size) return items;
  const chance = random([...matrix].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7));
  const shuffled = items.map((_, index) => [chance(), index] as const).sort(([a], [b]) => a - b);
  const start = (Math.floor(TODAY / DAYS_OF_DETAILS) * size) % items.length;
  const chosen = Array.from({ length: size }, (_, index) => shuffled[(start + index) % items.length]?.[1]);
  return items.filter((_, index) => chosen.includes(index));
}

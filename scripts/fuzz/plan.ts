import { below, type Chance, pick, randomOfPart } from '../random.ts';
import type { Source } from './sources.ts';
import { FUZZ_CATEGORIES, type FuzzTarget } from './targets.ts';

/** One changed file and its conversion. */
export interface FuzzCase {
  readonly index: number;
  readonly source: Source;
  /** A file of the same format, for splices; the source itself if there is no other. */
  readonly other: Source;
  readonly category: string;
  readonly target: FuzzTarget;
  /** Random numbers for the mutation. */
  readonly chance: Chance;
}

/** Share of files that go to a category that does not read their format. */
const STRANGE = 0.03;

/**
 * Returns case `index` of a run: it depends only on the seed, sources and categories, not on other cases. A format is chosen before a file,
 * so that formats with few files are tried as often as those with many.
 */
export function planCase(
  seed: number,
  index: number,
  sources: readonly Source[],
  categories: readonly string[],
): FuzzCase {
  const chance = randomOfPart(seed, index);
  const category = pickCategory(chance, categories);
  const { reads, targets } = FUZZ_CATEGORIES[category] ?? { reads: /./, targets: [] };
  const isStrange = chance() < STRANGE;
  const readable = sources.filter(({ extension }) => isStrange || reads.test(extension));
  const formats = [...new Set(readable.map(({ extension }) => extension))];
  const extension = pick(chance, formats);
  const ofFormat = readable.filter((source) => source.extension === extension);
  const target = pick(
    chance,
    targets.filter(({ only }) => only?.test(extension) !== false),
  );
  return { index, source: pick(chance, ofFormat), other: pick(chance, ofFormat), category, target, chance };
}

function pickCategory(chance: Chance, categories: readonly string[]): string {
  const weights = categories.map((name) => FUZZ_CATEGORIES[name]?.weight ?? 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let place = chance() * total;
  const index = weights.findIndex((weight) => {
    place -= weight;
    return place < 0;
  });
  return categories[index] ?? categories[below(chance, categories.length)] ?? '';
}

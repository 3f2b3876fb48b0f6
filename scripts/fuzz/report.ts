import { table } from '../bench-worker/statistics.ts';
import type { FuzzResult } from './run.ts';

/** Prints how tasks ended, by category, then each group of findings with the command that reproduces it. */
export function printFuzzReport({ groups, outcomes, seeds, slowest }: FuzzResult, seconds: number): void {
  const rows = [...outcomes]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => {
      const [category = '', outcome = ''] = name.split(' ');
      return [category, outcome, String(count)];
    });
  console.log(table([['category', 'outcome', 'files'], ...rows]));
  const files = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${files} files (${seeds} of seeds) in ${Math.round(seconds)} s; slowest: ${slowest.name}, ${slowest.seconds.toFixed(1)} s`,
  );
  for (const { kind, code, category, target, signature, count, replays } of groups) {
    console.log(`\nFINDING ${kind}, ${code}, ${category}/${target}, ${count} times: ${signature}`);
    for (const replay of replays) console.log(`  ${replay}`);
  }
  if (groups.length === 0) console.log('no findings');
}

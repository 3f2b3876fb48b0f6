import { basename } from 'node:path';
import { table } from '../bench-worker/statistics.ts';
import type { Outcome } from './attempt.ts';

/** Prints a table with one row per conversion, then refusals and errors by file name. */
export function printReport(outcomes: readonly Outcome[]): void {
  const groups = [...Map.groupBy(outcomes, ({ name }) => name)];
  const rows = groups.map(([name, group]) => {
    const count = (kind: Outcome['kind']) => String(group.filter((one) => one.kind === kind).length);
    return [name, String(group.length), count('converted'), refusedByCode(group), count('wrong')];
  });
  console.log(table([['conversion', 'files', 'converted', 'refused, by code', 'wrong'], ...rows]));

  const refused = Map.groupBy(
    outcomes.filter(({ kind }) => kind === 'refused'),
    ({ name, result }) => `${name} ${result}`,
  );
  for (const [what, group] of refused) console.log(`${what}: ${group.map(({ file }) => basename(file)).join(', ')}`);
  for (const { name, file, result } of outcomes.filter(({ kind }) => kind === 'wrong')) {
    console.log(`WRONG ${name} ${basename(file)}: ${result}`);
  }
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds)[0];
  if (slowest) console.log(`slowest: ${basename(slowest.file)}, ${slowest.name}, ${slowest.seconds.toFixed(1)} s`);
}

function refusedByCode(group: readonly Outcome[]): string {
  const codes = Map.groupBy(
    group.filter(({ kind }) => kind === 'refused'),
    ({ result }) => result,
  );
  return [...codes]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([code, list]) => `${code} ${list.length}`)
    .join(', ');
}

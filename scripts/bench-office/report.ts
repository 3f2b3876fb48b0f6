import { basename } from 'node:path';
import { median, table } from '../bench-worker/statistics.ts';
import type { Contestant } from './contestants.ts';
import type { Result } from './result.ts';

/** A contestant with its results one at a time and several at a time. */
export interface Entry {
  readonly contestant: Contestant;
  readonly alone: Result;
  readonly together: Result;
}

export type Entries = Readonly<Record<'cold' | 'pipe' | 'pool' | 'runner', Entry>>;

/** Returns conversions per minute and median latency of each contestant. */
export function overview(entries: Entries, lanes: number): string {
  const cells = (result: Result) => [result.rate.toFixed(0), result.latency.toFixed(0)];
  return table([
    ['', '1: a minute', 'median ms', `${lanes}: a minute`, 'median ms'],
    ...Object.values(entries).map(({ contestant, alone, together }) => [
      contestant.name,
      ...cells(alone),
      ...cells(together),
    ]),
  ]);
}

/** One at a time. Nothing can save the time that LibreOffice itself needs: small files gain most. */
export function byFile(entries: Entries, files: readonly string[]): string {
  const timesCold = (file: string) => entries.cold.alone.ofFile(file) / entries.pool.alone.ofFile(file);
  const sorted = files.toSorted((a, b) => timesCold(b) - timesCold(a));
  const all = Object.values(entries);
  const rows = sorted.map((file) => [
    basename(file),
    ...all.map(({ alone }) => alone.ofFile(file).toFixed(0)),
    timesCold(file).toFixed(1),
  ]);
  const ratios = sorted.map(timesCold);
  const tenfold = ratios.filter((ratio) => ratio >= 10).length;
  return [
    table([['ms of each', ...all.map(({ contestant }) => contestant.name), 'pool, times cold'], ...rows]),
    `median file ${median(ratios).toFixed(1)} times cold; ${tenfold} of ${files.length} 10 times or more`,
  ].join('\n');
}

/** Compares one of convertd's with the cold program and the pipe. */
export function comparison(own: Entry, { cold, pipe }: Entries, lanes: number): string {
  const against = (other: Entry, of: 'rate' | 'latency') =>
    `${(own.alone[of] / other.alone[of]).toFixed(2)} and ${(own.together[of] / other.together[of]).toFixed(2)}`;
  return [
    `${own.contestant.name}, at 1 and ${lanes}: conversions a minute ${against(cold, 'rate')} times cold,`,
    `  ${against(pipe, 'rate')} times the pipe; latency ${against(pipe, 'latency')} of the pipe`,
  ].join('\n');
}

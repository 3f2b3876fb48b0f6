import { table } from '../bench-worker/statistics.ts';
import type { Sample } from './files.ts';

/** Output of measure.py. Shares from 0 to 1. */
export interface Measured {
  readonly words: number;
  readonly kept: number;
  readonly order: number;
  readonly fonts: number;
  readonly sizes: number;
  readonly places: number;
  readonly look: number;
  readonly pictures: number;
  readonly picturesWanted: number;
  readonly tables: number;
  readonly flowing: number;
  readonly wordsAParagraph: number;
}

export interface Result {
  readonly sample: Sample;
  readonly by: ReadonlyMap<string, Measured>;
}

const SHARES = ['kept', 'order', 'fonts', 'sizes', 'places', 'look', 'flowing'] as const;

const percent = (share: number): string => (100 * share).toFixed(share > 0.9995 ? 0 : 1);

/** Returns a table of means over all files, and one for each file: a value for each contestant, in order. */
export function report(results: readonly Result[], names: readonly string[]): string {
  const of = (name: string): Measured[] => results.flatMap(({ by }) => by.get(name) ?? []);
  const mean = (name: string, key: (typeof SHARES)[number]): number =>
    of(name).reduce((sum, each) => sum + each[key], 0) / Math.max(1, results.length);
  const total = (name: string, key: 'pictures' | 'picturesWanted' | 'tables'): number =>
    of(name).reduce((sum, each) => sum + each[key], 0);
  const means = [
    ['', ...names],
    ...SHARES.map((key) => [`${key} %`, ...names.map((name) => percent(mean(name, key)))]),
    ['pictures', ...names.map((name) => `${total(name, 'pictures')} of ${total(name, 'picturesWanted')}`)],
    ['tables', ...names.map((name) => `${total(name, 'tables')}`)],
    ['words a paragraph', ...names.map((name) => median(of(name).map((each) => each.wordsAParagraph)).toFixed(1))],
  ];
  const files = results.map(({ sample, by }) => {
    const each = names.flatMap((name) => by.get(name) ?? []);
    const cell = (value: (measured: Measured) => string): string => each.map(value).join(' / ');
    return [
      sample.name,
      sample.kind,
      ...SHARES.map((key) => cell((measured) => (100 * measured[key]).toFixed(0))),
      cell(({ pictures }) => `${pictures}`),
      cell(({ tables }) => `${tables}`),
    ];
  });
  return `${table(means)}\n\n${table([['file', 'kind', ...SHARES, 'pictures', 'tables'], ...files])}`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

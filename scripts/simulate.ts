/**
 * `npm run simulate [-- FILE]`: how long tasks wait, by kind, when many arrive at once: with one group of workers or several, in which
 * order, and with which rule for the number of workers. Uses measured service times: FILE, or scripts/simulate/service-times.json, which
 * `TIMES=… npm run bench:compare` writes. Takes seconds; gives the same numbers each time.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { median, quantile, table } from './bench-worker/statistics.ts';
import { type Arrival, type Pool, type Result, simulate } from './simulate/queues.ts';
import {
  ALL,
  burst,
  byLength,
  byWork,
  MEDIA,
  MIX,
  meanOf,
  meanOfCategory,
  OFFICE,
  picturesAndFilms,
  pool,
  type ServiceTimes,
  SLOTS_PER_WORKER,
} from './simulate/scenarios.ts';

const MEASURED = fileURLToPath(new URL('simulate/service-times.json', import.meta.url));
const times = JSON.parse(await readFile(process.argv[2] ?? MEASURED, 'utf8')) as ServiceTimes;
const BURST = 10_000;
const WORKERS = 10;

const inMinutes = (seconds: number): string =>
  seconds < 99.5 ? `${seconds.toFixed(seconds < 9.5 ? 1 : 0)} s` : `${(seconds / 60).toFixed(0)} min`;

/** Formats median and 95th percentile. */
const waitOf = (waits: readonly number[] = []): string =>
  waits.length === 0 ? '' : `${inMinutes(median(waits))}, ${inMinutes(quantile(waits, 0.95))}`;

console.log('Seconds that a task holds a slot, two at a time on two cores:\n');
console.log(
  table([
    ['kind', 'of the burst', 'median', 'mean', 'most'],
    ...MIX.map(({ kind, share }) => {
      const measured = times[kind] ?? [];
      const numbers = [median(measured), meanOf(kind, times), Math.max(...measured)];
      return [kind, `${share} %`, ...numbers.map((each) => each.toFixed(2))];
    }),
  ]),
);

function compareWaits(arrivals: readonly Arrival[], variants: Readonly<Record<string, readonly Pool[]>>): string {
  const results = Object.entries(variants).map(([name, pools]) => [name, simulate(arrivals, pools)] as const);
  const kinds = MIX.filter(({ kind }) => arrivals.some((each) => each.kind === kind));
  return table([
    ['wait: median, 95 %', ...results.map(([name]) => name)],
    ...kinds.map(({ kind }) => [kind, ...results.map(([, { waits }]) => waitOf(waits.get(kind)))]),
    ['all are done after', ...results.map(([, { end }]) => inMinutes(end))],
  ]);
}

/** Distributes workers to groups of categories by their share of the mix's work: at least one each. */
function shared(groups: readonly (readonly string[])[], workers: number): Pool[] {
  const workOf = (categories: readonly string[]) =>
    MIX.filter(({ category }) => categories.includes(category)).reduce(
      (sum, { kind, share }) => sum + share * meanOf(kind, times),
      0,
    );
  const all = groups.reduce((sum, each) => sum + workOf(each), 0);
  return groups.map((each) => pool(each, Math.max(1, Math.round((workers * workOf(each)) / all))));
}

console.log(`${BURST} tasks within ten seconds, ${WORKERS} workers of ${SLOTS_PER_WORKER} slots:\n`);
console.log(
  compareWaits(burst(BURST, times), {
    'one queue': [pool(ALL, WORKERS, 'arrival')],
    'categories in turn': [pool(ALL, WORKERS)],
    'shortest category first': [pool(ALL, WORKERS, 'shortest')],
    'office and media': shared([OFFICE, MEDIA], WORKERS),
    'office, media, films': shared([OFFICE, ['image', 'audio'], ['video']], WORKERS),
  }),
);

console.log(
  `Pictures for half an hour, which keep half of ${WORKERS} workers busy, and films at once for all of them for ten minutes:\n`,
);
console.log(
  compareWaits(picturesAndFilms(WORKERS * SLOTS_PER_WORKER, times), {
    'one queue': [pool(['image', 'video'], WORKERS, 'arrival')],
    'categories in turn': [pool(['image', 'video'], WORKERS)],
    'shortest category first': [pool(['image', 'video'], WORKERS, 'shortest')],
    'films by themselves': [pool(['image'], WORKERS * 0.6), pool(['video'], WORKERS * 0.4)],
  }),
);

const LENGTHS = { image: 6, audio: 6, video: 2, document: 6, ebook: 6 };
const RULES: Readonly<Record<string, (most: number) => readonly Pool[]>> = {
  '6 tasks a worker, 2 films': (most) => [pool(OFFICE, byLength(LENGTHS, most)), pool(MEDIA, byLength(LENGTHS, most))],
  'work of 1 minute a worker': (most) => [pool(OFFICE, byWork(times, 60, most)), pool(MEDIA, byWork(times, 60, most))],
  'work of 5 minutes a worker': (most) => [
    pool(OFFICE, byWork(times, 300, most)),
    pool(MEDIA, byWork(times, 300, most)),
  ],
};
const MOST = 20;
const rows: string[][] = [];
for (const count of [100, 1000, BURST]) {
  for (const [name, pools] of Object.entries(RULES)) {
    const result: Result = simulate(burst(count, times), pools(MOST));
    const all = [...result.waits.values()].flat();
    const hours = (result.workerSeconds / 3600).toFixed(1);
    rows.push([String(count), name, waitOf(all), inMinutes(result.end), String(result.mostWorkers), hours]);
  }
}
console.log(`The number of workers by a rule, 1 to ${MOST} for office and as many for media:\n`);
console.log(table([['burst', 'rule', 'wait: median, 95 %', 'done after', 'most workers', 'worker hours'], ...rows]));

console.log('For the formula of deploy/kubernetes/workers, mean seconds of a task: ');
console.log(`${ALL.map((category) => `${category} ${meanOfCategory(category, times).toFixed(1)}`).join(', ')}.`);

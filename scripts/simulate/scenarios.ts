import { type Chance, pick, random } from '../random.ts';
import type { Arrival, Pool, Scaling } from './queues.ts';

/** Measured times of each task of a kind, seconds, from bench-compare.ts. */
export type ServiceTimes = Readonly<Record<string, readonly number[]>>;

/** A kind of tasks, and its share of a burst, percent. */
interface Kind {
  readonly kind: string;
  readonly category: string;
  readonly share: number;
}

/** Typical load of an installation for everything: mostly small tasks, and a few long ones. */
export const MIX: readonly Kind[] = [
  { kind: 'pictures to JPEG', category: 'image', share: 45 },
  { kind: 'office files to PDF', category: 'document', share: 30 },
  { kind: 'sound to MP3', category: 'audio', share: 10 },
  { kind: 'books to EPUB', category: 'ebook', share: 5 },
  { kind: 'scans to searchable PDF', category: 'document', share: 5 },
  { kind: 'films to MP4', category: 'video', share: 5 },
];

export const SLOTS_PER_WORKER = 2;
const SEED = 20;

function taskOf({ kind, category }: Kind, at: number, times: ServiceTimes, chance: Chance): Arrival {
  const measured = times[kind];
  if (measured === undefined) throw new RangeError(`no times of ${kind}`);
  return { at, kind, category, seconds: pick(chance, measured) };
}

/** Returns this many tasks of the mix within ten seconds. */
export function burst(count: number, times: ServiceTimes): Arrival[] {
  const chance = random(SEED);
  const hundred = MIX.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  return Array.from({ length: count }, () => taskOf(pick(chance, hundred), chance() * 10, times, chance));
}

/**
 * Returns pictures at random times for half an hour, enough to keep half of the slots busy, and films all at once after five minutes.
 * @param films enough to keep all slots busy for ten minutes
 */
export function picturesAndFilms(slots: number, times: ServiceTimes): Arrival[] {
  const chance = random(SEED);
  const [pictures, films] = [kindOf('pictures to JPEG'), kindOf('films to MP4')];
  const every = meanOf(pictures.kind, times) / (0.5 * slots);
  const arrivals: Arrival[] = [];
  for (let at = 0; at < 1800; at += -Math.log(1 - chance()) * every) arrivals.push(taskOf(pictures, at, times, chance));
  const count = Math.round((600 * slots) / meanOf(films.kind, times));
  for (let film = 0; film < count; film += 1) arrivals.push(taskOf(films, 300, times, chance));
  return arrivals;
}

function kindOf(name: string): Kind {
  const found = MIX.find(({ kind }) => kind === name);
  if (found === undefined) throw new RangeError(`no kind ${name}`);
  return found;
}

export function meanOf(kind: string, times: ServiceTimes): number {
  const measured = times[kind] ?? [];
  return measured.reduce((sum, each) => sum + each, 0) / measured.length;
}

/** Returns the mean seconds of a category's tasks in the mix. */
export function meanOfCategory(category: string, times: ServiceTimes): number {
  const kinds = MIX.filter((each) => each.category === category);
  const shares = kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.reduce((sum, { kind, share }) => sum + (share / shares) * meanOf(kind, times), 0);
}

export const ALL = [...new Set(MIX.map(({ category }) => category))];
/** Groups as in deploy/kubernetes/workers. */
export const OFFICE = ['document', 'ebook'];
export const MEDIA = ['image', 'audio', 'video'];

export const pool = (
  categories: readonly string[],
  workers: Pool['workers'],
  order: Pool['order'] = 'turns',
): Pool => ({ categories, order, slotsPerWorker: SLOTS_PER_WORKER, workers });

/** Behaviour of the autoscaler with any rule: KEDA checks every 15 s, and a pod needs half a minute to its first task. */
const AUTOSCALER = { least: 1, most: 20, every: 15, start: 30, leave: { after: 300, each: 60 } };

/** Returns the workers that a category needs if each may have this many tasks. */
export const byLength = (tasksPerWorker: Readonly<Record<string, number>>, most = AUTOSCALER.most): Scaling => ({
  ...AUTOSCALER,
  most,
  wanted: (unfinished) => Math.max(...[...unfinished].map(([each, count]) => count / (tasksPerWorker[each] ?? 1))),
});

/** Returns the workers that finish all tasks within a time: tasks of each category times the duration of one. */
export const byWork = (times: ServiceTimes, withinSeconds: number, most = AUTOSCALER.most): Scaling => ({
  ...AUTOSCALER,
  most,
  wanted: (unfinished) =>
    [...unfinished].reduce((sum, [category, count]) => sum + count * meanOfCategory(category, times), 0) /
    (withinSeconds * SLOTS_PER_WORKER),
});

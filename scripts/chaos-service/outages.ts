import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Postgres, setDatabaseReadOnly } from '../../test/support/postgres.ts';
import type { Broker } from '../../test/support/rabbitmq.ts';
import type { Chance } from '../random.ts';
import type { SmallDisk } from './mounts.ts';

/** A temporary failure of a part of the installation. */
export interface Outage {
  readonly name: string;
  /** Seconds; default `SECONDS`. */
  readonly lasts?: number;
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/** Duration of an outage, seconds: minimum, and random addition. */
const SECONDS = [4, 8] as const;
/** Pause between two outages. */
const PAUSE_SECONDS = 6;
/** Number of jobs that end between two outages. */
const ENDS_BETWEEN = 5;

export interface Installation {
  readonly postgres: Postgres;
  readonly databaseUrl: string;
  readonly broker: Broker;
  /** File with the ms by which one of the services is ahead of the others. */
  readonly clockFile: string;
  /** Disks of the database and the outputs; null if nothing can be mounted. */
  readonly disks: { readonly database: SmallDisk; readonly store: SmallDisk } | null;
}

/** Returns all outages that are possible here. */
export function possibleOutages({ postgres, databaseUrl, broker, clockFile, disks }: Installation): Outage[] {
  const setClock = (ms: number) => writeFile(clockFile, String(ms));
  const limitDisk = (limit: string) => broker.ctl('set_disk_free_limit', limit);
  return [
    {
      name: 'database read-only',
      begin: () => setDatabaseReadOnly(databaseUrl, true),
      end: () => setDatabaseReadOnly(databaseUrl, false),
    },
    { name: 'database silent', lasts: 60, begin: postgres.pause, end: postgres.resume },
    { name: 'database killed', begin: postgres.kill, end: postgres.start },
    { name: 'broker silent', begin: async () => broker.pause(), end: async () => broker.resume() },
    { name: 'broker restarted', lasts: 0, begin: broker.restart, end: async () => {} },
    { name: 'broker without disk', begin: () => limitDisk('1000000GB'), end: () => limitDisk('1MB') },
    { name: 'clock an hour ahead', begin: () => setClock(3_600_000), end: () => setClock(0) },
    ...(disks === null
      ? []
      : [
          {
            name: 'database full',
            begin: () => disks.database.setFull(true),
            end: () => disks.database.setFull(false),
          },
          { name: 'store full', begin: () => disks.store.setFull(true), end: () => disks.store.setFull(false) },
          {
            name: 'store read-only',
            begin: () => disks.store.setReadOnly(true),
            end: () => disks.store.setReadOnly(false),
          },
        ]),
  ];
}

export interface Breaking {
  readonly outages: readonly Outage[];
  readonly chance: Chance;
  /** Returns how many jobs have ended so far. */
  readonly ended: () => number;
  readonly over: AbortSignal;
  /** Called at the end of each outage. */
  readonly onEnd: (name: string) => void;
}

/** Runs one outage after the other, each once in random order, repeatedly until it is over. */
export async function breakAtRandom({ outages, chance, ended, over, onEnd }: Breaking): Promise<void> {
  const wait = (seconds: number) => setTimeout(seconds * 1000, undefined, { signal: over }).catch(() => {});
  const queue: Outage[] = [];
  for (;;) {
    const before = ended();
    await wait(PAUSE_SECONDS);
    while (ended() < before + ENDS_BETWEEN && !over.aborted) await setTimeout(50);
    if (over.aborted) return;
    if (queue.length === 0) queue.push(...shuffled(outages, chance));
    const outage = queue.shift();
    if (outage === undefined) return;
    const [least, more] = SECONDS;
    await outage.begin();
    await wait(outage.lasts ?? least + chance() * more);
    await outage.end();
    onEnd(outage.name);
  }
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

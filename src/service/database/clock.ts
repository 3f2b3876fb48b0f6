import { sql } from 'kysely';
import { type PollerLog, startPoller } from '../../execution/poller.ts';
import { isPostgres } from './dialect.ts';
import type { Database } from './open.ts';

/** Interval between reads of the database's clock, ms. */
const LOOK_MS = 60_000;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  stop(): Promise<void>;
}

/**
 * Returns the clock that all services of a database share: leases and pauses are written and compared by it. It is PostgreSQL's, so a
 * machine whose clock is wrong, or is changed while it runs, takes nothing that another one has. With SQLite there is only one machine.
 * @throws errors of the database
 */
export async function databaseClock(db: Database, log: PollerLog): Promise<Clock> {
  if (!isPostgres(db)) return { now: Date.now, stop: async () => {} };
  let ahead = 0;
  const look = async () => {
    const asked = performance.now();
    const { rows } = await sql<{
      ms: number;
    }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
    ahead = Number(rows[0]?.ms) - (asked + performance.now()) / 2;
  };
  await look();
  const looks = startPoller(look, { intervalMs: LOOK_MS, log, failure: 'the clock of the database could not be read' });
  return { now: () => Math.floor(performance.now() + ahead), stop: looks.stop };
}

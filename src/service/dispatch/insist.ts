import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

/** Between two tries, ms. */
const PAUSE_MS = 500;
/** What fails so often while the database answers otherwise will not work later either. */
const TRIES = 5;

/**
 * Does something with the database, and does it again while that is away, for as long as `goOn` says. Throws what `work`
 * threw last.
 */
export async function insist<T>(
  db: Database,
  work: () => Promise<T>,
  goOn: () => boolean,
  onTrouble: (error: unknown) => void = () => {},
): Promise<T> {
  for (let refused = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      if (await answers(db)) refused += 1;
      if (!goOn() || refused >= TRIES) throw error;
      onTrouble(error);
      await setTimeout(PAUSE_MS);
    }
  }
}

/** Whether the database answers at all. */
export async function answers(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

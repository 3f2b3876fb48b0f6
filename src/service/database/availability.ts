import { sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Database } from './open.ts';

/** `read-only`: it answers, but accepts no changes, like a standby after a failover. */
export type Availability = 'connected' | 'read-only' | 'disconnected';

/** Checks whether the database would accept a change. Never throws. */
export async function availabilityOf(db: Database): Promise<Availability> {
  try {
    if (!isPostgres(db)) await sql`select 1`.execute(db);
    else {
      const { rows } = await sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`.execute(db);
      if (rows[0]?.mode === 'on') return 'read-only';
    }
    return 'connected';
  } catch {
    return 'disconnected';
  }
}

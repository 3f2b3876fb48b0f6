import type { Database } from '../database/open.ts';
import type { CallbackRow } from '../database/tables.ts';

/** Time that a replica has for a callback that it took; longer than an attempt with everything around it may take, ms. */
const LEASE_MS = 30_000;

/** State of a callback after an attempt. */
export type NextState =
  | { readonly state: 'delivered' | 'rejected' | 'given_up' }
  /** `nextAt`: ms since 1970. */
  | { readonly state: 'waiting'; readonly nextAt: number };

/**
 * Takes the callback that has been due for longest, so that no other replica does. For one job, earlier callbacks come first: a later one
 * is not due before they have ended.
 * @param busyHosts hosts whose callbacks are left for later
 * @returns null if none is due
 */
export async function takeCallback(
  db: Database,
  owner: string,
  busyHosts: readonly string[],
  now: number,
): Promise<CallbackRow | null> {
  for (;;) {
    const candidate = await db
      .selectFrom('callbacks')
      .select('id')
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .where('lease_until', '<=', now)
      .$if(busyHosts.length > 0, (query) => query.where('host', 'not in', busyHosts))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('callbacks as earlier')
              .select('earlier.id')
              .whereRef('earlier.job_id', '=', 'callbacks.job_id')
              .whereRef('earlier.position', '<', 'callbacks.position')
              .where('earlier.state', '=', 'waiting'),
          ),
        ),
      )
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst();
    if (candidate === undefined) return null;
    const taken = await db
      .updateTable('callbacks')
      .set({ lease_owner: owner, lease_until: now + LEASE_MS })
      .where('id', '=', candidate.id)
      .where('state', '=', 'waiting')
      .where('lease_until', '<=', now)
      .returningAll()
      .executeTakeFirst();
    // If undefined, another replica was quicker.
    if (taken !== undefined) return taken;
  }
}

/** Records how an attempt has ended, and releases the callback. Does nothing if another replica has it by now. */
export async function recordCallback(
  db: Database,
  { id, attempts, lease_owner }: CallbackRow,
  next: NextState,
): Promise<void> {
  await db
    .updateTable('callbacks')
    .set({
      state: next.state,
      attempts: attempts + 1,
      ...(next.state === 'waiting' && { next_at: next.nextAt }),
      lease_owner: null,
      lease_until: 0,
    })
    .where('id', '=', id)
    .where('lease_owner', '=', lease_owner)
    .execute();
}

/** Deletes a callback whose job is gone. */
export async function dropCallback(db: Database, id: string): Promise<void> {
  await db.deleteFrom('callbacks').where('id', '=', id).execute();
}

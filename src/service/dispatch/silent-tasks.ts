import type { Database } from '../database/open.ts';
import type { TaskRow } from '../database/tables.ts';
import type { TaskState } from '../states.ts';
import { categoryOf } from '../tasks/lane.ts';

/*
 * Finds tasks that the broker was given but has no more, as after a loss of its data. The service hears nothing of a task that waits in a
 * queue either, however long. But a queue is first in, first out, so of the tasks that may be in it, it can only have the last ones, as
 * many as it has messages.
 */

/** Time without news after which a task waits in its queue, or is lost; ms. Longer than any task may run. */
export const SILENCE_MS = 3600 * 1000;
/** Interval between two checks, ms. A worker may just have taken a task, so it is lost only if the next check says the same. */
const LOOK_MS = 10_000;
/** Largest number of lost tasks of one category in one check. */
const MOST = 1000;

const AT_BROKER: readonly TaskState[] = ['sent', 'processing'];

type Candidate = Pick<TaskRow, 'id' | 'lease_owner'>;
type Silent = Pick<TaskRow, 'id' | 'lease_owner' | 'modified_at'>;

/** Looks for lost tasks. */
export interface SilentTasks {
  /**
   * Returns the next lost tasks, to be published again. If the queue has too few messages for another reason, some of them are not lost: a
   * worker that has or has ended such a task recognizes it by its id.
   */
  lost(now: number, most: number): Promise<readonly Candidate[]>;
}

/** @param queued number of messages in the broker's queue of a category; null while the broker is unreachable */
export function silentTasks(db: Database, queued: (category: string) => Promise<number | null>): SilentTasks {
  /** Tasks missing at the last check: id to when each was last heard of. */
  let suspected = new Map<string, number>();
  let lost: Silent[] = [];
  let lookedAt = 0;

  async function look(now: number): Promise<void> {
    const missing = await missingTasks(db, queued, now);
    lost = missing.filter(({ id, modified_at }) => suspected.get(id) === modified_at);
    suspected = new Map(missing.map(({ id, modified_at }) => [id, modified_at]));
  }

  return {
    async lost(now, most) {
      if (lost.length === 0 && now - lookedAt >= LOOK_MS) {
        lookedAt = now;
        await look(now);
      }
      return lost.splice(0, most);
    },
  };
}

/** Returns the silent tasks that cannot be in the queue of their category, because it has fewer messages; the oldest ones. */
async function missingTasks(
  db: Database,
  queued: (category: string) => Promise<number | null>,
  now: number,
): Promise<Silent[]> {
  if (!(await hasSilent(db, now))) return [];
  const missing: Silent[] = [];
  const byCategory = Map.groupBy(await lanesAtBroker(db, now), ({ lane }) => categoryOf(lane));
  for (const [category, lanes] of byCategory) {
    const silent = lanes.filter((each) => Number(each.silent) > 0).map(({ lane }) => lane);
    if (silent.length === 0) continue;
    const messages = await queued(category);
    if (messages === null) return [];
    const most = lanes.reduce((sum, { known }) => sum + Number(known), 0) - messages;
    if (most <= 0) continue;
    const tasks = await db
      .selectFrom('tasks')
      .select(['id', 'lease_owner', 'modified_at'])
      .where('state', 'in', AT_BROKER)
      .where('lane', 'in', silent)
      .where('modified_at', '<', now - SILENCE_MS)
      .where('lease_until', '<=', now)
      .orderBy('modified_at')
      .limit(Math.min(most, MOST))
      .execute();
    missing.push(...tasks);
  }
  return missing;
}

/** Usually the only query. */
async function hasSilent(db: Database, now: number): Promise<boolean> {
  const first = await db
    .selectFrom('tasks')
    .select('id')
    .where('state', 'in', AT_BROKER)
    .where('modified_at', '<', now - SILENCE_MS)
    .where('lease_until', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

/** Counts, for each lane, the tasks that may be in a queue (not begun, or perhaps returned), and the silent ones. */
const lanesAtBroker = (db: Database, now: number) =>
  db
    .selectFrom('tasks')
    .select('lane')
    .select(({ fn, eb }) => {
      const one = eb
        .case()
        .when('modified_at', '<', now - SILENCE_MS)
        .then(1);
      return [
        fn.sum<number | string>(one.when('state', '=', 'sent').then(1).else(0).end()).as('known'),
        fn.sum<number | string>(one.else(0).end()).as('silent'),
      ];
    })
    .where('state', 'in', AT_BROKER)
    .where('lease_until', '<=', now)
    .groupBy('lane')
    .execute();

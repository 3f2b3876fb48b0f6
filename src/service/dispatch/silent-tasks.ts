import type { Database } from '../database/open.ts';
import type { TaskRow } from '../database/tables.ts';
import type { TaskState } from '../states.ts';
import { categoryOf } from '../tasks/lane.ts';

/*
 * Which of the tasks that the broker was given it has no more, as after a loss of its data. The service hears nothing of a task that
 * waits in a queue either, however long; but a queue is first in, first out, so of the tasks that may be in it, it can only have as many
 * as it has messages, the last ones.
 */

/** Nothing is heard of a task for so long: it waits in its queue, or is lost; ms. Longer than any task may run. */
export const SILENCE_MS = 3600 * 1000;
/** A worker may just have taken a task, so it is lost only where the next look says the same. Interval between two looks, ms. */
const LOOK_MS = 10_000;
/** Lost tasks of one category in one look. */
const MOST = 1000;

const AT_BROKER: readonly TaskState[] = ['sent', 'processing'];

type Candidate = Pick<TaskRow, 'id' | 'lease_owner'>;
type Silent = Pick<TaskRow, 'id' | 'lease_owner' | 'modified_at'>;

/** Looks for lost tasks. */
export interface SilentTasks {
  /**
   * The next ones that are lost, to be published again. One that is not is published again where the queue has messages less than it
   * should for another reason; a worker that has the task, or has ended it, knows it by its id.
   */
  lost(now: number, most: number): Promise<readonly Candidate[]>;
}

/** @param queued how many messages wait in the broker's queue of a category; null while the broker is away */
export function silentTasks(db: Database, queued: (category: string) => Promise<number | null>): SilentTasks {
  /** Missing at the last look: when each was last heard of, by its id. */
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

/** The silent tasks that the queue of their category cannot have, because it has fewer messages; the oldest. */
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

/** Usually the only question. */
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

/** Of each lane, how many tasks may be in a queue (those that have not begun, and those that may have been returned), and how many are silent. */
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

import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Tables, TaskRow } from '../database/tables.ts';
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
/** Silent tasks of one look. */
const MOST = 1000;

type Candidate = Pick<TaskRow, 'id' | 'lease_owner'>;

interface Silent {
  readonly id: string;
  readonly lane: string;
  readonly lease_owner: string | null;
  readonly modified_at: number;
}

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

/** The silent tasks that the queue of their category cannot have, because it has fewer messages. */
async function missingTasks(
  db: Database,
  queued: (category: string) => Promise<number | null>,
  now: number,
): Promise<Silent[]> {
  const silent: Silent[] = await db
    .selectFrom('tasks')
    .select(['id', 'lane', 'lease_owner', 'modified_at'])
    .where('state', 'in', ['sent', 'processing'])
    .where('modified_at', '<', now - SILENCE_MS)
    .where('lease_until', '<=', now)
    .orderBy('modified_at')
    .limit(MOST)
    .execute();
  if (silent.length === 0) return [];
  const known = await atBroker(db, now);
  const byCategory = Map.groupBy(silent, ({ lane }) => categoryOf(lane));
  const missing: Silent[] = [];
  for (const [category, tasks] of byCategory) {
    const messages = await queued(category);
    if (messages === null) return [];
    missing.push(...tasks.slice(0, Math.max(0, (known.get(category) ?? 0) - messages)));
  }
  return missing;
}

/** How many tasks of each category may be in its queue: those that have not begun, and those that may have been returned. */
async function atBroker(db: Database, now: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['lane', fn.countAll<number | string>().as('count')])
    .where((builder) => mayBeQueued(builder, now))
    .groupBy('lane')
    .execute();
  const counts = new Map<string, number>();
  for (const { lane, count } of rows) {
    const category = categoryOf(lane);
    counts.set(category, (counts.get(category) ?? 0) + Number(count));
  }
  return counts;
}

const mayBeQueued = ({ or, and, eb }: ExpressionBuilder<Tables, 'tasks'>, now: number) =>
  or([eb('state', '=', 'sent'), and([eb('state', '=', 'processing'), eb('modified_at', '<', now - SILENCE_MS)])]);

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../database/dialect.ts';
import { inOrder } from '../database/lock-order.ts';
import type { Database } from '../database/open.ts';
import type { Tables, TaskRow } from '../database/tables.ts';
import type { TaskState } from '../states.ts';
import { nextInTurn } from './lanes.ts';
import { SILENCE_MS, silentTasks } from './silent-tasks.ts';

/*
 * Tasks on their way to the broker. A task is `waiting` until the broker has confirmed it, then `sent`. It is leased while it is published,
 * so that replicas do not publish it at the same time.
 */

/** Time that the broker may take to confirm, ms. After it, another replica publishes the task again. */
const PUBLISH_LEASE_MS = 30_000;
/** Number of tasks of one turn. */
const BATCH = 50;
/** Interval between checks for tasks whose publisher was lost, ms. */
const LOOK_FOR_LOST_MS = 2000;

export interface TaskToSend {
  readonly row: TaskRow;
  /** Whether it may have been published before. */
  readonly again: boolean;
}

/** Tasks to publish, a batch at a time. */
export interface UnsentTasks {
  /** Takes the next tasks. Empty if nothing can be sent now. */
  take(): Promise<TaskToSend[]>;
  /** Whether tasks wait for others of their key to begin: each task that begins may release one of them. */
  readonly isHolding: boolean;
}

/**
 * @param owner owner of the leases
 * @param limitPerKey tasks of a lane that may wait at the broker; the lanes take turns. 0: all tasks, the oldest first
 * @param queued number of messages in the broker's queue of a category; null while the broker is unreachable
 */
export function unsentTasks(
  db: Database,
  owner: string,
  limitPerKey: number,
  now: () => number,
  queued: (category: string) => Promise<number | null>,
): UnsentTasks {
  const silent = silentTasks(db, queued);
  const takeAll = (candidates: readonly Candidate[]) => claim(db, candidates, owner, now());
  let isHolding = false;
  let lookedAt = 0;
  /** Lane of the last task. */
  let after = '';
  return {
    get isHolding() {
      return isHolding;
    },
    async take() {
      if (now() - lookedAt >= LOOK_FOR_LOST_MS) {
        lookedAt = now();
        const interrupted = await takeAll(await interruptedOnes(db, now()));
        if (interrupted.length > 0) return interrupted;
        const lost = await takeAll(await silent.lost(now(), BATCH));
        if (lost.length > 0) {
          // There may be more such tasks.
          lookedAt = 0;
          return lost;
        }
      }
      if (limitPerKey === 0) return takeAll(await oldestWaiting(db, now()));
      for (;;) {
        const turn = await nextInTurn(db, { limit: limitPerKey, most: BATCH, after, now: now() });
        isHolding = turn.isHolding;
        after = turn.tasks.at(-1)?.lane ?? after;
        const taken = await takeAll(turn.tasks);
        // If another replica was quicker with all of them, there may be more.
        if (taken.length > 0 || turn.tasks.length === 0) return taken;
      }
    },
  };
}

type Candidate = Pick<TaskRow, 'id' | 'lease_owner'>;

/** Only one state: the index has its tasks in this order. */
const oldestWaiting = (db: Database, now: number): Promise<Candidate[]> =>
  db
    .selectFrom('tasks')
    .select(['id', 'lease_owner'])
    .where('state', '=', 'waiting' satisfies TaskState)
    // The + keeps this column out of index lookups: SQLite would prefer that index, and sort.
    .where(sql<SqlBool>`+lease_until <= ${now}`)
    .orderBy('created_at')
    .orderBy('position')
    .limit(BATCH)
    .execute();

/** Tasks that were published again by a process that was lost. No limit applies to them, because they count as sent. */
const interruptedOnes = (db: Database, now: number): Promise<Candidate[]> =>
  db
    .selectFrom('tasks')
    .select(['id', 'lease_owner'])
    .where('state', 'in', ['sent', 'processing'] satisfies TaskState[])
    .where('lease_owner', 'is not', null)
    .where('lease_until', '<=', now)
    .limit(BATCH)
    .execute();

/** The task was never published, its publisher was lost, or it was published so long ago that the message must be lost. */
function isUnsent(builder: ExpressionBuilder<Tables, 'tasks'>, now: number) {
  const { and, or } = builder;
  return and([
    builder('state', 'in', ['waiting', 'sent', 'processing'] satisfies TaskState[]),
    builder('lease_until', '<=', now),
    or([
      builder('state', '=', 'waiting'),
      builder('lease_owner', 'is not', null),
      builder('modified_at', '<', now - SILENCE_MS),
    ]),
  ]);
}

/** Leases those of the tasks that still have to be published, in one statement. @returns them in the order given */
async function claim(
  db: Database,
  candidates: readonly Candidate[],
  owner: string,
  now: number,
): Promise<TaskToSend[]> {
  if (candidates.length === 0) return [];
  const due = db
    .selectFrom('tasks')
    .select('id')
    .where(
      'id',
      'in',
      candidates.map(({ id }) => id),
    )
    .where((builder) => isUnsent(builder, now));
  const rows = await db
    .updateTable('tasks')
    .set({ lease_owner: owner, lease_until: now + PUBLISH_LEASE_MS })
    // Meanwhile another replica takes other tasks; rows that another transaction has locked are skipped.
    .where('id', 'in', isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute();
  const taken = new Map(rows.map((row) => [row.id, row]));
  return candidates.flatMap(({ id, lease_owner }) => {
    const row = taken.get(id);
    return row === undefined ? [] : [{ row, again: row.state !== 'waiting' || lease_owner !== null }];
  });
}

/** Marks tasks that the broker has. Those that a worker has begun meanwhile, or that were canceled, keep their state. */
export async function markSent(db: Database, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('tasks')
    .set((row) => ({
      lease_owner: null,
      lease_until: 0,
      modified_at: now,
      state: row.case().when('state', '=', 'waiting').then(sql<TaskState>`'sent'`).else(row.ref('state')).end(),
    }))
    .where('id', 'in', inOrder(db, ids))
    .execute();
}

/** Marks tasks that the broker may or may not have, so that they are published again when it is back. */
export async function markUnsure(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('tasks').set({ lease_until: 0 }).where('id', 'in', inOrder(db, ids)).execute();
}

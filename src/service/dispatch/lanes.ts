import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { TaskRow } from '../database/tables.ts';

/*
 * Selects the tasks that go to the broker next. A queue of the broker is first in, first out, so it is kept short: at most `limit` tasks of
 * each lane (an API key's tasks of one category) wait in it. The others wait here, where lanes take turns.
 */

export interface Turn {
  /** Tasks of the turn in the order to send them: one of each lane, then the next one of each. */
  readonly tasks: readonly Pick<TaskRow, 'id' | 'lane' | 'lease_owner'>[];
  /** Whether tasks stay here because their lanes are full. */
  readonly isHolding: boolean;
}

export interface TurnOptions {
  /** Tasks of a lane that may wait at the broker. */
  readonly limit: number;
  /** Largest number of tasks of this turn. */
  readonly most: number;
  /** Lane that was served last: those after it come first. */
  readonly after: string;
  readonly now: number;
}

/** Services that check at the same moment see the same room, so together they may send more than the limit. */
export async function nextInTurn(db: Database, { limit, most, after, now }: TurnOptions): Promise<Turn> {
  const waiting = await lanesWithWaiting(db);
  if (waiting.length === 0) return { tasks: [], isHolding: false };
  const sent = await sentByLane(db);
  const first = waiting.findIndex((lane) => lane > after);
  const inOrder = first < 1 ? waiting : [...waiting.slice(first), ...waiting.slice(0, first)];
  const withRoom = inOrder.filter((lane) => (sent.get(lane) ?? 0) < limit);
  const lines = [];
  for (const lane of withRoom.slice(0, most)) {
    lines.push(await oldestOf(db, lane, Math.min(most, limit - (sent.get(lane) ?? 0)), now));
  }
  return { tasks: interleave(lines).slice(0, most), isHolding: withRoom.length < waiting.length };
}

/** Returns the first item of each line, then the second of each, and so on. */
function interleave<Item>(lines: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lines.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lines.flatMap((line) => line.slice(place, place + 1))).flat();
}

/** Jumps from one lane to the next in the index: the cost depends on the lanes, not on the tasks that wait in each. */
async function lanesWithWaiting(db: Database): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    with recursive lanes (lane) as (
      select (select lane from tasks where state = 'waiting' order by lane limit 1)
      union all
      select (select tasks.lane from tasks where tasks.state = 'waiting' and tasks.lane > lanes.lane
              order by tasks.lane limit 1)
      from lanes where lanes.lane is not null
    )
    select lane from lanes where lane is not null`.execute(db);
  // Sorted in our order, which may differ from the database's.
  return rows.map(({ lane }) => lane).sort();
}

/** Counts the tasks of each lane that are at the broker and have not begun. The limit keeps them few. */
async function sentByLane(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['lane', fn.countAll<number | string>().as('count')])
    .where('state', '=', 'sent')
    .groupBy('lane')
    .execute();
  return new Map(rows.map(({ lane, count }) => [lane, Number(count)]));
}

/** Returns the oldest tasks of a lane that nobody is sending. */
const oldestOf = (db: Database, lane: string, count: number, now: number): Promise<Turn['tasks'][number][]> =>
  db
    .selectFrom('tasks')
    .select(['id', 'lane', 'lease_owner'])
    .where('state', '=', 'waiting')
    .where('lane', '=', lane)
    .where('lease_until', '<=', now)
    .orderBy('created_at')
    .orderBy('position')
    .limit(count)
    .execute();

import { type CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { unsentTasks } from '../../../src/service/dispatch/broker-tasks.ts';
import { nextInTurn } from '../../../src/service/dispatch/lanes.ts';
import { CONVERSION, counted, DATABASES, INPUT, makeJob, useService } from '../support.ts';

describe.each(DATABASES)('lanes on %s', (kind) => {
  const service = useService(kind);

  /** Starts a job of a new key with this many tasks. */
  async function jobOf(tasks: number, conversion: object = CONVERSION) {
    const { key, id: keyId } = await service().key('unlimited');
    const job = await makeJob(service(), key, {
      process: true,
      input: Array.from({ length: tasks }, () => INPUT),
      conversion: [conversion],
    });
    return { keyId, id: job.id as string };
  }
  const empty = () => service().context.db.updateTable('tasks').set({ state: 'canceled' }).execute();

  test('of two keys and two categories take turns, up to the limit of each', async () => {
    await empty();
    const many = await jobOf(40);
    const few = await jobOf(2);
    const other = await jobOf(3, { category: 'hash', target: 'sha1' });
    const { db } = service().context;
    const now = service().time + 1;
    const unsent = unsentTasks(
      db,
      'here',
      4,
      () => now,
      async () => 0,
    );
    const taken = await unsent.take();
    const lanes = taken.map(({ row }) => row.lane);
    expect(new Set(lanes.slice(0, 3)).size).toBe(3);
    expect(counted(lanes)).toEqual({
      [`${many.keyId}/audio`]: 4,
      [`${few.keyId}/audio`]: 2,
      [`${other.keyId}/hash`]: 3,
    });
    // Those of the first job are its oldest, in order.
    const positions = taken.filter(({ row }) => row.job_id === many.id).map(({ row }) => Number(row.position));
    expect(positions).toEqual([0, 1, 2, 3]);
    const ids = taken.map(({ row }) => row.id);
    await db
      .updateTable('tasks')
      .set({ state: 'sent', lease_owner: null, lease_until: 0 })
      .where('id', 'in', ids)
      .execute();
    expect(await unsent.take()).toEqual([]);
    expect(unsent.isHolding).toBe(true);
    // When one begins, the next one follows.
    await db
      .updateTable('tasks')
      .set({ state: 'processing' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    await db
      .updateTable('tasks')
      .set({ state: 'processing' })
      .where('job_id', '=', many.id)
      .where('position', '=', 1)
      .execute();
    const next = await unsent.take();
    expect(next.map(({ row }) => Number(row.position))).toEqual(lanes[0] === `${many.keyId}/audio` ? [4, 5] : [4]);
  });

  test('begin behind the one that was served last', async () => {
    await empty();
    const keys = [(await jobOf(3)).keyId, (await jobOf(3)).keyId, (await jobOf(3)).keyId].sort();
    const { db } = service().context;
    const lanesAfter = async (after: string) =>
      (await nextInTurn(db, { limit: 1, most: 50, after, now: service().time })).tasks.map(({ lane }) => lane);
    const lanes = keys.map((key) => `${key}/audio`);
    expect(await lanesAfter('')).toEqual(lanes);
    expect(await lanesAfter(lanes[0] ?? '')).toEqual([lanes[1], lanes[2], lanes[0]]);
    expect(await lanesAfter(lanes[2] ?? '')).toEqual(lanes);
  });

  test('a task whose publishing was interrupted is sent again as such, and one that is being published is left alone', async () => {
    await empty();
    const { id } = await jobOf(2);
    const { db } = service().context;
    const now = service().time;
    const lease = { lease_owner: 'gone', lease_until: now - 1 };
    await db.updateTable('tasks').set(lease).where('job_id', '=', id).where('position', '=', 0).execute();
    const held = { lease_owner: 'other', lease_until: now + 1000 };
    await db.updateTable('tasks').set(held).where('job_id', '=', id).where('position', '=', 1).execute();
    const taken = await unsentTasks(
      db,
      'here',
      5,
      () => now,
      async () => 0,
    ).take();
    expect(taken.map(({ row, again }) => [Number(row.position), again])).toEqual([[0, true]]);
  });

  test('are found by the index, not by reading all tasks', async () => {
    await empty();
    await jobOf(1000);
    await jobOf(2);
    const { db } = service().context;
    if (kind === 'postgres') await sql`analyze tasks`.execute(db);
    const plans: string[] = [];
    const queries: CompiledQuery[] = [];
    // Another Kysely on the same connections, which records the queries.
    const noting = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => result,
    });
    const executor = noting.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, ...rest) => {
      queries.push(query as CompiledQuery);
      return execute(query, ...rest);
    };
    await nextInTurn(noting, { limit: 5, most: 50, after: '', now: service().time });
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries) {
      const explained = `explain ${kind === 'sqlite' ? 'query plan ' : ''}${query.sql}`;
      const { rows } = await db.executeQuery<Record<string, unknown>>({ ...query, sql: explained });
      plans.push(rows.map((row) => JSON.stringify(row)).join('\n'));
    }
    expect(plans.join('\n')).toMatch(/tasks_lane/);
    expect(plans.join('\n')).not.toMatch(/Seq Scan on tasks|SCAN tasks(?! USING)/);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fill } from '../../../scripts/bench-service/fill.ts';
import { takeDelivery } from '../../../src/service/deliveries/delivery-queue.ts';
import { unsentTasks } from '../../../src/service/dispatch/broker-tasks.ts';
import { takeNext } from '../../../src/service/dispatch/leases.ts';
import { silentTasks } from '../../../src/service/dispatch/silent-tasks.ts';
import { EXPIRY_PACE, RECORD_KEPT_MS, startExpiry } from '../../../src/service/expiry.ts';
import { countJobs, foldJobCounts } from '../../../src/service/jobs/job-counts.ts';
import { listJobs } from '../../../src/service/jobs/jobs.ts';
import { createLookups } from '../../../src/service/keys/lookups.ts';
import { JOB_STATUSES } from '../../../src/service/states.ts';
import { takeCallback } from '../../../src/service/webhooks/callback-queue.ts';
import { DATABASES, makeJob, times, useService } from '../support.ts';
import { explained, readingAll, sorting } from './explained.ts';

/** When the jobs that `fill` makes are due. */
const DUE = 4_000_000_000_000;

describe.each(DATABASES)('20,000 jobs on %s, 2000 of which wait', (kind) => {
  const service = useService(kind);
  beforeAll(() => fill(service().context.db, { from: 1, until: 20_000, owner: 'owner' }));

  it('a question without an index is seen to read a table as a whole', async () => {
    const watched = explained(service().context.db);
    await watched.db.selectFrom('tasks').select('id').where('exec_ms', '=', 7).execute();
    expect(await readingAll(watched)).toHaveLength(1);
  });

  it('the next task is taken, key after key, and no statement reads a table as a whole', async () => {
    const watched = explained(service().context.db);
    const keys: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const next = await takeNext(watched.db, 'a process', keys.at(-1) ?? '', Date.now());
      keys.push(next?.key ?? '');
    }
    const all = times(10, (index) => `key-${index * 10 + 5}`).sort();
    expect(keys).toEqual([...all, ...all.slice(0, 2)]);
    expect(await readingAll(watched)).toEqual([]);
    expect((await watched.plans()).length).toBeGreaterThan(4);
  });

  it('the next tasks go to the broker in the same way', async () => {
    const watched = explained(service().context.db);
    const taken = await unsentTasks(watched.db, 'a process', 20, Date.now, async () => 0).take();
    expect(taken).toHaveLength(50);
    expect(new Set(taken.map(({ row }) => row.lane)).size).toBe(10);
    expect(await readingAll(watched)).toEqual([]);
  });

  it('and without a limit for each key, the oldest first, without sorting those that wait', async () => {
    const watched = explained(service().context.db);
    const before = explained(service().context.db);
    await before.db.selectFrom('tasks').select('id').where('exec_ms', '>', 0).orderBy('exec_ms').limit(50).execute();
    expect(await sorting(before)).toHaveLength(1);
    // The tasks of the previous test are leased.
    const taken = await unsentTasks(watched.db, 'a process', 0, Date.now, async () => 0).take();
    expect(taken).toHaveLength(50);
    const times = taken.map(({ row }) => row.created_at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(await readingAll(watched)).toEqual([]);
    expect(await sorting(watched)).toEqual([]);
  });

  it('those that were sent and are silent are looked for in the same way', async () => {
    const { db } = service().context;
    const watched = explained(db);
    await db
      .updateTable('tasks')
      .set({ state: 'sent' })
      .where('id', 'in', await idsOf(60))
      .execute();
    const silent = silentTasks(watched.db, async () => 0);
    expect(await silent.lost(Date.now(), 50)).toEqual([]);
    expect(await silent.lost(Date.now() + 11_000, 50)).toHaveLength(50);
    expect(await silent.lost(Date.now() + 11_000, 50)).toHaveLength(10);
    expect(await readingAll(watched)).toEqual([]);
    expect((await watched.plans()).length).toBe(3);
    await db.updateTable('tasks').set({ state: 'waiting' }).where('state', '=', 'sent').execute();
  });

  /** Returns ids of waiting tasks that nobody has. */
  const idsOf = async (count: number) => {
    const { db } = service().context;
    const rows = await db
      .selectFrom('tasks')
      .select('id')
      .where('state', '=', 'waiting')
      .where('lease_until', '=', 0)
      .limit(count)
      .execute();
    return rows.map(({ id }) => id);
  };

  it('so do callbacks and deliveries', async () => {
    const watched = explained(service().context.db);
    expect(await takeCallback(watched.db, 'a process', [], Date.now())).toBeNull();
    expect(await takeDelivery(watched.db, 'a process', [], Date.now())).toBeNull();
    expect(await readingAll(watched)).toEqual([]);
  });

  it('a page of jobs, and one job', async () => {
    const watched = explained(service().context.db);
    for (const status of [null, 'completed', 'failed']) {
      const { jobs, count } = await listJobs(watched.db, { keyId: 'owner' }, { status, offset: 50, limit: 50 });
      expect([jobs.length, count]).toEqual(status === 'failed' ? [0, 0] : [50, 10_000]);
    }
    const { jobs } = await listJobs(watched.db, { keyId: 'owner' }, { status: null, offset: 0, limit: 1 });
    expect(await createLookups(watched.db).jobHead(jobs[0]?.id ?? '')).toMatchObject({ key_id: 'owner' });
    expect(await readingAll(watched)).toEqual([]);
  });

  it('jobs expire, with all that belongs to them', async () => {
    const { context } = service();
    const watched = explained(context.db);
    // The first hundred numbers: ten of these jobs run and are kept.
    const expiry = startExpiry({ ...context, db: watched.db, now: () => DUE + 100 + RECORD_KEPT_MS }, EXPIRY_PACE);
    const left = async () => {
      const row = await context.db
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('expires_at', '<=', DUE + 100)
        .where('key_id', 'like', '%')
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    try {
      await expect.poll(left).toBe(10);
      await sleep(100);
    } finally {
      await expiry.stop();
    }
    expect(await readingAll(watched)).toEqual([]);
  });

  it('counts of jobs are those of the jobs, before and after they are added up', async () => {
    const { db } = service().context;
    const { key, id } = await service().key();
    const jobs = await Promise.all(times(12, () => makeJob(service(), key, { process: false })));
    for (const { id: jobId } of jobs.slice(0, 5)) await service().request('DELETE', `/v2/jobs/${jobId}`, { key });
    const counts = async () => Promise.all(JOB_STATUSES.map((status) => countJobs(db, id, [status])));
    const counted = await counts();
    const { rows } = await sql<{ status: string; count: number | string }>`
      select status, count(*) as count from jobs where key_id = ${id} group by status`.execute(db);
    const real = new Map(rows.map(({ status, count }) => [status, Number(count)]));
    expect(counted).toEqual(JOB_STATUSES.map((status) => real.get(status) ?? 0));
    expect(await countJobs(db, id, null)).toBe(12);
    await Promise.all([foldJobCounts(db), foldJobCounts(db)]);
    expect(await counts()).toEqual(counted);
    const left = await db.selectFrom('job_counts').select('status').where('key_id', '=', id).execute();
    expect(left.length).toBe(new Set(left.map(({ status }) => status)).size);
  });
});

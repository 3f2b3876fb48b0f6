import { describe, expect, it } from 'vitest';
import { runSmallService, type SmallService, useDatabases } from '../small-service.ts';
import { DATABASES } from '../support.ts';

const at = (on: SmallService, time: string) => {
  on.service.time = Date.parse(time);
};

/** Makes a job of one input and ends it. */
async function job(on: SmallService, key: string, status: 'completed' | 'failed', seconds: number, outputSize = 0) {
  const { body } = await on.startJob(key);
  // Workers do not report the sizes of remote inputs; uploads have one.
  await on.db.updateTable('inputs').set({ size: 1000 }).where('job_id', '=', body.id).execute();
  await on.endTasks(body.id, status, seconds, outputSize);
  return body.id as string;
}

const stats = async (on: SmallService, key: string, path: string) =>
  (await on.request(`/v2/stats/${path}`, { key })).body;

const row = (created_at: string, values: object) => ({
  created_at,
  input_traffic: '0',
  output_traffic: '0',
  job_counter: '0',
  conversion_minutes: '0.00',
  completed_jobs: '0',
  failed_jobs: '0',
  ...values,
});

describe.each(DATABASES)('statistics on %s', (kind) => {
  const database = useDatabases(kind);
  it('are the sums of a day, the days of a month, the months of a year', async () => {
    const on = await runSmallService({ database });
    const key = await on.newKey();
    at(on, '2026-01-31T23:59:59.999Z');
    await job(on, key, 'completed', 90, 500);
    await job(on, key, 'failed', 30);
    at(on, '2026-02-01T00:00:00Z');
    await job(on, key, 'completed', 6, 70);
    at(on, '2026-02-28T12:00:00Z');
    await job(on, key, 'completed', 6, 30);
    at(on, '2027-01-01T00:00:00Z');
    await job(on, key, 'completed', 1);

    const january = {
      input_traffic: '2000',
      output_traffic: '500',
      job_counter: '2',
      completed_jobs: '1',
      failed_jobs: '1',
      conversion_minutes: '2.00',
    };
    const first = {
      input_traffic: '1000',
      output_traffic: '70',
      job_counter: '1',
      completed_jobs: '1',
      conversion_minutes: '0.10',
    };
    expect(await stats(on, key, 'day/2026-01-31/single')).toEqual([row('2026-01-31', january)]);
    expect(await stats(on, key, 'day/2026-02-02/single')).toEqual([]);
    expect(await stats(on, key, 'month/2026-02/single')).toEqual([
      row('2026-02-01', first),
      row('2026-02-28', { ...first, output_traffic: '30' }),
    ]);
    expect(await stats(on, key, 'year/2026/single')).toEqual([
      row('2026-01-01', january),
      row('2026-02-01', {
        ...first,
        input_traffic: '2000',
        output_traffic: '100',
        job_counter: '2',
        completed_jobs: '2',
        conversion_minutes: '0.20',
      }),
    ]);
    expect(await stats(on, key, 'year/2027/single')).toHaveLength(1);
    expect(await stats(on, key, 'year/2025/single')).toEqual([]);
  });

  it('count a canceled job once, and as neither completed nor failed', async () => {
    const on = await runSmallService({ database });
    const key = await on.newKey();
    at(on, '2026-01-31T12:00:00Z');
    const { body } = await on.startJob(key);
    expect((await on.request(`/v2/jobs/${body.id}`, { method: 'DELETE', key })).status).toBe(204);
    // Later reports of its tasks change nothing.
    await on.endTasks(body.id, 'completed', 60, 100);
    expect(await stats(on, key, 'day/2026-01-31/single')).toEqual([row('2026-01-31', { job_counter: '1' })]);
  });

  it('stay when the jobs are gone', async () => {
    const on = await runSmallService({ database });
    const key = await on.newKey();
    at(on, '2026-01-31T12:00:00Z');
    const id = await job(on, key, 'completed', 60, 100);
    const before = await stats(on, key, 'day/2026-01-31/single');
    await on.db.deleteFrom('tasks').where('job_id', '=', id).execute();
    await on.db.deleteFrom('jobs').where('id', '=', id).execute();
    expect((await on.request(`/v2/jobs/${id}`, { key })).status).toBe(404);
    expect(await stats(on, key, 'day/2026-01-31/single')).toEqual(before);
  });

  it('are one key’s, and all keys’ for the operator alone', async () => {
    const on = await runSmallService({ database });
    const [free, standard, operator] = [
      await on.newKey('free'),
      await on.newKey('standard'),
      await on.newKey('unlimited'),
    ];
    at(on, '2026-01-31T12:00:00Z');
    await job(on, free, 'completed', 60, 100);
    await job(on, standard, 'completed', 60, 10);
    expect(await stats(on, free, 'day/2026-01-31/single')).toMatchObject([{ output_traffic: '100', job_counter: '1' }]);
    expect(await stats(on, operator, 'day/2026-01-31/single')).toEqual([]);
    expect(await stats(on, operator, 'year/2026/all')).toMatchObject([{ output_traffic: '110', job_counter: '2' }]);
    for (const key of [free, standard]) {
      const refused = await on.request('/v2/stats/day/2026-01-31/all', { key });
      expect(refused.status).toBe(401);
      expect(refused.body.message).toContain('ask for single');
    }
    expect((await on.request('/v2/stats/day/2026-01-31/single')).status).toBe(401);
  });

  it('are those of all keys of an account', async () => {
    const on = await runSmallService({ database });
    const [first, second, alone] = [await on.newKey(), await on.newKey(), await on.newKey('free')];
    await on.db.updateTable('api_keys').set({ account: 'acme' }).where('contract', '=', 'unlimited').execute();
    at(on, '2026-01-31T12:00:00Z');
    for (const [key, size] of [
      [first, 100],
      [second, 10],
      [alone, 1],
    ] as const)
      await job(on, key, 'completed', 60, size);
    expect(await stats(on, first, 'day/2026-01-31/all')).toMatchObject([{ output_traffic: '110', job_counter: '2' }]);
    expect(await stats(on, first, 'day/2026-01-31/single')).toMatchObject([{ output_traffic: '100' }]);
    expect(await stats(on, second, 'month/2026-01')).toMatchObject([{ output_traffic: '10' }]);
  });

  it.each([
    'day/2026-02-30/single',
    'day/2026-13-01/single',
    'day/2026-1-1/single',
    'day/2026-01/single',
    'month/2026-00/single',
    'month/2026-01-01/single',
    'year/26/single',
    'year/2026-01/single',
    "year/202'/single",
    'day/2026-01-31/everyone',
  ])('refuse %s', async (path) => {
    const on = await runSmallService({ database });
    const refused = await on.request(`/v2/stats/${path}`, { key: await on.newKey() });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toHaveLength(1);
  });

  it('know leap days', async () => {
    const on = await runSmallService({ database });
    const key = await on.newKey();
    expect((await on.request('/v2/stats/day/2028-02-29/single', { key })).status).toBe(200);
    expect((await on.request('/v2/stats/day/2027-02-29/single', { key })).status).toBe(400);
  });
});

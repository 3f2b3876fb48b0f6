import { describe, expect, test } from 'vitest';
import { putBack, takeNext } from '../../../src/service/dispatch/leases.ts';
import { isTaskFinal } from '../../../src/service/states.ts';
import fc from '../../support/fast-check.ts';
import { startJob } from '../jobs/started-job.ts';
import { DATABASES, INPUT, type Json, outputOf, useService } from '../support.ts';

/** A chain of three conversions. */
const CHAIN = [
  { category: 'audio', target: 'mp3', name: 'first' },
  { category: 'hash', target: 'md5', name: 'second', input: [{ type: 'conversion', source: 'first' }] },
  { category: 'hash', target: 'sha1', name: 'third', input: [{ type: 'conversion', source: 'second' }] },
];

describe.each(DATABASES)('the counts of a job on %s', (kind) => {
  const service = useService(kind);

  /** Returns the columns of the job, and the same counts from its rows. */
  async function counts(jobId: string) {
    const { db } = service().context;
    const { tasks_total, tasks_open, tasks_completed, spent } = await service().job(jobId);
    const tasks = await service().tasks(jobId);
    const credits = await db.selectFrom('credits').select('amount').where('job_id', '=', jobId).execute();
    return {
      kept: { tasks_total, tasks_open, tasks_completed, spent },
      counted: {
        tasks_total: tasks.length,
        tasks_open: tasks.filter(({ state }) => !isTaskFinal(state)).length,
        tasks_completed: tasks.filter(({ state }) => state === 'completed').length,
        spent: credits.reduce((sum, { amount }) => sum + Number(amount), 0),
      },
    };
  }
  async function expectCounts(jobId: string) {
    const { kept, counted } = await counts(jobId);
    expect(kept).toEqual(counted);
    return kept;
  }

  test('are right before and after its start, and when it is canceled', async () => {
    const job = await startJob(service(), { process: false, input: [INPUT, INPUT, INPUT] });
    expect(await expectCounts(job.id)).toMatchObject({ tasks_total: 0, spent: 0 });
    await service().request('PATCH', `/v2/jobs/${job.id}`, { key: job.key, body: { process: true } });
    expect(await expectCounts(job.id)).toMatchObject({ tasks_total: 3, tasks_open: 3, spent: 3 });
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('no task');
    await service().report(task, { status: 'completed', exec_time: 200 });
    expect(await expectCounts(job.id)).toMatchObject({ tasks_open: 2, tasks_completed: 1 });
    await service().request('DELETE', `/v2/jobs/${job.id}`, { key: job.key });
    expect(await expectCounts(job.id)).toMatchObject({ tasks_total: 3, tasks_open: 0, tasks_completed: 1 });
  });

  test('are right when a task is given back and taken again', async () => {
    const { db } = service().context;
    await db.updateTable('tasks').set({ state: 'canceled' }).execute();
    const job = await startJob(service());
    const taken = await takeNext(db, 'here', '', service().time);
    if (taken === null) throw new Error('no task was taken');
    const { task } = taken;
    await job.report(0, { progress: 50, attempt: task.attempt });
    expect((await service().job(job.id)).status).toBe('processing');
    const hold = { taskId: task.id, jobId: job.id, owner: 'here', attempt: task.attempt };
    await putBack(db, hold, { notBefore: 0, failure: [], now: service().time });
    expect((await service().job(job.id)).status).toBe('queued');
    expect(await expectCounts(job.id)).toMatchObject({ tasks_open: 1, tasks_completed: 0 });
    await job.report(0, { progress: 5, attempt: task.attempt + 1 });
    expect((await service().job(job.id)).status).toBe('downloading');
    await job.completed(0, { attempt: task.attempt + 1 });
    expect(await expectCounts(job.id)).toMatchObject({ tasks_open: 0, tasks_completed: 1 });
  });

  test('are right after each report of a chain, whatever becomes of its tasks', async () => {
    const step = fc.record({
      at: fc.nat(20),
      status: fc.constantFrom('processing' as const, 'completed' as const, 'completed' as const, 'failed' as const),
      outputs: fc.nat(2),
      seconds: fc.nat(300),
      sequence: fc.integer({ min: 1, max: 4 }),
    });
    const flags = fc.record({ fail_on_input_error: fc.boolean(), fail_on_conversion_error: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 20 }),
        flags,
        fc.boolean(),
        async (steps, set, cancel) => {
          const job = await startJob(service(), { input: [INPUT, INPUT, INPUT], conversion: CHAIN, ...set });
          for (const { at, status, outputs, seconds, sequence } of steps) {
            const tasks = await service().tasks(job.id);
            const task = tasks[at % tasks.length];
            if (task === undefined) throw new Error('no task');
            const output = Array.from({ length: outputs }, (_, index) => outputOf(task, `${index}.mp3`));
            await service().report(task, {
              status,
              sequence,
              progress: status === 'completed' ? 100 : 20,
              exec_time: seconds,
              output: status === 'completed' ? output : [],
            });
            await expectCounts(job.id);
          }
          if (cancel) await service().request('DELETE', `/v2/jobs/${job.id}`, { key: job.key });
          const kept = await expectCounts(job.id);
          const { status, spent }: Json = await job.read();
          const hasEnded = ['completed', 'failed', 'canceled'].includes(status);
          expect([kept.tasks_open === 0, kept.spent]).toEqual([hasEnded, spent]);
        },
      ),
      { numRuns: 25 },
    );
  });
});

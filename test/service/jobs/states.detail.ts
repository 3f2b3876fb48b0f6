import { describe, expect, test } from 'vitest';
import { lockJob, moveJob } from '../../../src/service/jobs/move-job.ts';
import {
  canMove,
  isFinal,
  isOpen,
  JOB_STATUSES,
  type JobStatus,
  runningStatus,
  type TaskCourse,
} from '../../../src/service/states.ts';
import { planTasks } from '../../../src/service/tasks/plan.ts';
import type { OrderedReport } from '../../../src/task/types.ts';
import fc from '../../support/fast-check.ts';
import { CONVERSION, DATABASES, INPUT, type Json, makeJob, outputOf, useService } from '../support.ts';
import { startJob } from './started-job.ts';

/** The arrows of the documented life of a job, written a second time. */
const ARROWS: Readonly<Record<JobStatus, string>> = {
  incomplete: 'ready queued failed canceled',
  ready: 'incomplete queued failed canceled',
  queued: 'downloading processing completed failed canceled',
  downloading: 'queued processing completed failed canceled',
  processing: 'queued downloading completed failed canceled',
  completed: '',
  failed: '',
  canceled: '',
};

test.each(JOB_STATUSES)('from %s only the documented arrows lead on', (from) => {
  const reachable = JOB_STATUSES.filter((to) => canMove(from, to));
  expect(reachable.sort()).toEqual(ARROWS[from].split(' ').filter(Boolean).sort());
});

test('a job is open before its start, final after its end, and never both', () => {
  expect(JOB_STATUSES.filter(isOpen)).toEqual(['incomplete', 'ready']);
  expect(JOB_STATUSES.filter(isFinal)).toEqual(['completed', 'failed', 'canceled']);
});

test.each<[JobStatus, TaskCourse]>([
  ['queued', { hasEnded: false, furthest: null }],
  ['downloading', { hasEnded: false, furthest: 3 }],
  ['processing', { hasEnded: false, furthest: 10 }],
  ['processing', { hasEnded: true }],
])('a running job is %s with tasks %j', (status, course) => {
  expect(runningStatus(course)).toBe(status);
});

test('tasks come in the order of conversions, then inputs; a combining conversion has one', () => {
  const conversion = (id: string) => ({ id, category: 'c', target: 't', options: {} });
  const conversions = [conversion('a'), conversion('zip'), conversion('b')];
  const planned = planTasks(conversions, ['1', '2'], ({ id }) => id === 'zip');
  expect(planned.map(({ conversionId, inputIds }) => `${conversionId} ${inputIds.join('+')}`)).toEqual([
    'a 1',
    'a 2',
    'zip 1+2',
    'b 1',
    'b 2',
  ]);
});

describe.each(DATABASES)('the life of a job on %s', (kind) => {
  const service = useService(kind);

  test('archive combines its inputs into one task, audio has one for each', async () => {
    const job = await startJob(service(), {
      input: [INPUT, INPUT],
      conversion: [{ category: 'archive', target: 'zip' }, CONVERSION],
    });
    const ids = job.input.map(({ id }) => id);
    expect((await service().tasks(job.id)).map(({ input_ids }) => JSON.parse(input_ids))).toEqual([
      ids,
      [ids[0]],
      [ids[1]],
    ]);
  });

  test.each(JOB_STATUSES.flatMap((from) => JOB_STATUSES.map((to) => [from, to] as const)))(
    '%s to %s: moved only along an arrow',
    async (from, to) => {
      const { key } = await service().key();
      const { id } = await makeJob(service(), key, { process: false, callback: 'https://callback.example/' });
      const { db } = service().context;
      await db.updateTable('jobs').set({ status: from }).where('id', '=', id).execute();
      const moved = await db.transaction().execute(async (transact) => {
        const job = await lockJob(transact, id);
        return job === undefined ? null : moveJob(transact, job, to, service().time);
      });
      const possible = from === to || canMove(from, to);
      expect([moved?.status ?? null, (await service().job(id)).status]).toEqual(possible ? [to, to] : [null, from]);
      const told = from !== to && possible && (to === 'completed' || to === 'failed');
      const callbacks = await db.selectFrom('callbacks').select('status').where('job_id', '=', id).execute();
      expect(callbacks).toEqual(told ? [{ status: to }] : []);
    },
  );

  test('no lock of a job that is gone', async () => {
    const { db } = service().context;
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await db.transaction().execute((transact) => lockJob(transact, id))).toBeUndefined();
  });

  test('a callback at the end; with notify_status at each status; none for a job that nobody asked about', async () => {
    const callback = 'https://callback.example/';
    const [end, each, none] = [
      await startJob(service(), { callback }),
      await startJob(service(), { callback, notify_status: true }),
      await startJob(service()),
    ];
    for (const job of [end, each, none]) {
      await job.report(0, { progress: 5 });
      await job.report(0, { progress: 50, sequence: 2 });
      await job.completed(0, { sequence: 3 });
    }
    expect(await end.callbacks()).toEqual(['completed']);
    expect(await each.callbacks()).toEqual(['completed', 'downloading', 'processing', 'queued']);
    expect(await none.callbacks()).toEqual([]);
  });

  test('reports that are repeated, or come in the wrong order, change nothing twice', async () => {
    const job = await startJob(service(), { input: [INPUT, INPUT] });
    await job.report(0, { progress: 50, sequence: 5 });
    await job.report(0, { progress: 20, sequence: 4 });
    await job.report(0, { progress: 50, sequence: 5 });
    expect((await service().tasks(job.id))[0]).toMatchObject({ progress: 50, sequence: 5 });
    // Another attempt counts from its own beginning; the first one no longer counts.
    await job.report(0, { progress: 1, sequence: 1, attempt: 2 });
    await job.report(0, { progress: 90, sequence: 9, attempt: 1 });
    expect((await service().tasks(job.id))[0]).toMatchObject({ progress: 1, sequence: 1, attempt: 2 });
    const output = [outputOf(job.at(0), 'a.mp3')];
    // The final report of an earlier attempt counts too: it has the same outputs, which keep their ids.
    const ids = new Set<string>();
    for (const attempt of [1, 2, 1]) {
      expect(await job.completed(0, { attempt, output, exec_time: 1 })).toEqual({ cancel: [], unwanted: [] });
      for (const { id } of (await job.read()).output) ids.add(id);
    }
    // Another attempt has stored other outputs, which are not shown.
    const others = [outputOf(job.at(0), 'a.mp3', 'file:///outputs/another-attempt.mp3')];
    expect(await job.completed(0, { attempt: 3, output: others })).toEqual({
      cancel: [],
      unwanted: ['file:///outputs/another-attempt.mp3'],
    });
    await job.report(0, { progress: 99, sequence: 99, attempt: 9 });
    await job.failed(0);
    const read = await job.read();
    expect([read.status, read.output.map(({ id }: Json) => id), read.errors, read.spent]).toEqual([
      'processing',
      [...ids],
      [],
      2,
    ]);
    expect([ids.size, ids.has(output[0]?.id ?? '')]).toEqual([1, false]);
    await job.completed(1);
    expect(await job.read()).toMatchObject({ status: 'completed', spent: 2 });
    expect(await job.history()).toEqual([
      'incomplete',
      'queued',
      'processing',
      'downloading',
      'processing',
      'completed',
    ]);
  });

  test('reports that come at once are all taken, each once', async () => {
    const job = await startJob(service(), { input: Array(8).fill(INPUT), callback: 'https://callback.example/' });
    const reports = Array.from({ length: 8 }, (_, index) => {
      const report: Partial<OrderedReport> = { status: 'completed', output: [outputOf(job.at(index), `${index}.mp3`)] };
      return [
        job.report(index, { progress: 50 }),
        job.report(index, report),
        job.report(index, report),
        job.report(index, report),
      ];
    });
    await Promise.all(reports.flat());
    const read = await job.read();
    expect([read.status, read.spent]).toEqual(['completed', 8]);
    expect(read.output.map(({ filename }: Json) => filename)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `${index}.mp3`),
    );
    expect(await job.callbacks()).toEqual(['completed']);
  });

  test('a report after the end of its job brings nothing but outputs to be removed', async () => {
    const job = await startJob(service(), { input: [INPUT, INPUT] });
    await job.report(0, { progress: 50 });
    await service().request('DELETE', `/v2/jobs/${job.id}`, { key: job.key });
    expect(await job.report(0, { progress: 60, sequence: 2 })).toEqual({ cancel: [], unwanted: [] });
    const output = [outputOf(job.at(0), 'a.mp3', 'file:///outputs/late.mp3')];
    expect(await job.completed(0, { output })).toEqual({ cancel: [], unwanted: ['file:///outputs/late.mp3'] });
    await job.failed(1);
    expect(await job.read()).toMatchObject({ status: 'canceled', output: [], errors: [], spent: 0 });
    expect(await job.states()).toEqual(['canceled', 'canceled']);
  });

  test('a report of a task that nobody knows changes nothing', async () => {
    const job = await startJob(service());
    expect(await service().report({ id: 'nonsense', job_id: job.id }, { status: 'completed' })).toEqual({
      cancel: [],
      unwanted: [],
    });
    expect(await job.states()).toEqual(['waiting']);
  });

  test('whatever reports come in whatever order, the job ends as its tasks do and only along the arrows', async () => {
    const step = fc.record({
      task: fc.nat(2),
      status: fc.constantFrom('processing' as const, 'processing' as const, 'completed' as const, 'failed' as const),
      source: fc.constantFrom('input' as const, 'conversion' as const),
      attempt: fc.integer({ min: 1, max: 3 }),
      sequence: fc.integer({ min: 1, max: 5 }),
      progress: fc.nat(100),
    });
    const settings = fc.record({ fail_on_input_error: fc.boolean(), fail_on_conversion_error: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), settings, async (steps, flags) => {
        const job = await startJob(service(), { input: [INPUT, INPUT, INPUT], ...flags });
        for (const { task, status, source, ...order } of steps) {
          if (status === 'failed') await job.failed(task, source, order);
          else if (status === 'completed') await job.completed(task, order);
          else await job.report(task, { ...order, status });
        }
        const history = await job.history();
        for (const [index, to] of history.entries()) {
          const from = history[index - 1];
          if (from !== undefined) expect(canMove(from, to)).toBe(true);
        }
        const [read, states] = [await job.read(), await job.states()];
        const completed = states.filter((state) => state === 'completed').length;
        const failing = read.errors.some(({ source }: Json) =>
          source === 'input' ? flags.fail_on_input_error : flags.fail_on_conversion_error,
        );
        const open = states.some((state) => state === 'waiting' || state === 'processing');
        const expected = failing || (!open && completed === 0) ? 'failed' : 'completed';
        if (open) expect(['queued', 'downloading', 'processing']).toContain(read.status);
        else expect(read.status).toBe(expected);
        expect(read.status).toBe(history.at(-1));
        expect(read.output).toHaveLength(completed);
        expect(read.spent).toBe(
          completed + states.filter((state) => state === 'waiting' || state === 'processing').length,
        );
      }),
      { numRuns: 40 },
    );
  });
});

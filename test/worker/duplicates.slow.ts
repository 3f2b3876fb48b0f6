import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useBroker } from '../support/use-broker.ts';
import { converting, makePlace, md5sum, onlyFinal } from './faults-support.ts';
import { makeTask, observe, startWorker, type WorkerProcess, waitFor } from './support.ts';

const broker = useBroker();

async function prepare(workers: number) {
  const place = await makePlace(broker().url);
  const observer = await observe(broker().url);
  const all: WorkerProcess[] = [];
  while (all.length < workers) all.push(await startWorker({ ...place.env, CONCURRENCY: '4' }));
  return { place, observer, workers: all };
}

/** Returns how many conversions the workers have finished, without answers from the ledger. */
async function conversions(workers: readonly WorkerProcess[]): Promise<number> {
  const counts = workers.map(async (worker) => {
    const found = [...(await worker.metrics()).matchAll(/^convertd_task_duration_seconds_count\{.*\} (\d+)$/gm)];
    return found.reduce((sum, match) => sum + Number(match[1]), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const queueIsEmpty = () =>
  waitFor(
    async () =>
      /tasks\.hash\t0\t0$/m.test(
        await broker().ctl('list_queues', 'name', 'messages_ready', 'messages_unacknowledged'),
      ),
    'all messages to be acknowledged',
  );

describe('a task that is published more than once', () => {
  it.each([1, 2])('at once, to %d workers: one conversion, one final report', async (count) => {
    const { place, observer, workers } = await prepare(count);
    const task = place.longTask();
    await Promise.all([observer.submit(task), observer.submit(task), observer.submit(task)]);
    place.expectLongOutput(await onlyFinal(observer, task.id));
    await queueIsEmpty();
    expect(await conversions(workers)).toBe(1);
  });

  it('in mid-conversion and after its end: one conversion, one final report', async () => {
    const { place, observer, workers } = await prepare(2);
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    await observer.submit(task);
    const final = await onlyFinal(observer, task.id);
    place.expectLongOutput(final);
    const path = fileURLToPath(final.output[0]?.uri ?? '');
    const { mtimeMs, ino } = statSync(path);
    for (let repeat = 0; repeat < 3; repeat += 1) await observer.submit(task);
    await queueIsEmpty();
    await onlyFinal(observer, task.id);
    expect(await conversions(workers)).toBe(1);
    expect(statSync(path)).toMatchObject({ mtimeMs, ino });
  });

  it('as many short ones, each thrice, to two workers: one final report and one set of outputs', async () => {
    const { observer } = await prepare(2);
    const tasks = Array.from({ length: 40 }, (_, index) => makeTask('hash', 'sha256', `data:,number${index}`));
    await Promise.all(tasks.flatMap((task) => [observer.submit(task), observer.submit(task), observer.submit(task)]));
    for (const task of tasks) {
      const { output } = await observer.final(task.id);
      const path = fileURLToPath(output[0]?.uri ?? '');
      expect(md5sum(path)).toBe(output[0]?.checksum);
      expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    }
    await queueIsEmpty();
    for (const task of tasks) {
      const finals = observer.finals(task.id);
      expect(finals.map(({ messageId }) => messageId)).toEqual([`${task.id}.final`]);
    }
  });

  it('for another job, during and after its conversion: each job gets the final report with the same outputs', async () => {
    const { place, observer, workers } = await prepare(1);
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    const during = { ...task, job_id: 'during' };
    await observer.submit(during);
    const first = await observer.final(task.id);
    const after = { ...task, job_id: 'after' };
    await observer.submit(after);
    await waitFor(() => observer.finals(task.id).length === 3, 'a final report for each job');
    await observer.submit(after);
    await queueIsEmpty();
    expect(await conversions(workers)).toBe(1);
    const finals = observer.finals(task.id);
    const sorted = finals.map(({ routingKey }) => routingKey.replace(/\..*/, ''));
    expect(new Set(sorted)).toEqual(new Set([task.job_id, 'during', 'after']));
    for (const { report, routingKey } of finals) {
      expect(report).toMatchObject({ output: first.output, exec_time: first.exec_time });
      expect(routingKey).toBe(`${report.job_id}.completed`);
    }
    // The first job gets its report once; the job that asked last may get it twice.
    expect(sorted.filter((job) => job === task.job_id).length).toBe(1);
  });
});

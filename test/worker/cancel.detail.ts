import { describe, expect, it } from 'vitest';
import { convertd } from '../cli/support.ts';
import { useBroker } from '../support/use-broker.ts';
import { converting, makePlace, onlyFinal, type Place, programsOf } from './faults-support.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, waitFor } from './support.ts';

const broker = useBroker();

async function prepare(more: Record<string, string> = {}) {
  const place = await makePlace(broker().url);
  const observer = await observe(broker().url);
  return { place, observer, worker: await startWorker({ ...place.env, CONCURRENCY: '1', ...more }) };
}

const cancel = (...ids: string[]) => convertd(['cancel', ...ids], { env: { AMQP_URL: broker().url } });

const expectCanceled = (report: object, place: Place, taskId: string) => {
  expect(report).toMatchObject({ status: 'canceled', output: [], errors: [{ code: 'conversion_canceled' }] });
  expect(place.outputsOf(taskId)).toBeNull();
};

describe('convertd cancel', () => {
  it('during the conversion: ends it, with no output and no process left', async () => {
    const { place, observer, worker } = await prepare();
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    expect(programsOf(worker).length).toBeGreaterThan(0);
    expect(await cancel(task.id)).toMatchObject({ exitCode: 0, stderr: '' });
    expectCanceled(await onlyFinal(observer, task.id), place, task.id);
    expect(programsOf(worker)).toEqual([]);
    expect((await worker.health()).running).toBe(0);

    // A repeat of it stays canceled; another task of the same kind is done.
    await observer.submit(task);
    const next = makeTask('hash', 'md5', 'data:,next');
    await observer.submit(next);
    expect((await observer.final(next.id)).status).toBe('completed');
    await onlyFinal(observer, task.id, 500);
  });

  it('before it, in the queue and with the worker: it never begins', async () => {
    const gate = await startGate();
    const { place, observer, worker } = await prepare({ ALLOWED_ADDRESSES: gate.address });
    const long = makeTask('hash', 'md5', gate.url('file'));
    const waiting = [1, 2, 3].map(() => makeTask('hash', 'md5', gate.url('never')));
    await observer.submit(long);
    await waitFor(() => gate.requests('file') === 1, 'the task to run');
    for (const task of waiting) await observer.submit(task);
    expect(await cancel(...waiting.map((task) => task.id))).toMatchObject({ exitCode: 0 });
    gate.open('file', 'abc');
    for (const task of waiting) {
      const report = await onlyFinal(observer, task.id, 500);
      expectCanceled(report, place, task.id);
    }
    expect(gate.requests('never')).toBe(0);
    expect(await onlyFinal(observer, long.id, 500)).toMatchObject({ status: 'completed', attempt: 1 });
    expect((await worker.health()).waiting).toBe(0);
  });

  it('after its end: changes nothing', async () => {
    const { place, observer } = await prepare();
    const task = makeTask('hash', 'md5', 'data:,abc');
    await observer.submit(task);
    const { output } = await observer.final(task.id);
    expect(await cancel(task.id)).toMatchObject({ exitCode: 0 });
    await observer.submit(task);
    await onlyFinal(observer, task.id);
    expect(place.outputsOf(task.id)).toEqual([output[0]?.filename]);
  });

  it('with nobody who hears it: says so', async () => {
    const worker = await startWorker((await makePlace(broker().url)).env);
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
    const { exitCode, stderr } = await cancel('nothing');
    expect([exitCode, stderr]).toEqual([1, 'convertd: no worker is connected to the broker, so nothing was canceled']);
  });

  it('what is no cancel is ignored', async () => {
    const { place, observer, worker } = await prepare();
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    const valid = { version: 1, type: 'cancel', task_id: task.id };
    for (const body of [{ ...valid, version: 2 }, { ...valid, type: 'stop' }, { ...valid, task_id: '../x' }, [], {}]) {
      await observer.control(body);
    }
    await waitFor(
      () => worker.log().filter((line) => /control message/.test(String(line.msg))).length === 5,
      'the log',
    );
    await observer.control(valid);
    expectCanceled(await onlyFinal(observer, task.id, 500), place, task.id);
  });
});

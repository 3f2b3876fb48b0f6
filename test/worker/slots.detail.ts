import { describe, expect, it } from 'vitest';
import { useBroker } from '../support/use-broker.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, testFolder } from './support.ts';

const broker = useBroker();

describe('a worker of several categories', () => {
  it('loses none of the tasks that find no slot and go back to their queue', async () => {
    const gate = await startGate();
    const observer = await observe(broker().url);
    const folder = await testFolder();
    const settings = {
      AMQP_URL: broker().url,
      DATA_DIR: folder,
      ALLOWED_ADDRESSES: gate.address,
      LOG_LEVEL: 'debug',
      CATEGORIES: 'archive,audio,hash',
    };
    const workers = [
      await startWorker({ ...settings, CONCURRENCY: '2' }),
      await startWorker({ ...settings, CONCURRENCY: '2' }),
    ];
    const targets = ['hash/md5', 'archive/zip', 'audio/flac'].map((path) => path.split('/') as [string, string]);
    const tasks = targets.flatMap(([category, target]) =>
      Array.from({ length: 6 }, () => makeTask(category, target, gate.url(category))),
    );
    for (const task of tasks) await observer.submit(task);
    // The first tasks are held for a second: tasks without a slot return many times, also to the same worker.
    const returned = () =>
      workers.flatMap((worker) => worker.log()).filter(({ msg }) => msg === 'task returned before it began').length;
    await expect.poll(returned).toBeGreaterThanOrEqual(12);
    for (const [category] of targets) gate.open(category, 'no audio');
    const finals = await Promise.all(tasks.map((task) => observer.final(task.id)));
    expect(finals.map(({ status }) => status)).toEqual(
      tasks.map(({ conversion }) => (conversion.category === 'audio' ? 'failed' : 'completed')),
    );
    expect(tasks.map((task) => observer.finals(task.id).length)).toEqual(tasks.map(() => 1));
  });
});

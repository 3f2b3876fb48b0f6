import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useBroker } from '../support/use-broker.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useBroker();

it('a task that kills its worker each time is reported failed once, and kept for the operator', async () => {
  const folder = await testFolder();
  const gate = await startGate();
  const observer = await observe(broker().url);
  const env = { AMQP_URL: broker().url, DATA_DIR: folder, ALLOWED_ADDRESSES: gate.address, CONCURRENCY: '2' };
  const poison = makeTask('hash', 'md5', gate.url('poison'));
  // Files that an attempt leaves behind if it is interrupted while storing.
  await mkdir(join(folder, 'outputs', poison.id), { recursive: true });
  await writeFile(join(folder, 'outputs', poison.id, '.convertd-0011223344556677.part'), 'half');
  // Runs alongside the poison at first and is lost with the worker, but is delivered again.
  const bystander = makeTask('hash', 'md5', gate.url('bystander'));
  await observer.submit(poison);
  await observer.submit(bystander);

  let killed = 0;
  while (observer.finals(poison.id).length === 0) {
    const worker = await startWorker(env);
    const outcome = await waitFor(
      () => (gate.requests('poison') > killed ? 'runs' : observer.finals(poison.id).length > 0 && 'reported'),
      'the poison to run or to be reported',
    );
    if (outcome === 'reported') break;
    killed += 1;
    expect(killed).toBeLessThan(12);
    if (killed === 3) {
      gate.open('bystander', 'abc');
      await observer.final(bystander.id);
      // If the worker were killed before the report is confirmed and the task acknowledged, the report would be sent again.
      await waitFor(async () => (await worker.health()).running === 1, 'the bystander to be acknowledged');
    }
    worker.signal('SIGKILL');
    await worker.ended;
  }
  // The first delivery and five more.
  expect(killed).toBe(6);
  const final = await observer.final(poison.id);
  expect(final).toMatchObject({ status: 'failed', job_id: poison.job_id, output: [] });
  expect(final.errors.map((error) => error.code)).toEqual(['worker_lost']);
  // After the progress of all six attempts.
  expect(final.attempt).toBeGreaterThan(6);
  expect(await observer.final(bystander.id)).toMatchObject({ status: 'completed' });

  const after = makeTask('hash', 'md5', 'data:,abc');
  await observer.submit(after);
  expect(await observer.final(after.id)).toMatchObject({ status: 'completed' });
  expect((await readdir(join(folder, 'outputs'))).sort()).toEqual(['.convertd', bystander.id, after.id].sort());
  for (const task of [poison, bystander, after]) expect(observer.finals(task.id)).toHaveLength(1);

  const dead = await waitFor(async () => {
    const messages = await observer.drain('convertd.dead-letters');
    return messages.length > 0 && messages;
  }, 'the dead letter');
  expect(dead.map(({ body }) => JSON.parse(body))).toEqual([poison]);
  expect(dead[0]?.headers['x-convertd-reason']).toMatch(/worker was lost/i);
  await waitFor(
    async () => (await broker().ctl('list_queues', 'messages')).split('\n').every((line) => !/[1-9]/.test(line)),
    'all queues to be empty',
  );
});

it('a task that is returned in between is lost no more often', async () => {
  const folder = await testFolder();
  const gate = await startGate();
  const observer = await observe(broker().url);
  const env = { AMQP_URL: broker().url, DATA_DIR: folder, ALLOWED_ADDRESSES: gate.address, SHUTDOWN_GRACE: '1' };
  const poison = makeTask('hash', 'md5', gate.url('poison'));
  await observer.submit(poison);
  let begun = 0;
  let killed = 0;
  const run = async (end: 'SIGKILL' | 'SIGTERM') => {
    const worker = await startWorker(env);
    const outcome = await waitFor(
      () => (gate.requests('poison') > begun ? 'runs' : observer.finals(poison.id).length > 0 && 'reported'),
      'the poison to run or to be reported',
    );
    if (outcome === 'reported') return;
    begun += 1;
    if (end === 'SIGKILL') killed += 1;
    worker.signal(end);
    await worker.ended;
  };
  for (const end of ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGTERM'] as const) await run(end);
  while (observer.finals(poison.id).length === 0 && killed < 12) await run('SIGKILL');
  expect(killed).toBe(6);
  expect((await observer.final(poison.id)).errors.map(({ code }) => code)).toEqual(['worker_lost']);
  await expect.poll(() => observer.drain('convertd.dead-letters')).toHaveLength(1);
});

it('a poison whose store is refused is settled too', async () => {
  const folder = await testFolder();
  const observer = await observe(broker().url);
  await startWorker({ AMQP_URL: broker().url, DATA_DIR: folder });
  const task = makeTask('hash', 'md5', 'data:,abc', { output: { store: 'file:///etc/' } });
  // The broker moves the task there after the last delivery; otherwise the first worker that gets it would refuse it.
  await observer.publishTo('convertd.poison', task);
  expect((await observer.final(task.id)).errors.map((error) => error.code)).toEqual(['worker_lost']);
  // The report is sent first.
  await expect.poll(() => observer.drain('convertd.dead-letters')).toHaveLength(1);
});

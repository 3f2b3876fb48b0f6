import { existsSync, readdirSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBroker } from '../support/rabbitmq.ts';
import { useBroker } from '../support/use-broker.ts';
import { converting, killWorker, makePlace, onlyFinal } from './faults-support.ts';
import { surviveOutage } from './outage.ts';
import { makeTask, observe, startWorker, waitFor } from './support.ts';

const broker = useBroker();

describe('a worker killed in mid-conversion', () => {
  it('loses its children, and another worker finishes the task', async () => {
    const place = await makePlace(broker().url);
    const observer = await observe(broker().url);
    const first = await startWorker(place.env);
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    const [abandoned] = readdirSync(place.work);
    await startWorker(place.env);
    await killWorker(first);
    await converting(observer, task.id, 2);

    // A worker that starts later removes the folder of the killed one. The folder of the running one stays, however old it looks.
    const [working] = readdirSync(place.work).filter((name) => name !== abandoned);
    const folders = [abandoned, working].map((name) => join(place.work, name ?? ''));
    for (const folder of folders) await utimes(folder, new Date(0), new Date(0));
    await startWorker({ ...place.env, CATEGORIES: 'archive' });
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, true]);

    const final = await onlyFinal(observer, task.id);
    expect(final.attempt).toBe(2);
    place.expectLongOutput(final);
  });
});

describe('a broker that restarts in mid-conversion', () => {
  it.each(['restart', 'kill'] as const)('(%s): the task is done once, with one final report', async (how) => {
    const restarting = await startBroker();
    onTestFinished(() => restarting.stop());
    const place = await makePlace(restarting.url);
    const observer = await observe(restarting.url);
    const workers = [await startWorker(place.env), await startWorker(place.env)];
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    if (how === 'restart') await restarting.restart();
    else {
      await restarting.kill();
      await waitFor(async () => (await workers[0]?.health())?.status === 'disconnected', 'the loss to be noticed');
      await restarting.start();
    }
    place.expectLongOutput(await onlyFinal(observer, task.id));
    for (const worker of workers) {
      await waitFor(async () => (await worker.health()).status === 'ready', 'the worker to be ready again');
      expect((await worker.health()).running).toBe(0);
    }
    const next = makeTask('hash', 'md5', 'data:,after');
    await observer.submit(next);
    expect((await observer.final(next.id)).status).toBe('completed');
    await waitFor(async () => /hash\t0$/m.test(await restarting.ctl('list_queues', 'name', 'messages')), 'empty queue');
  });
});

describe('a broker out of reach', () => {
  it('is waited for at the start and later; the worker is alive, not ready, and then works', () => surviveOutage(10));
});

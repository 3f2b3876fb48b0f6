import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { storedFiles } from '../../scripts/chaos/check.ts';
import { findProcesses } from '../process/helpers/find-processes.ts';
import { stopProgram } from '../support/frozen.ts';
import { silence } from '../support/silence.ts';
import { patience } from '../support/slowness.ts';
import { useOwnBroker } from '../support/use-broker.ts';
import { offerNoHeartbeat } from './faults-support.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useOwnBroker();

const env = (folder: string, more: Record<string, string> = {}) => ({
  AMQP_URL: broker().url,
  DATA_DIR: folder,
  CONCURRENCY: '1',
  ...more,
});

describe('a worker that is told to stop', () => {
  it('finishes what runs, gives back what waits, is not ready meanwhile, and exits with 0', async () => {
    const folder = await testFolder();
    const gate = await startGate();
    const observer = await observe(broker().url);
    const worker = await startWorker(env(folder, { ALLOWED_ADDRESSES: gate.address, SHUTDOWN_GRACE: '3600' }));
    const running = makeTask('hash', 'md5', gate.url('running'));
    const waiting = makeTask('archive', 'zip', 'data:,abc');
    await observer.submit(running);
    await waitFor(() => gate.requests('running') === 1, 'the task to run');
    await observer.submit(waiting);
    await waitFor(async () => (await worker.health()).waiting === 1, 'the other task to wait');

    worker.signal('SIGTERM');
    const draining = await waitFor(async () => {
      const health = await worker.health();
      return health.status === 'draining' && health;
    }, 'the worker to drain');
    expect(draining.running).toBe(1);
    // An idle worker gets the waiting task at once, long before the first worker stops.
    const other = await startWorker(env(folder));
    expect(await observer.final(waiting.id)).toMatchObject({ status: 'completed', attempt: 1 });
    expect((await worker.health()).status).toBe('draining');
    gate.open('running', 'abc');

    expect(await worker.ended).toBe(0);
    expect(await observer.final(running.id)).toMatchObject({ status: 'completed', attempt: 1 });
    other.signal('SIGTERM');
    expect(await other.ended).toBe(0);
    expect(await readdir(join(folder, 'work'))).toEqual([]);
    for (const task of [running, waiting]) expect(observer.finals(task.id)).toHaveLength(1);
  });

  it('gives back what runs longer than the grace period, and another worker does it', async () => {
    const folder = await testFolder();
    // Several seconds of work; the grace period is shorter.
    const source = await silence(folder, 1200);
    const observer = await observe(broker().url);
    const more = { ALLOWED_SOURCES: `file://${folder}/`, SHUTDOWN_GRACE: '1', CATEGORIES: 'audio' };
    const worker = await startWorker(env(folder, more));
    const task = makeTask('audio', 'mp3', `file://${source}`);
    await observer.submit(task);
    await waitFor(async () => (await findProcesses(join(folder, 'work'))).length > 0, 'ffmpeg to run');

    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(await findProcesses(folder)).toEqual([]);
    expect(await readdir(join(folder, 'work'))).toEqual([]);
    expect(await readdir(join(folder, 'outputs')).catch(() => [])).not.toContain(task.id);
    expect(observer.finals(task.id)).toEqual([]);

    await startWorker(env(folder, more));
    const final = await observer.final(task.id);
    expect(final).toMatchObject({ status: 'completed', attempt: 2 });
    expect(await storedFiles(join(folder, 'outputs', task.id))).toEqual([final.output[0]?.filename]);
    expect(observer.finals(task.id)).toHaveLength(1);
    const attempts = observer.reports
      .filter(({ report }) => report.task_id === task.id)
      .map((each) => each.report.attempt);
    expect(attempts).toEqual(attempts.toSorted((one, other) => one - other));
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends at once with a second %s, its programs too', async (signal, code) => {
    const folder = await testFolder();
    const source = await silence(folder, 3600);
    const observer = await observe(broker().url);
    const more = { ALLOWED_SOURCES: `file://${folder}/`, CATEGORIES: 'audio' };
    const worker = await startWorker(env(folder, { ...more, SHUTDOWN_GRACE: '3600' }));
    const task = makeTask('audio', 'mp3', `file://${source}`);
    await observer.submit(task);
    await stopProgram(folder, 'ffmpeg');
    worker.signal(signal);
    await waitFor(async () => (await worker.health()).status === 'draining', 'the worker to drain');
    worker.signal(signal);
    expect(await worker.ended).toBe(code);
    await waitFor(async () => (await findProcesses(folder)).length === 0, 'its programs to be dead');

    const next = await startWorker(env(folder, more));
    await observer.control({ type: 'cancel', task_id: task.id });
    expect(await observer.final(task.id)).toMatchObject({ status: 'canceled', attempt: 2 });
    next.signal('SIGTERM');
    expect(await next.ended).toBe(0);
  });

  it('ends while it never reached a broker, and while it has lost it', async () => {
    const folder = await testFolder();
    const never = await startWorker(env(folder, { AMQP_URL: 'amqp://guest:guest@127.0.0.1:9' }), { ready: false });
    await waitFor(async () => (await never.health()).status === 'starting', 'the worker to start');
    never.signal('SIGTERM');
    expect(await never.ended).toBe(0);

    const gate = await startGate();
    const observer = await observe(broker().url);
    const worker = await startWorker(env(folder, { ALLOWED_ADDRESSES: gate.address, SHUTDOWN_GRACE: '2' }));
    const task = makeTask('hash', 'md5', gate.url('file'));
    await observer.submit(task);
    await waitFor(() => gate.requests('file') === 1, 'the task to run');
    // A younger quorum queue, here the observer's, may not recover.
    await sleep(patience(3000));
    await broker().kill();
    try {
      await waitFor(async () => (await worker.health()).status === 'disconnected', 'the worker to lose the broker');
      worker.signal('SIGTERM');
      expect(await worker.ended).toBe(0);
    } finally {
      await broker().start();
    }
    expect(await readdir(join(folder, 'work'))).toEqual([]);
    gate.open('file', 'abc');
    await startWorker(env(folder, { ALLOWED_ADDRESSES: gate.address }));
    await waitFor(() => gate.requests('file') === 2, 'the task to run again');
  });

  it('ends after the grace period though the broker stands still', async () => {
    await offerNoHeartbeat(broker().ctl);
    const folder = await testFolder();
    const gate = await startGate();
    const observer = await observe(broker().url);
    const more = { AMQP_URL: `${broker().url}?heartbeat=0`, ALLOWED_ADDRESSES: gate.address, SHUTDOWN_GRACE: '2' };
    const worker = await startWorker(env(folder, more));
    const task = makeTask('hash', 'md5', gate.url('file'));
    await observer.submit(task);
    await waitFor(() => gate.requests('file') === 1, 'the task to run');
    broker().pause();
    try {
      worker.signal('SIGTERM');
      expect(await worker.ended).toBe(0);
    } finally {
      broker().resume();
    }
    expect(await readdir(join(folder, 'work'))).toEqual([]);

    gate.open('file', 'abc');
    await startWorker(env(folder, { ALLOWED_ADDRESSES: gate.address }));
    await waitFor(() => gate.requests('file') === 2, 'the task to run again');
  });
});

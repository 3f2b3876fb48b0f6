import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertd } from '../cli/support.ts';
import { startBroker } from '../support/rabbitmq.ts';
import { patience } from '../support/slowness.ts';
import { useBroker } from '../support/use-broker.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useBroker();

describe('settings of a worker', () => {
  it('that are wrong end it at once, with a message about the variable and without the password', async () => {
    const folder = await testFolder();
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as { port: number }).port);
    const good = { AMQP_URL: 'amqp://guest:hunter2@127.0.0.1:9', DATA_DIR: folder, PORT: '0', CATEGORIES: 'hash' };
    for (const [name, value] of [
      ['AMQP_URL', 'http://guest:hunter2@host'],
      ['TASK_TIMEOUT', '1700'],
      ['SANDBOX', 'maybe'],
      ['PRESETS', join(folder, 'none.json')],
      ['OUTPUT_STORE', 'ftp://files/'],
      ['PORT', port],
    ] as const) {
      const { exitCode, stderr } = await convertd(['worker'], { env: { ...good, [name]: value } });
      expect([1, 2], name).toContain(exitCode);
      expect(stderr, name).toMatch(name === 'PRESETS' ? /presets file/ : name);
      expect(stderr).not.toMatch(/hunter2|node:|\.ts:/);
    }
    expect(await readdir(join(folder, 'work')).catch(() => [])).toEqual([]);
  });

  it('the time limit counts from the first byte of the work, not from the sending', async () => {
    const seconds = Math.ceil(patience(3));
    const folder = await testFolder();
    const gate = await startGate();
    const observer = await observe(broker().url);
    const [early, held, waits, slow] = [
      makeTask('archive', 'zip', 'data:,abc'),
      makeTask('hash', 'md5', gate.url('held')),
      makeTask('archive', 'zip', 'data:,abc'),
      makeTask('archive', 'zip', gate.url('slow')),
    ];
    // The task waits in its queue for longer than its limit.
    await observer.submit(early);
    await sleep((seconds + 0.5) * 1000);
    await startWorker({
      AMQP_URL: broker().url,
      DATA_DIR: folder,
      CONCURRENCY: '1',
      ALLOWED_ADDRESSES: gate.address,
      TASK_TIMEOUT_ARCHIVE: String(seconds),
    });
    expect(await observer.final(early.id)).toMatchObject({ status: 'completed' });
    // The task waits for a slot for longer than its limit.
    await observer.submit(held);
    await waitFor(() => gate.requests('held') === 1, 'the first task to run');
    await observer.submit(waits);
    await sleep((seconds + 1) * 1000);
    expect(observer.finals(waits.id)).toEqual([]);
    gate.open('held', 'abc');
    expect(await observer.final(held.id)).toMatchObject({ status: 'completed' });
    expect(await observer.final(waits.id)).toMatchObject({ status: 'completed', attempt: 1 });
    // The limit applies.
    await observer.submit(slow);
    const final = await observer.final(slow.id);
    expect(final.errors.map((error) => error.code)).toEqual(['conversion_timeout']);
    expect(final.errors[0]?.message).toContain(`${seconds} seconds`);
  });

  it('with one place taken, tasks of other categories go to a worker that is idle', async () => {
    const folder = await testFolder();
    const gate = await startGate();
    const observer = await observe(broker().url);
    const env = { AMQP_URL: broker().url, DATA_DIR: folder, CONCURRENCY: '1', ALLOWED_ADDRESSES: gate.address };
    const busy = await startWorker(env);
    const running = makeTask('hash', 'md5', gate.url('running'));
    await observer.submit(running);
    await waitFor(() => gate.requests('running') === 1, 'the first task to run');
    const waiting = makeTask('archive', 'zip', 'data:,abc');
    await observer.submit(waiting);
    await waitFor(async () => (await busy.health()).waiting === 1, 'the other task to wait');
    await startWorker(env);
    expect(await observer.final(waiting.id)).toMatchObject({ status: 'completed', attempt: 1 });
    expect(await busy.health()).toMatchObject({ running: 1, waiting: 0 });
    gate.open('running', 'abc');
    expect(await observer.final(running.id)).toMatchObject({ status: 'completed', attempt: 1 });
    for (const task of [running, waiting]) expect(observer.finals(task.id)).toHaveLength(1);
  });

  it('a task that the broker takes away, because it takes too long, is finished once', async () => {
    const impatient = await startBroker({ consumerTimeout: 3000 });
    onTestFinished(() => impatient.stop());
    const folder = await testFolder();
    const gate = await startGate();
    const observer = await observe(impatient.url);
    const worker = await startWorker({
      AMQP_URL: impatient.url,
      DATA_DIR: folder,
      ALLOWED_ADDRESSES: gate.address,
      CONCURRENCY: '2',
    });
    const task = makeTask('hash', 'md5', gate.url('file'));
    await observer.submit(task);
    const again = () => worker.log().filter(({ msg }) => msg === 'task delivered again while it is here').length;
    await waitFor(() => again() >= 2, 'the broker to take the task away twice');
    gate.open('file', 'abc');
    const final = await observer.final(task.id);
    expect(final).toMatchObject({ status: 'completed', attempt: 1 });
    await waitFor(
      async () => (await impatient.ctl('list_queues', 'messages')).split('\n').every((line) => !/[1-9]/.test(line)),
      'all queues to be empty',
    );
    expect(gate.requests('file')).toBe(1);
    expect(observer.finals(task.id)).toHaveLength(1);
  });
});

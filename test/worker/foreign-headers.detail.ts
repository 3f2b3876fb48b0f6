import { connect } from 'amqplib';
import { expect, it, onTestFinished } from 'vitest';
import type { Task } from '../../src/task/types.ts';
import { useBroker } from '../support/use-broker.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useBroker();

/** Publishes a task like a client that sets RabbitMQ's own header. */
async function publishWithCount(task: Task, count: number): Promise<void> {
  const connection = await connect(broker().url);
  onTestFinished(() => connection.close());
  const channel = await connection.createConfirmChannel();
  const { category, target } = task.conversion;
  const headers = { 'x-delivery-count': count };
  channel.publish('convertd.tasks', `${category}.${target}`, Buffer.from(JSON.stringify(task)), { headers });
  await channel.waitForConfirms();
}

async function prepare() {
  const gate = await startGate();
  const env = { AMQP_URL: broker().url, DATA_DIR: await testFolder(), ALLOWED_ADDRESSES: gate.address };
  return { gate, env, observer: await observe(broker().url) };
}

it('a delivery count that the publisher has set counts for nothing', async () => {
  const { env, observer } = await prepare();
  await startWorker(env);
  const task = makeTask('hash', 'md5', 'data:,abc');
  await publishWithCount(task, 99);
  expect(await observer.final(task.id)).toMatchObject({ status: 'completed', attempt: 1, errors: [] });
});

it('nor does it when the task comes again from a lost worker: the broker counts then', async () => {
  const { gate, env, observer } = await prepare();
  const task = makeTask('hash', 'md5', gate.url('held'));
  await publishWithCount(task, 99);
  const first = await startWorker(env);
  await waitFor(() => gate.requests('held') > 0, 'the task to run');
  first.signal('SIGKILL');
  await first.ended;
  await startWorker(env);
  gate.open('held', 'abc');
  expect(await observer.final(task.id)).toMatchObject({ status: 'completed', attempt: 2, errors: [] });
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from 'amqplib';
import { expect, it, onTestFinished } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startGate } from '../../worker/gate.ts';
import { startWorker, waitFor } from '../../worker/support.ts';
import { newInstallation, remote, startServe } from '../serve-support.ts';

const broker = useBroker();

/** A service and its workers, with inputs behind a gate. */
async function start(more: Record<string, string> = {}) {
  const gate = await startGate();
  const installation = await newInstallation();
  const common = {
    AMQP_URL: broker().url,
    ALLOWED_ADDRESSES: gate.address,
    OUTPUT_STORE: join(installation.folder, 'outputs'),
  };
  const serve = await startServe(installation, { ...common, ...more });
  const own = { DATA_DIR: join(installation.folder, 'worker'), CATEGORIES: 'hash,archive', CONCURRENCY: '1' };
  const worker = () => startWorker({ ...common, ...own });
  return { gate, installation, serve, worker };
}

it('a task that is too large for the broker fails alone, and others go on', async () => {
  const { gate, installation, serve, worker } = await start();
  await worker();
  gate.open('small', 'abc');
  const small = () =>
    serve.createJob({
      process: true,
      input: [remote(gate.url('small'))],
      conversion: [{ category: 'hash', target: 'md5' }],
    });
  const refused = await serve.call('POST', '/v2/jobs', {
    input: [{ ...remote(gate.url('small')), engine: 'zip', options: { more: 'x'.repeat(20_000) } }],
    conversion: [{ category: 'archive', target: 'tar' }],
  });
  expect(refused).toMatchObject({ status: 400, body: { errors: { options: expect.stringContaining('16384') } } });

  const input = { ...remote(gate.url('small')), engine: 'zip', options: { more: 'x' } };
  const conversion = [{ category: 'archive', target: 'tar' }];
  const large = await serve.createJob({ process: false, input: [input], conversion });
  // As an earlier version accepted it.
  const database = new DatabaseSync(join(installation.folder, 'convertd.sqlite'), { timeout: patience(5000) });
  const options = JSON.stringify({ more: 'x'.repeat(17 * 2 ** 20) });
  database.prepare('update inputs set options = ? where job_id = ?').run(options, large.id);
  database.close();
  await serve.call('PATCH', `/v2/jobs/${large.id}`, { process: true });
  const before = await small();
  expect(await serve.final(large.id)).toMatchObject({
    status: 'failed',
    errors: [{ code: 1001, message: expect.stringContaining('at most 16777216') }],
  });
  expect((await serve.final(before.id)).status).toBe('completed');
  expect((await serve.final((await small()).id)).status).toBe('completed');
  expect(serve.log().filter(({ msg }) => msg === 'connection to the broker lost')).toEqual([]);
});

it('a canceled job of many inputs stops what the broker has, in one message, whoever is away meanwhile', async () => {
  const { gate, installation, serve, worker } = await start();
  const heard: { task_ids: string[]; recorded: boolean }[] = [];
  const connection = await connect(broker().url);
  onTestFinished(() => connection.close());
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, 'convertd.control', '');
  await channel.consume(queue, (message) => message && heard.push(JSON.parse(String(message.content))), {
    noAck: true,
  });

  const inputs = Array.from({ length: 60 }, (_, index) => remote(gate.url(`never-${index}`)));
  const job = await serve.createJob({
    process: true,
    input: inputs,
    conversion: [{ category: 'hash', target: 'md5' }],
  });
  const database = new DatabaseSync(join(installation.folder, 'convertd.sqlite'), { timeout: patience(5000) });
  onTestFinished(() => database.close());
  const sent = () => database.prepare(`select count(*) as count from tasks where state = 'sent'`).get()?.count;
  // A key may have 20 tasks in the queue of a category.
  await waitFor(() => sent() === 20, 'tasks to be sent');
  expect((await serve.call('DELETE', `/v2/jobs/${job.id}`)).status).toBe(204);
  await waitFor(() => heard.length > 0, 'the workers to be told');
  expect(heard).toMatchObject([{ type: 'cancel', recorded: true }]);
  expect(heard[0]?.task_ids).toHaveLength(20);

  // A worker that starts later finds the cancellation in the ledger.
  await worker();
  await waitFor(async () => {
    const rows = await broker().ctl('list_queues', 'name', 'messages');
    return /^convertd\.tasks\.hash\t0$/m.test(rows);
  }, 'the queue to be empty');
  expect(Array.from({ length: 60 }, (_, index) => gate.requests(`never-${index}`)).filter(Boolean)).toEqual([]);
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'amqplib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBroker } from '../../support/rabbitmq.ts';
import { patience } from '../../support/slowness.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startGate } from '../../worker/gate.ts';
import { makeTask, observe, startWorker, waitFor } from '../../worker/support.ts';
import {
  archiveOfThreeInputs,
  cancelInMidConversion,
  expectNextJob,
  partialFailure,
  twoConversionsOfThreeInputs,
  warnsWhileItWaits,
} from '../jobs/job-scenarios.ts';
import {
  download,
  newInstallation,
  operatorHealth,
  printed,
  remote,
  startInputs,
  startServe,
} from '../serve-support.ts';

const broker = useBroker();

/** A service and the settings of its workers, which share only its store. */
async function start({ url = broker().url, more = {} }: { url?: string; more?: Record<string, string> } = {}) {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const common = {
    AMQP_URL: url,
    ALLOWED_ADDRESSES: inputs.address,
    OUTPUT_STORE: join(installation.folder, 'outputs'),
    ...more,
  };
  const again = () => startServe(installation, common);
  // Programs of the worker are recognised by its temporary folder.
  const own = {
    DATA_DIR: join(installation.folder, 'worker'),
    TMPDIR: installation.folder,
    CATEGORIES: 'hash,archive',
  };
  const worker = (more: Record<string, string> = {}) => startWorker({ ...common, ...own, ...more });
  return { inputs, installation, again, worker, serve: await again() };
}

/** Number of messages in a queue, delivered or not. */
async function messages(queue: string): Promise<number> {
  const rows = await broker().ctl('list_queues', 'name', 'messages');
  const row = rows.split('\n').find((line) => line.startsWith(`${queue}\t`));
  return Number(row?.split('\t')[1] ?? Number.NaN);
}

/** Number of messages in a queue without consumers. */
async function waitingMessages(queue: string): Promise<number> {
  const connection = await connect(broker().url);
  try {
    const channel = await connection.createChannel();
    // The service declares its queues a moment after it answers.
    channel.on('error', () => {});
    return (await channel.checkQueue(queue)).messageCount;
  } catch (error) {
    if ((error as { code?: number }).code === 404) return 0;
    throw error;
  } finally {
    await connection.close();
  }
}

const small = (source: string) => ({
  process: true,
  input: [remote(source)],
  conversion: [{ category: 'hash', target: 'sha1' }],
});

describe('tasks that workers run', () => {
  it('make outputs of two conversions of three inputs, one archive of all, and what can be made beside an error', async () => {
    const { serve, inputs, worker } = await start();
    await worker();
    await twoConversionsOfThreeInputs(serve, inputs);
    await archiveOfThreeInputs(serve, inputs);
    await partialFailure(serve, inputs);
    expect(await messages('convertd.service')).toBe(0);
  });

  it('are stopped by DELETE of their job in mid-conversion, and leave no process', async () => {
    const { serve, inputs, installation, worker } = await start();
    await worker();
    await cancelInMidConversion(serve, inputs, installation.folder, 2);
  });

  it('say why they wait, and until when, as long as they do', async () => {
    const { serve, inputs, worker } = await start({ more: { RETRY_DELAYS: '4' } });
    await worker();
    await warnsWhileItWaits(serve, inputs);
  });

  it('of others on the same broker are none of the business of the service', async () => {
    const { serve, inputs, worker } = await start();
    await worker();
    const observer = await observe(broker().url);
    const task = makeTask('hash', 'md5', 'data:,abc');
    await observer.submit(task);
    expect(await observer.final(task.id)).toMatchObject({ status: 'completed' });
    await expectNextJob(serve, inputs);
    await waitFor(async () => (await messages('convertd.service')) === 0, 'its report to be taken');
    expect(serve.log().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });
});

describe('a service that was away', () => {
  it('finds the job completed that a worker finished meanwhile', async () => {
    const gate = await startGate();
    const { serve, again, worker } = await start({ more: { ALLOWED_ADDRESSES: gate.address } });
    await worker();
    const job = await serve.createJob(small(gate.url('file')));
    await waitFor(() => gate.requests('file') === 1, 'the task to run');
    serve.signal('SIGKILL');
    await serve.ended;
    gate.open('file', 'abc');
    await waitFor(async () => (await waitingMessages('convertd.service')) === 1, 'the final report to wait');
    expect(await waitingMessages('convertd.service.progress')).toBeLessThan(200);
    const next = await again();
    const ended = await next.final(job.id);
    expect(ended).toMatchObject({ status: 'completed', errors: [] });
    const digest = (await printed('sha1sum', [], 'abc')).split(' ')[0];
    expect([...(await download(ended)).values()].map(String)).toEqual([`${digest}\n`]);
    const history = (await next.call('GET', `/v2/jobs/${job.id}/history`)).body as { status: string }[];
    expect(history.filter(({ status }) => status === 'completed')).toHaveLength(1);
    expect(gate.requests('file')).toBe(1);
  });

  it('asks again for the end of a task whose report the broker has lost, and whose publishing it was killed in', async () => {
    const { serve, inputs, again, worker, installation } = await start();
    const source = inputs.text('once.txt', 'once');
    const jobs = [await serve.createJob(small(source)), await serve.createJob(small(source))];
    await waitFor(async () => (await waitingMessages('convertd.tasks.hash')) === 2, 'the tasks to be sent');
    serve.signal('SIGKILL');
    await serve.ended;
    const observer = await observe(broker().url);
    await worker();
    await waitFor(async () => (await waitingMessages('convertd.service')) === 2, 'the final reports');
    for (const queue of ['convertd.service', 'convertd.service.progress']) await broker().ctl('purge_queue', queue);

    const database = new DatabaseSync(join(installation.folder, 'convertd.sqlite'));
    // One task is like after a long silence, one as if the service had not yet marked it as sent.
    database.exec(`update tasks set modified_at = 0 where job_id = '${jobs[0]?.id}'`);
    database.exec(
      `update tasks set state = 'waiting', lease_owner = 'gone', lease_until = 0 where job_id = '${jobs[1]?.id}'`,
    );
    database.close();
    const next = await again();
    for (const { id } of jobs) expect(await next.final(id)).toMatchObject({ status: 'completed', errors: [] });
    // The ledger answers; nothing is converted again.
    expect(inputs.requests(source)).toBe(2);
    // The broker may deliver to the service before it delivers to the observer.
    await expect.poll(() => observer.reports.filter(({ report }) => report.status === 'completed')).toHaveLength(4);
  });
});

describe('a broker that is away', () => {
  it('at the start and in between: jobs are accepted and wait', async () => {
    const absent = await startBroker();
    onTestFinished(() => absent.stop());
    await absent.kill();
    const { serve, inputs, worker } = await start({ url: absent.url });
    const source = inputs.text('patient.txt', 'patient');
    const first = await serve.createJob(small(source));
    expect(await operatorHealth(serve)).toMatchObject({ status: 'ready', broker: 'disconnected' });
    await absent.start();
    await worker();
    expect((await serve.final(first.id)).status).toBe('completed');

    // A quorum queue that is younger than about a second when RabbitMQ 3.10 is killed does not recover.
    await setTimeout(patience(3000));
    await absent.kill();
    await waitFor(async () => (await operatorHealth(serve)).broker === 'disconnected', 'the loss to be noticed');
    const second = await serve.createJob(small(source));
    expect((await serve.job(second.id)).status).toBe('queued');
    await absent.start();
    expect((await serve.final(second.id)).status).toBe('completed');
  });
});

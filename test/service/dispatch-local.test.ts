import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../../scripts/chaos/check.ts';
import { convertd } from '../cli/support.ts';
import { usePostgres } from '../support/postgres.ts';
import { testFolder, waitFor } from '../worker/support.ts';
import {
  archiveOfThreeInputs,
  cancelInMidConversion,
  converting,
  expectLongJob,
  expectNextJob,
  longJob,
  partialFailure,
  twoConversionsOfThreeInputs,
} from './job-scenarios.ts';
import {
  download,
  type JobView,
  newInstallation,
  remote,
  type ServeProcess,
  startInputs,
  startServe,
} from './serve-support.ts';

async function start(env: Record<string, string> = {}) {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const all = { CONCURRENCY: '2', ALLOWED_ADDRESSES: inputs.address, ...env };
  const again = (more: Record<string, string> = {}) => startServe(installation, { ...all, ...more });
  return { inputs, installation, again, serve: await again() };
}

/** What the service keeps, as another program sees it. */
function query(folder: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder, 'convertd.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

describe('tasks that run in the service', () => {
  it('make outputs of two conversions of three inputs, one archive of all, and what can be made beside an error', async () => {
    const { serve, inputs } = await start();
    await twoConversionsOfThreeInputs(serve, inputs);
    await archiveOfThreeInputs(serve, inputs);
    await partialFailure(serve, inputs);
  });

  it('are held to the contract of their key when an input is an address, whose size shows only then', async () => {
    const contracts = join(await testFolder(), 'contracts.json');
    await writeFile(contracts, JSON.stringify({ unlimited: { max_input_size: 1000 } }));
    const { serve, inputs } = await start({ CONTRACTS: contracts });
    const hashOf = async (bytes: number) =>
      serve.final(
        (
          await serve.createJob({
            process: true,
            input: [remote(inputs.zeros(bytes))],
            conversion: [{ target: 'md5' }],
          })
        ).id,
      );
    expect(await hashOf(1001)).toMatchObject({ status: 'failed', output: [], errors: [{ code: 2007 }] });
    expect(await hashOf(1000)).toMatchObject({ status: 'completed', input: [{ size: 1000 }] });
  });

  it('are stopped by DELETE of their job in mid-conversion, and leave no process', async () => {
    const { serve, inputs, installation } = await start();
    await cancelInMidConversion(serve, inputs, installation.folder, 1);
  });

  it('that fail by a fault that may pass are tried again after a pause', async () => {
    const { serve, inputs } = await start({ RETRY_DELAYS: '0.2,0.2' });
    const source = inputs.busy('busy.txt', 'abc', 1000);
    const recovering = inputs.busy('recovering.txt', 'abc', 4);
    const make = (url: string) =>
      serve.createJob({ process: true, input: [remote(url)], conversion: [{ target: 'sha1' }] });
    const [lost, saved] = await Promise.all([make(source), make(recovering)]);
    expect(await serve.final(saved.id)).toMatchObject({ status: 'completed', errors: [] });
    const failed = await serve.final(lost.id);
    expect(failed).toMatchObject({ status: 'failed', output: [] });
    expect(failed.errors).toHaveLength(1);
    const tries = serve.log().filter((line) => line.msg === 'task ended' && line.job_id === lost.id);
    expect(tries.map(({ result }) => result)).toEqual(['retried', 'retried', 'failed']);
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it('of one key that has many do not keep those of another waiting', async () => {
    const { serve, inputs, installation } = await start({ CONCURRENCY: '1' });
    const made = await convertd(['keys', 'create', '--json'], { env: { DATA_DIR: installation.folder } });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const source = remote(inputs.zeros(5_000_000));
    const many = { process: true, input: Array.from({ length: 40 }, () => source), conversion: [{ target: 'sha1' }] };
    const busy = await serve.createJob(many);
    const small = await serve.createJob({ process: true, input: [source], conversion: [{ target: 'md5' }] }, key);
    const ended = await waitFor(async () => {
      const { body } = await serve.call('GET', `/v2/jobs/${small.id}`, undefined, key);
      return (body as JobView).status === 'completed' && (body as JobView);
    }, 'the small job');
    const [counted] = query(
      installation.folder,
      `select count(*) as ended from tasks where job_id = '${busy.id}' and state = 'completed'`,
    );
    expect(counted?.ended).toBeLessThan(20);
    expect((await download(ended)).size).toBe(1);
    expect((await serve.call('DELETE', `/v2/jobs/${busy.id}`)).status).toBe(204);
  });
});

describe('two replicas on one PostgreSQL', () => {
  const postgres = usePostgres();

  async function startTwo() {
    const inputs = await startInputs();
    const first = await newInstallation();
    const env = {
      DATABASE_URL: await postgres().database(),
      SERVICE_SECRET: 'ab'.repeat(32),
      OUTPUT_STORE: join(first.folder, 'outputs'),
      ALLOWED_ADDRESSES: inputs.address,
      CONCURRENCY: '1',
    };
    const one = await startServe(first, env);
    const two = await startServe({ ...(await newInstallation()), key: first.key }, env);
    return { inputs, one, two };
  }
  const running = async (serve: ServeProcess) =>
    ((await serve.call('GET', '/health')).body as { running: number }).running;

  it('share the tasks; what one was killed with, the other takes up when its lease is over, once', async () => {
    const { inputs, one, two } = await startTwo();
    expect(two.stdout()).not.toContain('API key');
    const jobs = [await one.createJob(longJob(inputs)), await one.createJob(longJob(inputs))];
    await waitFor(async () => (await running(one)) === 1 && (await running(two)) === 1, 'both to have a task');
    one.signal('SIGKILL');
    for (const { id } of jobs) await expectLongJob(two, id);
    expect(inputs.requests(inputs.zeros(200 * 1024 ** 2))).toBe(3);
  });

  it('hear of a cancel that the other was asked for', async () => {
    const { inputs, one, two } = await startTwo();
    const endless = { ...longJob(inputs), input: [remote(inputs.zeros(2 * 1024 ** 3))] };
    const job = await one.createJob(endless);
    const runner = await waitFor(async () => {
      for (const each of [one, two]) if ((await running(each)) === 1) return each;
      return null;
    }, 'the task to run');
    const other = runner === one ? two : one;
    expect((await other.call('DELETE', `/v2/jobs/${job.id}`)).status).toBe(204);
    await waitFor(async () => (await running(runner)) === 0, 'the task to be stopped', 20_000);
  });
});

describe('a service that ends in mid-conversion', () => {
  it('by kill -9: the next start finishes the job, once', async () => {
    const { serve, inputs, again, installation } = await start();
    const job = await serve.createJob(longJob(inputs));
    await converting(serve, job.id);
    const waiting = await serve.createJob({ ...longJob(inputs), process: false });
    serve.signal('SIGKILL');
    expect(await serve.ended).toBe(null);
    await waitFor(async () => (await processesOf(installation.folder)).length === 0, 'the conversion to die with it');

    const next = await again();
    expect(next.stdout()).not.toContain('API key');
    await expectLongJob(next, job.id);
    expect(query(installation.folder, 'select attempt, state from tasks')).toEqual([
      { attempt: 2, state: 'completed' },
    ]);
    expect((await next.job(waiting.id)).status).toBe('ready');
    expect(inputs.requests(inputs.zeros(200 * 1024 ** 2))).toBe(2);
    await expectNextJob(next, inputs);
  });

  it('by SIGTERM: what does not end in time waits for the next start, and no process is left', async () => {
    const { serve, inputs, again, installation } = await start({ SHUTDOWN_GRACE: '1' });
    const job = await serve.createJob(longJob(inputs));
    await converting(serve, job.id);
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
    expect(await processesOf(installation.folder)).toEqual([]);
    expect(query(installation.folder, 'select state, progress, lease_owner from tasks')).toEqual([
      { state: 'waiting', progress: 0, lease_owner: null },
    ]);
    expect(query(installation.folder, 'select status from jobs')).toEqual([{ status: 'queued' }]);
    await expectLongJob(await again(), job.id);
  });

  it('by SIGTERM with time enough: the job ends before the service does', async () => {
    const { serve, inputs, installation } = await start({ SHUTDOWN_GRACE: '60' });
    const job = await serve.createJob(longJob(inputs));
    await converting(serve, job.id);
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
    expect(query(installation.folder, 'select status from jobs')).toEqual([{ status: 'completed' }]);
    expect(query(installation.folder, 'select attempt from tasks')).toEqual([{ attempt: 1 }]);
  });
});

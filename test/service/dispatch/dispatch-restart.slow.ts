import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../../../scripts/processes.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { waitFor } from '../../worker/support.ts';
import { converting, expectLongJob, expectNextJob, longJob } from '../jobs/job-scenarios.ts';
import { query, start } from '../local-service.ts';
import {
  newInstallation,
  operatorHealth,
  remote,
  type ServeProcess,
  startInputs,
  startServe,
} from '../serve-support.ts';

describe('two replicas on one PostgreSQL', () => {
  async function startTwo() {
    const inputs = await startInputs();
    const first = await newInstallation();
    const env = {
      DATABASE_URL: await ask('emptyDatabase'),
      SERVICE_SECRET: 'ab'.repeat(32),
      OUTPUT_STORE: join(first.folder, 'outputs'),
      ALLOWED_ADDRESSES: inputs.address,
      CONCURRENCY: '1',
    };
    const one = await startServe(first, env);
    const two = await startServe({ ...(await newInstallation()), key: first.key }, env);
    return { inputs, one, two };
  }
  const running = async (serve: ServeProcess) => (await operatorHealth(serve)).running;

  it('share the tasks; what one was killed with, the other takes up when its lease is over, once', async () => {
    const { inputs, one, two } = await startTwo();
    expect(two.stdout()).not.toContain('API key');
    const jobs = [await one.createJob(longJob(inputs)), await one.createJob(longJob(inputs))];
    await waitFor(async () => (await running(one)) === 1 && (await running(two)) === 1, 'both to have a task');
    const input = inputs.zeros(200 * 1024 ** 2);
    await waitFor(async () => inputs.requests(input) === 2, 'both to have asked for the input');
    one.signal('SIGKILL');
    for (const { id } of jobs) await expectLongJob(two, id);
    expect(inputs.requests(input)).toBe(3);
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
    await waitFor(async () => (await running(runner)) === 0, 'the task to be stopped');
    const ends = runner.log().filter(({ msg }) => msg === 'task ended');
    // The attempt did not finish.
    expect(ends.map(({ result }) => result)).toEqual(['returned']);
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
    const { serve, inputs, installation } = await start({ SHUTDOWN_GRACE: '3600' });
    const job = await serve.createJob(longJob(inputs));
    await converting(serve, job.id);
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
    expect(query(installation.folder, 'select status from jobs')).toEqual([{ status: 'completed' }]);
    expect(query(installation.folder, 'select attempt from tasks')).toEqual([{ attempt: 1 }]);
  });
});

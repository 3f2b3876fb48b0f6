import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { takeNext } from '../../../src/service/dispatch/leases.ts';
import { RowLease } from '../../../src/service/dispatch/row-lease.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { patience } from '../../support/slowness.ts';
import { newInstallation, remote, startInputs, startServe } from '../serve-support.ts';
import { DATABASES, makeJob, useService } from '../support.ts';

it('a task is given up for the losses of its process, not for its attempts', async () => {
  const installation = await newInstallation();
  const inputs = await startInputs();
  const serve = await startServe(installation, { ALLOWED_ADDRESSES: inputs.address, CATEGORIES: 'hash' });
  const database = new DatabaseSync(join(installation.folder, 'convertd.sqlite'), { timeout: patience(5000) });
  const source = inputs.text('abc.txt', 'abc');
  const begin = async (change: string) => {
    database.exec(
      `create trigger earlier after insert on tasks begin update tasks set ${change} where id = new.id; end`,
    );
    const body = { process: true, input: [remote(source)], conversion: [{ category: 'hash', target: 'md5' }] };
    const job = await serve.createJob(body);
    database.exec('drop trigger earlier');
    return serve.final(job.id);
  };
  // Like after minutes in which the store or the database was down.
  expect(await begin('attempt = 50')).toMatchObject({ status: 'completed', errors: [] });
  expect(await begin('attempt = 6, losses = 5')).toMatchObject({ status: 'completed' });
  expect(await begin('attempt = 7, losses = 6')).toMatchObject({
    status: 'failed',
    errors: [{ message: expect.stringContaining('6 times') }],
  });
  database.close();
});

describe.each(DATABASES)('a task whose inputs cannot be read at the moment, on %s', (kind) => {
  const service = useService(kind);

  it('waits, and has lost nothing', async () => {
    const job = await makeJob(service(), (await service().key()).key);
    const { context } = service();
    const taken = await takeNext(context.db, 'a process', '', context.now());
    expect(taken?.task).toMatchObject({ job_id: job.id, attempt: 1 });
    if (taken === null) return;
    const away = new ConversionError('output_store_failed', 'The store is away.');
    // Fails while the inputs are read, like a store that is down: a task that takes outputs of another reads the store first.
    const secrets = {
      ...context.secrets,
      open: () => {
        throw away;
      },
    };
    const lease = new RowLease(taken.task, {
      owner: 'a process',
      context: { ...context, secrets },
      follow: () => {},
    });
    expect(await lease.read()).toBeNull();
    const [task] = await service().tasks(job.id);
    expect(task).toMatchObject({ state: 'waiting', lease_owner: null, losses: 0, retries: 0 });
    expect(task?.lease_until).toBeGreaterThan(context.now());
  });
});

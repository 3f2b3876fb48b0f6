import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { setDatabaseReadOnly } from '../../support/postgres.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startWorker, waitFor } from '../../worker/support.ts';
import { newInstallation, operatorHealth, remote, startInputs, startServe } from '../serve-support.ts';

const broker = useBroker();

/** More than the service accepts at the same time. */
const JOBS = 40;

it('jobs whose reports came while the database was read-only end right, and health says so meanwhile', async () => {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const url = await ask('serviceDatabase');
  const common = {
    AMQP_URL: broker().url,
    ALLOWED_ADDRESSES: inputs.address,
    OUTPUT_STORE: join(installation.folder, 'outputs'),
  };
  const serve = await startServe(installation, { ...common, DATABASE_URL: url, QUEUE_LIMIT_PER_KEY: '0' });
  const source = inputs.text('words.txt', 'words');
  const create = () =>
    serve.createJob({ process: true, input: [remote(source)], conversion: [{ category: 'hash', target: 'sha1' }] });
  const jobs = await Promise.all(Array.from({ length: JOBS }, create));
  await waitFor(async () => (await ready()) >= JOBS, 'all tasks to be sent');

  await setDatabaseReadOnly(url, true);
  await startWorker({ ...common, DATA_DIR: join(installation.folder, 'worker'), CATEGORIES: 'hash' });
  await waitFor(async () => (await ready()) === 0, 'the worker to end them');
  await waitFor(async () => (await operatorHealth(serve)).database === 'read-only', 'health to tell of it');
  expect(await operatorHealth(serve)).toMatchObject({ status: 'unavailable' });

  await setDatabaseReadOnly(url, false);
  await waitFor(async () => (await operatorHealth(serve)).status === 'ready', 'health to tell of the end');
  for (const { id } of jobs) {
    await waitFor(async () => (await serve.job(id)).status !== 'processing', `${id} to end`);
    expect(await serve.job(id)).toMatchObject({ status: 'completed', errors: [] });
  }
  const next = await create();
  await waitFor(async () => (await serve.job(next.id)).status === 'completed', 'a later job');
});

/** Number of tasks that wait for a worker. */
async function ready(): Promise<number> {
  const rows = await broker().ctl('list_queues', 'name', 'messages');
  return Number(/^convertd\.tasks\.hash\t(\d+)$/m.exec(rows)?.[1] ?? 0);
}

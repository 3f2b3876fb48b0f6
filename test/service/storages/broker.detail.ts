import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startWorker } from '../../worker/support.ts';
import { download, newInstallation, startServe } from '../serve-support.ts';
import { ftpStorage } from './ftp.ts';
import { inputFrom, statusesOf, targetIn, ZIP } from './scenarios.ts';

const broker = useBroker();

test('a worker fetches from a storage, and the service, with PostgreSQL, delivers what it made', async () => {
  const storage = await ftpStorage();
  onTestFinished(storage.stop);
  const { folder } = await newInstallation();
  const common = {
    AMQP_URL: broker().url,
    DATABASE_URL: await ask('serviceDatabase'),
    ALLOWED_ADDRESSES: '127.0.0.1',
    OUTPUT_STORE: join(folder, 'outputs'),
    LOG_LEVEL: 'trace',
  };
  const serve = await startServe({ folder, key: '' }, common);
  const worker = await startWorker({ ...common, DATA_DIR: join(folder, 'worker') });
  await storage.write('in.txt', Buffer.from('by the broker'));
  const { id } = await serve.createJob({
    process: true,
    input: [inputFrom(storage, storage.describe('in.txt'))],
    conversion: [{ ...ZIP, output_target: [targetIn(storage, storage.describe('out/'))] }],
  });
  const job = await serve.final(id);
  expect([job.status, job.errors, statusesOf(job)]).toEqual(['completed', [], ['completed']]);
  expect(await storage.read('out/in.zip')).toEqual((await download(job)).get('in.zip'));
  expect(JSON.stringify([serve.log(), worker.log()])).not.toContain(storage.secret);
  const wrong = await serve.createJob({
    process: true,
    input: [inputFrom(storage, storage.withWrongCredentials('in.txt'))],
    conversion: [ZIP],
  });
  expect((await serve.final(wrong.id)).errors).toEqual([expect.objectContaining({ source: 'input', code: 2009 })]);
});

import { readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observeS3 } from '../support/s3-observer.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { patience } from '../support/slowness.ts';
import { useBroker } from '../support/use-broker.ts';
import { startGate } from './gate.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useBroker();
const EMPTY_MD5 = 'd41d8cd98f00b204e9800998ecf8427e\n';

describe('a folder as the store', () => {
  it('out of reach when the task comes: tried again, and done when it is back', async () => {
    const folder = await testFolder();
    const observer = await observe(broker().url);
    const store = join(folder, 'outputs');
    // Root may write anywhere, so a folder without permissions would not fail.
    await symlink('/proc/convertd', store);
    // Time enough to bring the store back.
    const second = Math.ceil(patience(2));
    const worker = await startWorker({ AMQP_URL: broker().url, DATA_DIR: folder, RETRY_DELAYS: `1,${second},4` });
    const task = makeTask('hash', 'md5', 'data:,');
    await observer.submit(task);
    await waitFor(() => retries(worker.log()).length === 2, 'the second try to fail');
    expect(observer.finals(task.id)).toEqual([]);
    await unlink(store);

    const final = await observer.final(task.id);
    expect(final).toMatchObject({ status: 'completed', attempt: 3 });
    expect(await readFile(fileURLToPath(final.output[0]?.uri ?? ''), 'utf8')).toBe(EMPTY_MD5);
    expect(retries(worker.log())).toEqual([1000, second * 1000]);
    expect(observer.finals(task.id)).toHaveLength(1);
  });

  it('lost after the conversion began: tried again, and done when it is back', async () => {
    const folder = await testFolder();
    const gate = await startGate();
    const observer = await observe(broker().url);
    const store = join(folder, 'outputs');
    const worker = await startWorker({
      AMQP_URL: broker().url,
      DATA_DIR: folder,
      ALLOWED_ADDRESSES: gate.address,
      // Time enough to bring the store back.
      RETRY_DELAYS: `${Math.ceil(patience(1))},2`,
    });
    const task = makeTask('hash', 'md5', gate.url('empty'));
    const before = makeTask('hash', 'md5', 'data:,');
    await observer.submit(before);
    await observer.final(before.id);
    await observer.submit(task);
    await waitFor(() => gate.requests('empty') === 1, 'the task to run');
    await rename(store, `${store}.away`);
    await writeFile(store, 'not a folder');
    gate.open('empty', '');
    await waitFor(() => retries(worker.log()).length === 1, 'the first try to fail');
    await rm(store);
    await rename(`${store}.away`, store);

    const final = await observer.final(task.id);
    expect(final).toMatchObject({ status: 'completed', attempt: 2 });
    expect((await readdir(store)).sort()).toEqual(['.convertd', before.id, task.id].sort());
    expect(observer.finals(task.id)).toHaveLength(1);
  });

  it('that does not come back: failed, told once, and the next task is done', async () => {
    const folder = await testFolder();
    const observer = await observe(broker().url);
    const store = join(folder, 'outputs');
    await writeFile(store, 'not a folder');
    const worker = await startWorker({ AMQP_URL: broker().url, DATA_DIR: folder });
    const task = makeTask('archive', 'zip', 'data:,abc');
    await observer.submit(task);

    const final = await observer.final(task.id);
    expect(final).toMatchObject({ status: 'failed', attempt: 3, output: [] });
    expect(final.errors.map((error) => error.code)).toEqual(['output_store_failed']);
    expect(JSON.stringify(final)).not.toContain(folder);
    expect(retries(worker.log())).toEqual([1000, 2000]);
    await waitFor(async () => (await worker.health()).running === 0, 'the task to be settled');
    expect(observer.finals(task.id)).toHaveLength(1);
    expect(await readFile(store, 'utf8')).toBe('not a folder');

    await rm(store);
    const next = makeTask('archive', 'zip', 'data:,abc');
    await observer.submit(next);
    expect(await observer.final(next.id)).toMatchObject({ status: 'completed' });
    expect((await readdir(join(folder, 'work'))).length).toBe(1);
  });

  it('with a ledger that a power cut has damaged: the task is done as if it were new', async () => {
    const folder = await testFolder();
    const observer = await observe(broker().url);
    await startWorker({ AMQP_URL: broker().url, DATA_DIR: folder });
    const [first, other] = [makeTask('hash', 'md5', 'data:,'), makeTask('hash', 'md5', 'data:,')];
    await observer.submit(first);
    await observer.final(first.id);
    for (const [task, text] of [
      [first, ''],
      [other, '{"report":{"task_id"'],
    ] as const) {
      await writeFile(join(folder, 'outputs', '.convertd', `${task.id}.final.json`), text);
      const told = observer.finals(task.id).length;
      await observer.submit(task);
      await waitFor(() => observer.finals(task.id).length === told + 1, 'the final report');
      expect(observer.finals(task.id).at(-1)?.report.status).toBe('completed');
    }
  });
});

describe('an S3 server as the store', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server?.stop());

  it('down: tried again, done when it is back, failed where it does not come back', async () => {
    const folder = await testFolder();
    const observer = await observe(broker().url);
    const s3 = await observeS3(server);
    await s3.makeBucket('faults');
    const env = { AMQP_URL: broker().url, DATA_DIR: folder, OUTPUT_STORE: 's3://faults/out', ...server.env };
    const worker = await startWorker({ ...env, RETRY_DELAYS: `1,${Math.ceil(patience(12))}` });
    await server.takeDown();
    const lost = makeTask('hash', 'md5', 'data:,');
    await observer.submit(lost);
    const final = await observer.final(lost.id);
    expect(final).toMatchObject({ status: 'failed', attempt: 3, output: [] });
    expect(final.errors.map((error) => error.code)).toEqual(['output_store_failed']);

    const task = makeTask('hash', 'md5', 'data:,');
    const before = retries(worker.log()).length;
    await observer.submit(task);
    await waitFor(() => retries(worker.log()).length > before, 'the first try to fail');
    await server.bringUp();
    const stored = await observer.final(task.id);
    expect(stored).toMatchObject({ status: 'completed', output: [{ filename: 'input.md5' }] });
    const key = stored.output[0]?.uri.slice('s3://faults/'.length) ?? '';
    expect((await s3.get('faults', key))?.bytes.toString()).toBe(EMPTY_MD5);
    await waitFor(async () => (await worker.health()).running === 0, 'the task to be settled');
    for (const each of [lost, task]) expect(observer.finals(each.id)).toHaveLength(1);
    expect((await s3.list('faults')).filter((key) => !key.includes('.convertd'))).toEqual([key]);
  });
});

/** Returns the pauses before each retry in the worker's log, ms. */
function retries(log: readonly Record<string, unknown>[]): number[] {
  return log.map((line) => line.delay_ms).filter((delay) => typeof delay === 'number');
}

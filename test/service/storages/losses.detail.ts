import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeDelivery } from '../../../src/service/deliveries/delivery-queue.ts';
import { DELIVERY_LIMITS, startDeliveryPump } from '../../../src/service/deliveries/sender.ts';
import type { ServiceFiles } from '../../../src/service/files/service-files.ts';
import { patience } from '../../support/slowness.ts';
import { completeTasks } from '../convert/convert-support.ts';
import { DATABASES, makeJob, useService } from '../support.ts';
import { ftpStorage } from './ftp.ts';
import { targetIn, ZIP } from './scenarios.ts';

const SOON = { timeout: patience(30_000), interval: 20 };

describe.each(DATABASES)('a delivery on %s', (kind) => {
  const service = useService(kind, { ALLOWED_ADDRESSES: '127.0.0.1' });

  /** Makes a job with an output to be delivered to a storage. */
  async function deliverable() {
    const storage = await ftpStorage();
    onTestFinished(storage.stop);
    const output_target = [targetIn(storage, storage.describe('out.zip'))];
    const job = await makeJob(service(), (await service().key()).key, { conversion: [{ ...ZIP, output_target }] });
    await completeTasks(service(), job.id, [{ filename: 'out.zip', content: 'content' }]);
    const { db } = service().context;
    const target = () =>
      db.selectFrom('output_targets').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    return { id: job.id as string, storage, target };
  }
  function poller(files: ServiceFiles): void {
    const { context } = service();
    const running = startDeliveryPump({ ...context, files }, { ...DELIVERY_LIMITS, pollMs: 20 });
    onTestFinished(() => running.stop());
  }

  test('waits for a store that is away as long as it takes, and has lost and retried nothing', async () => {
    const { id, storage, target } = await deliverable();
    const { files } = service().context;
    let isAway = true;
    const away = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    poller({ ...files, read: (...asked) => (isAway ? Promise.reject(away) : files.read(...asked)) });
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await vi.waitFor(async () => expect(await target()).toMatchObject({ status: 'waiting', attempt }), SOON);
      // Not at once, but soon.
      expect(Number((await target()).next_at) - service().time).toBe(10_000);
      isAway = attempt < 12;
      service().time += 10_000;
    }
    await vi.waitFor(async () => expect((await service().job(id)).status).toBe('completed'), SOON);
    expect(await target()).toMatchObject({ status: 'completed', attempt: 13, losses: 0, retries: 0 });
    expect(String(await storage.read('out.zip'))).toBe('content');
  });

  test('is made once by a process whose clock is set forward meanwhile', async () => {
    const { id, storage, target } = await deliverable();
    const { files } = service().context;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let reads = 0;
    poller({
      ...files,
      read: async (...asked) => {
        reads += 1;
        await released;
        return files.read(...asked);
      },
    });
    await vi.waitFor(() => expect(reads).toBe(1), SOON);
    service().time += 3600 * 1000;
    await vi.waitFor(async () => expect(Number((await target()).lease_until)).toBeGreaterThan(service().time), SOON);
    expect(reads).toBe(1);
    release();
    await vi.waitFor(async () => expect((await service().job(id)).status).toBe('completed'), SOON);
    expect(await target()).toMatchObject({ attempt: 1, losses: 0 });
    expect(String(await storage.read('out.zip'))).toBe('content');
  });

  test('is given up when the process that had it vanished six times', async () => {
    const { id, storage, target } = await deliverable();
    const { db, files } = service().context;
    for (let process = 1; process <= 6; process += 1) {
      expect((await takeDelivery(db, `process ${process}`, [], service().time))?.target.losses).toBe(process - 1);
      service().time += 60_000;
    }
    poller(files);
    await vi.waitFor(async () => expect((await service().job(id)).status).toBe('failed'), SOON);
    expect(await target()).toMatchObject({ status: 'failed', losses: 6, retries: 0 });
    expect(await storage.read('out.zip')).toBeNull();
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { databaseClock } from '../../../src/service/database/clock.ts';
import { RowQueue } from '../../../src/service/dispatch/row-queue.ts';
import { makeJob, useService } from '../support.ts';

const HOUR = 3600 * 1000;
const quiet = { info() {}, warn() {}, error() {} };

const sqlite = useService('sqlite');
const postgres = useService('postgres');

afterEach(() => void vi.useRealTimers());

it('services of one PostgreSQL have its time, whatever becomes of their own', async () => {
  const clock = await databaseClock(postgres().context.db, quiet);
  const before = Date.now();
  expect(Math.abs(clock.now() - before)).toBeLessThan(60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: before + HOUR });
  expect(Date.now()).toBeGreaterThanOrEqual(before + HOUR);
  expect(Math.abs(clock.now() - before)).toBeLessThan(60_000);
  await clock.stop();
});

it('a process whose clock is set forward keeps its leases, and runs none of its tasks twice', async () => {
  const { context, key, tasks } = sqlite();
  const job = await makeJob(sqlite(), (await key()).key);
  let time = Date.now();
  const queueOf = (owner: string) =>
    new RowQueue({ owner, context: { ...context, now: () => time }, follow: () => {} });
  const queue = queueOf('this');
  const lease = await queue.claim();
  expect(lease).toMatchObject({ attempt: 1 });
  if (lease === null) return;

  time += HOUR;
  expect(await queue.claim()).toBeNull();
  await queue.extension.extend([lease]);
  expect(await queue.claim()).toBeNull();
  expect(lease.lost.aborted).toBe(false);
  expect((await tasks(job.id))[0]).toMatchObject({ attempt: 1, lease_owner: 'this' });

  // The control: anybody may claim an expired lease.
  time += HOUR;
  expect(await queueOf('another').claim()).toMatchObject({ attempt: 2 });
  await queue.extension.extend([lease]);
  expect(lease.lost.aborted).toBe(true);
});

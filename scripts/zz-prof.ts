import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBroker } from '../test/support/rabbitmq.ts';
import { openBenchClient } from './bench-worker/client.ts';
import { startBenchRunner } from './bench-worker/runner.ts';
import { CORES, workerEnvironment } from './bench-worker/setup.ts';
import { tinyTask } from './bench-worker/tasks.ts';
import { startBenchWorker } from './bench-worker/worker.ts';

const what = process.argv[2];
const count = Number(process.argv[3] ?? 4000);
const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
await mkdir(join(folder, 'work'));
await mkdir('/tmp/prof', { recursive: true });
const prof = { NODE_OPTIONS: '--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=/tmp/prof' };
if (what === 'worker') {
  const broker = await startBroker();
  const setup = { broker, folder, divisor: 1 };
  const client = await openBenchClient(broker.url);
  const worker = await startBenchWorker({ ...workerEnvironment(setup, CORES), CATEGORIES: 'hash', ...prof });
  for (let i = 0; i < count / 1000; i++) {
    const tasks = Array.from({ length: 1000 }, tinyTask);
    const t = performance.now();
    await Promise.all(tasks.map(client.run));
    console.log(1e6 / (performance.now() - t));
  }
  await client.close();
  await worker.stop();
  await broker.stop();
} else {
  const runner = startBenchRunner({
    ...workerEnvironment({ broker: { url: 'amqp://127.0.0.1' } as never, folder, divisor: 1 }, CORES),
    ...prof,
  });
  for (let i = 0; i < count / 1000; i++) {
    await runner.prepare(1000);
    const t = performance.now();
    await runner.run();
    console.log(1e6 / (performance.now() - t));
  }
  await runner.stop();
}
await rm(folder, { recursive: true, force: true });
process.exit();

import { setTimeout } from 'node:timers/promises';
import { openBenchClient } from './client.ts';
import { type BenchSetup, CORES, workerEnvironment } from './setup.ts';
import { table } from './statistics.ts';
import { tinyTask } from './tasks.ts';
import { descendantsBytes, residentBytes, startBenchWorker } from './worker.ts';

const COUNTS = [200, 500, 1000, 1500, 2000];
const QUIET_MS = 1000;
/** A worker that keeps nothing of its tasks stays within this of what it had after the first measurement. */
const FLAT = 1.1;

/** What a worker and its engine processes hold after so many tiny tasks, a quiet second later. */
export async function measureMemory(setup: BenchSetup): Promise<string> {
  const worker = await startBenchWorker({ ...workerEnvironment(setup, CORES), CATEGORIES: 'hash' });
  const client = await openBenchClient(setup.broker.url);
  const found: { count: number; own: number; children: number }[] = [];
  let done = 0;
  for (const count of COUNTS.map((each) => Math.ceil(each / setup.divisor))) {
    const tasks = Array.from({ length: count - done }, tinyTask);
    await Promise.all(tasks.map(client.run));
    done = count;
    await setTimeout(QUIET_MS);
    found.push({ count, own: await residentBytes(worker.pid), children: await descendantsBytes(worker.pid) });
  }
  await client.close();
  await worker.stop();
  const growth = (found.at(-1)?.own ?? 0) / (found[0]?.own ?? 1);
  const mebibytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
  return [
    'Resident memory after so many tiny tasks, MiB:\n',
    table([
      ['tasks', 'worker', 'its engine processes'],
      ...found.map(({ count, own, children }) => [String(count), mebibytes(own), mebibytes(children)]),
    ]),
    `Last against first: ${growth.toFixed(2)}, ${growth <= FLAT ? 'flat' : 'NOT flat'}.\n`,
  ].join('');
}

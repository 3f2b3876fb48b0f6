import { openBenchClient } from './client.ts';
import { type BenchSetup, CORES, localRunner, workerEnvironment } from './setup.ts';
import { atATime, median, table, timed } from './statistics.ts';
import { tinyTask } from './tasks.ts';
import { type BenchWorker, startBenchWorker } from './worker.ts';

const TASKS = 1000;
/** For each replica: its first task starts what the others use. */
const WARM_UP = 50;
const REPLICAS = [1, 2, 3];
const ROUNDS = 3;

/** Tiny tasks a second, from the first publish to the last final report, for more and more replicas; and in process. */
export async function measureThroughput(setup: BenchSetup): Promise<string> {
  const count = Math.ceil(TASKS / setup.divisor);
  const client = await openBenchClient(setup.broker.url);
  const local = localRunner(workerEnvironment(setup, 1));
  const rates = new Map<number, number[]>([0, ...REPLICAS].map((replicas) => [replicas, []]));
  const tasks = (number: number) => Array.from({ length: number }, tinyTask);
  for (let round = 0; round < ROUNDS; round += 1) {
    const workers: BenchWorker[] = [];
    await atATime(CORES, tasks(WARM_UP), local);
    const locally = tasks(count);
    rates.get(0)?.push(count / (await timed(() => atATime(CORES, locally, local))));
    for (const replicas of REPLICAS) {
      workers.push(await startBenchWorker({ ...workerEnvironment(setup, CORES), CATEGORIES: 'hash' }));
      await Promise.all(tasks(WARM_UP * replicas).map(client.run));
      const sent = tasks(count);
      rates.get(replicas)?.push(count / (await timed(() => Promise.all(sent.map(client.run)))));
    }
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  await client.close();
  const base = median(rates.get(0) ?? []);
  const rows = [...rates].map(([replicas, values]) => [
    replicas === 0 ? 'runner in process, no broker' : `${replicas} replica${replicas > 1 ? 's' : ''}`,
    median(values).toFixed(0),
    (median(values) / base).toFixed(2),
    `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`,
  ]);
  return [
    `Tiny tasks a second, ${count} at once, ${CORES} at a time for each replica; all replicas share ${CORES} cores with broker and client; median of ${ROUNDS}:\n`,
    table([['', 'tasks/s', 'ratio', 'range'], ...rows]),
  ].join('');
}

import { type BenchClient, openBenchClient } from './client.ts';
import { startLeastWorker } from './least-worker.ts';
import { type BenchRunner, startBenchRunner } from './runner.ts';
import { type BenchSetup, CORES, workerEnvironment } from './setup.ts';
import { median, table, timed } from './statistics.ts';
import { tinyTask } from './tasks.ts';
import { type BenchWorker, startBenchWorker } from './worker.ts';

const TASKS = 1000;
/** Tasks of each process until V8 has compiled the code that they use. A worker runs for days. */
const WARM_UP = 1000;
const REPLICAS = [1, 2, 3];
const ROUNDS = 3;

interface Contestant {
  readonly name: string;
  /** Starts its processes. */
  readonly start: () => Promise<BenchWorker[]>;
}

/** Tasks per second of a contestant, and of the runner just before each of its rounds. */
interface Rates {
  readonly own: number[];
  readonly runner: number[];
}

/**
 * Measures tiny tasks per second, from the first publish to the last final report, for a growing number of replicas, relative to the runner
 * without a broker. Then for the minimal worker.
 */
export async function measureThroughput(setup: BenchSetup): Promise<string> {
  const count = Math.ceil(TASKS / setup.divisor);
  const warmUp = Math.ceil(WARM_UP / setup.divisor);
  const client = await openBenchClient(setup.broker.url);
  const rows: string[][] = [];
  for (const { name, start } of contestants(setup)) {
    // As new as the contestant: V8 keeps making code faster for some ten thousand tasks.
    const runner = startBenchRunner(workerEnvironment(setup, CORES));
    await throughRunner(runner, warmUp);
    const workers = await start();
    await throughBroker(client, warmUp * workers.length);
    const rates: Rates = { own: [], runner: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.runner.push(count / (await throughRunner(runner, count)));
      rates.own.push(count / (await throughBroker(client, count)));
    }
    await Promise.all([runner, ...workers].map((each) => each.stop()));
    rows.push(rowOf(name, rates));
  }
  await client.close();
  return [
    `Tiny tasks a second, ${count} at once, ${CORES} at a time for each replica, relative to the runner; all share ${CORES} cores with broker and client; median of ${ROUNDS}:\n`,
    table([['', 'tasks/s', 'runner', 'ratio', 'range'], ...rows]),
  ].join('');
}

function contestants(setup: BenchSetup): Contestant[] {
  const env = workerEnvironment(setup, CORES);
  const worker = () => startBenchWorker({ ...env, CATEGORIES: 'hash' });
  const least = async (slots: number) => [await startLeastWorker({ ...env, CONCURRENCY: String(slots) })];
  return [
    ...REPLICAS.map((replicas) => ({
      name: replicas === 1 ? '1 worker' : `${replicas} workers`,
      start: () => Promise.all(Array.from({ length: replicas }, worker)),
    })),
    { name: 'the least worker', start: () => least(CORES) },
    { name: `the least worker, ${2 * CORES} at a time`, start: () => least(2 * CORES) },
  ];
}

async function throughRunner(runner: BenchRunner, count: number): Promise<number> {
  await runner.prepare(count);
  return timed(() => runner.run());
}

function throughBroker(client: BenchClient, count: number): Promise<number> {
  const tasks = Array.from({ length: count }, tinyTask);
  return timed(() => Promise.all(tasks.map(client.run)));
}

function rowOf(name: string, { own, runner }: Rates): string[] {
  const ratios = own.map((rate, round) => rate / (runner[round] ?? Number.NaN));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return [name, median(own).toFixed(0), median(runner).toFixed(0), median(ratios).toFixed(2), range];
}

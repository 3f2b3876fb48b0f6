import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { openBenchClient } from './client.ts';
import { ECHO_CATEGORY } from './echo.ts';
import { type BenchSetup, openRunner, workerEnvironment } from './setup.ts';
import { median, quantile, table, timed } from './statistics.ts';
import { benchTask, tinyTask } from './tasks.ts';
import { startBenchWorker } from './worker.ts';

const TASKS = 200;
const WARM_UP = 20;

/**
 * Measures one tiny task at a time, in turn: the runner in this process; through the broker and a worker; and a bare exchange of messages
 * of that size over the same kinds of queues, which is the broker's own share.
 */
export async function measureLatency(setup: BenchSetup): Promise<string> {
  const { url } = setup.broker;
  const worker = await startBenchWorker({ ...workerEnvironment(setup, 1), CATEGORIES: 'hash' });
  const echo = await startEcho(url);
  const client = await openBenchClient(url);
  const local = openRunner(workerEnvironment(setup, 1));
  const source = tinyTask().input[0]?.source ?? '';
  const contestants = {
    local: () => local(tinyTask()),
    worker: () => client.run(tinyTask()),
    messages: () => client.run(benchTask(ECHO_CATEGORY, 'none', source)),
  };
  const times: Record<keyof typeof contestants, number[]> = { local: [], worker: [], messages: [] };
  for (let count = -WARM_UP; count < TASKS / setup.divisor; count += 1) {
    for (const who of ['local', 'worker', 'messages'] as const) {
      const seconds = await timed(contestants[who]);
      if (count >= 0) times[who].push(seconds * 1000);
    }
  }
  await client.close();
  await echo.stop();
  await worker.stop();
  const row = (name: string, count: (values: (who: keyof typeof times) => number) => number) => [
    name,
    ...[0.5, 0.95].map((fraction) => count((who) => quantile(times[who], fraction)).toFixed(1)),
  ];
  const added = median(times.worker) - median(times.local);
  const own = added - median(times.messages);
  return [
    `One tiny task at a time, ms, ${times.local.length} each in turn:\n`,
    table([
      ['', 'median', '95 %'],
      row('runner in process', (of) => of('local')),
      row('through broker and worker', (of) => of('worker')),
      row('bare messages through the broker', (of) => of('messages')),
    ]),
    `Broker path: ${added.toFixed(1)} ms a task over the runner; of these the messages alone ${median(times.messages).toFixed(1)}, the worker ${own.toFixed(1)}.\n`,
  ].join('');
}

async function startEcho(url: string): Promise<{ stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('./echo.ts', import.meta.url));
  const child = execa(process.execPath, [program], { env: { AMQP_URL: url }, stderr: 'inherit', reject: false });
  await once(child.stdout, 'data');
  return {
    stop: async () => {
      child.stdin.end();
      await child;
    },
  };
}

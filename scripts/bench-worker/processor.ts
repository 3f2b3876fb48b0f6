import { execa } from 'execa';
import { processesBelow } from '../bench-image/processor-time.ts';
import { type BenchClient, openBenchClient } from './client.ts';
import { PARTS, type ProcessorTime, processorTimeOf, timeOfProcess } from './processor-time.ts';
import { type BenchRunner, startBenchRunner } from './runner.ts';
import { type BenchSetup, CORES, workerEnvironment } from './setup.ts';
import { median, table, timed } from './statistics.ts';
import { tinyTask } from './tasks.ts';
import { type BenchWorker, startBenchWorker } from './worker.ts';

const TASKS = 1000;
/** Tasks until V8 has compiled the code that they use; a worker runs for days. */
const WARM_UP = 500;
const ROUNDS = 4;

/** Participants of the measurement. */
interface Contest {
  readonly setup: BenchSetup;
  readonly client: BenchClient;
  readonly runner: BenchRunner;
  readonly worker: BenchWorker;
  /** Tasks per turn. */
  readonly count: number;
}

/** Costs of one turn, or the sum of several. */
interface Turn {
  readonly seconds: number;
  /** Processor time of the worker or the runner. */
  readonly own: ProcessorTime;
  readonly broker: number;
  readonly client: number;
}

/**
 * Measures where the processor time of a tiny task goes, through a worker and in a runner without a broker, and the resulting tasks per
 * second: first with everything on all cores, then with the worker or the runner alone on one core.
 */
export async function measureProcessor(setup: BenchSetup): Promise<string> {
  const env = workerEnvironment(setup, CORES);
  const contest: Contest = {
    setup,
    client: await openBenchClient(setup.broker.url),
    runner: startBenchRunner(env),
    worker: await startBenchWorker({ ...env, CATEGORIES: 'hash' }),
    count: Math.ceil(TASKS / setup.divisor),
  };
  await throughWorker({ ...contest, count: WARM_UP });
  await throughRunner({ ...contest, count: WARM_UP });
  const shared = await takeTurns(contest);
  const apart = CORES > 1 ? await onCoresOfTheirOwn(contest) : null;
  await contest.client.close();
  await contest.runner.stop();
  await contest.worker.stop();
  return [whereItGoes(shared, contest.count), whatItMeans(shared, apart)].join('\n');
}

interface Turns {
  readonly runner: readonly Turn[];
  readonly worker: readonly Turn[];
}

async function takeTurns(contest: Contest): Promise<Turns> {
  const turns: Record<keyof Turns, Turn[]> = { runner: [], worker: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    turns.runner.push(await throughRunner(contest));
    turns.worker.push(await throughWorker(contest));
  }
  return turns;
}

/** Puts the worker or the runner, with all its children, on the first core; the broker and this process on the others. */
async function onCoresOfTheirOwn(contest: Contest): Promise<Turns> {
  const { worker, runner, setup } = contest;
  const others = `1-${CORES - 1}`;
  for (const pid of [worker.pid, runner.pid]) await confine(pid, '0');
  for (const pid of [setup.broker.pid, process.pid]) await confine(pid, others, false);
  const turns = await takeTurns(contest);
  for (const pid of [setup.broker.pid, process.pid]) await confine(pid, `0-${CORES - 1}`, false);
  return turns;
}

async function confine(pid: number, cores: string, below = true): Promise<void> {
  for (const each of below ? await processesBelow(pid) : [pid]) {
    await execa('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(each)]);
  }
}

async function throughWorker({ setup, client, worker, count }: Contest): Promise<Turn> {
  const tasks = Array.from({ length: count }, tinyTask);
  return measure(setup, worker.pid, () => Promise.all(tasks.map(client.run)));
}

async function throughRunner({ setup, runner, count }: Contest): Promise<Turn> {
  await runner.prepare(count);
  return measure(setup, runner.pid, () => runner.run());
}

async function measure({ broker }: BenchSetup, pid: number, work: () => Promise<unknown>): Promise<Turn> {
  const look = async () => ({
    own: await processorTimeOf(pid),
    broker: await timeOfProcess(broker.pid),
    client: await timeOfProcess(process.pid),
  });
  const before = await look();
  const seconds = await timed(work);
  const after = await look();
  const own = Object.fromEntries(PARTS.map((part) => [part, after.own[part] - before.own[part]])) as ProcessorTime;
  return { seconds, own, broker: after.broker - before.broker, client: after.client - before.client };
}

const ownTime = ({ own }: Turn) => PARTS.reduce((sum, part) => sum + own[part], 0);
const medianOf = (turns: readonly Turn[], value: (turn: Turn) => number) => median(turns.map(value));

function whereItGoes({ runner, worker }: Turns, count: number): string {
  const row = (name: string, value: (turn: Turn) => number, inRunner = true) => [
    name,
    inRunner ? (medianOf(runner, value) / count).toFixed(2) : '',
    (medianOf(worker, value) / count).toFixed(2),
  ];
  return [
    `Processor time of a tiny task, ms; ${count} at once, ${CORES} at a time, all on ${CORES} cores; median of ${ROUNDS}:\n`,
    table([
      ['', 'runner', 'worker'],
      ...PARTS.map((part) => row(part, ({ own }) => own[part])),
      row('all of these', ownTime),
      row('RabbitMQ', ({ broker }) => broker, false),
      row('client', ({ client }) => client, false),
      row('everything', (turn) => ownTime(turn) + turn.broker + turn.client),
    ]),
  ].join('');
}

function whatItMeans(shared: Turns, apart: Turns | null): string {
  const ratio = ({ runner, worker }: Turns, value: (turn: Turn) => number) =>
    medianOf(runner, value) / medianOf(worker, value);
  const rate = (turns: Turns) => ratio(turns, ({ seconds }) => seconds).toFixed(2);
  const needed = medianOf(shared.runner, ownTime);
  const others = medianOf(shared.worker, ({ broker, client }) => broker + client);
  const lines = [
    `Tasks per second, worker to runner, sharing ${CORES} cores with RabbitMQ and the client: ${rate(shared)}.`,
    `If the worker used no more than the runner, and kept the cores as busy: ${(needed / (needed + others)).toFixed(2)}.`,
    `Processor time of a task, runner to worker's own processes: ${ratio(shared, ownTime).toFixed(2)}.`,
  ];
  if (apart !== null) {
    lines.push(
      `Tasks per second, worker to runner, each on one core, RabbitMQ and the client on the ${CORES === 2 ? 'other' : 'others'}: ${rate(apart)}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

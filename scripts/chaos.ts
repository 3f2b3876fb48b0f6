import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'amqplib';
import { declareTasks } from '../src/execution/amqp/topology.ts';
import { type Broker, startBroker } from '../test/support/rabbitmq.ts';
import { startProxy, type TcpProxy } from '../test/support/tcp-proxy.ts';
import { halfDocuments } from './chaos/check.ts';
import { killAtRandom } from './chaos/kills.ts';
import { awaitWhileMoving } from './chaos/moving.ts';
import { Replicas } from './chaos/replicas.ts';
import { type Client, openClient } from './chaos/reports.ts';
import { allowedSources, type ChaosTask, makeTasks } from './chaos/tasks.ts';
import { awaitQuiet, finalOf, findViolations, isGivenUp } from './chaos/verdict.ts';
import { random } from './random.ts';

/*
 * `npm run chaos [tasks=200] [seed]`: tasks of all categories through three replicas that are killed at random, over a broker that is
 * restarted and a network that is cut. At the end each task must have one final report, as the broker carried it, and each output must be
 * right according to other programs, otherwise it exits with 1. It runs as long as there is progress: late tasks are counted as slow, and
 * missing ones are lost.
 */

export interface ChaosOptions {
  readonly tasks: number;
  readonly seed: number;
  readonly replicas: number;
  /** Whether, besides the kills, the broker is restarted and the network is cut. */
  readonly broker: boolean;
}

export interface ChaosResult {
  readonly counts: Readonly<Record<string, number>>;
  /** Violations in words; empty if all went well. */
  readonly violations: readonly string[];
}

/** Milliseconds between kills: minimum, and random addition. */
const KILL_PAUSE = [500, 2500] as const;
/** Number of tasks after which the next ones wait for a kill: on a fast machine all would end before the first. */
const TASKS_A_KILL = 8;
/** Seconds after which a task is reported as slow, which is not an error. */
const SLOW_SECONDS = 240;

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const chance = random(options.seed);
  const folder = await mkdtemp(join(tmpdir(), 'convertd-chaos-'));
  const broker = await startBroker();
  const proxy = await startProxy(broker.port);
  const replicas = new Replicas(environment(proxy, folder), join(folder, 'logs'));
  let client: Client | null = null;
  try {
    const tasks = await makeTasks(options.tasks, chance, join(folder, 'inputs'));
    await declare(broker);
    client = await openClient(broker.url);
    const heard = client;
    const started = performance.now();
    await replicas.start(options.replicas);
    const faults = { restarts: 0, cuts: 0 };
    const ended = () => tasks.filter(({ task }) => heard.finals(task.id).length > 0).length;
    const over = new AbortController();
    const work = [
      sendAll(heard, tasks, chance, async (index) => {
        while (replicas.kills < Math.floor(index / TASKS_A_KILL) && !over.signal.aborted) await setTimeout(50);
      }),
      killAtRandom({
        kill: () => replicas.killOne(chance()),
        chance,
        pause: KILL_PAUSE,
        ended,
        endsBetween: options.replicas,
        over: over.signal,
      }),
      ...(options.broker ? [disturb(broker, proxy, ended, tasks.length, faults, over.signal)] : []),
    ];
    await awaitWhileMoving({ done: () => ended() === tasks.length, sign: () => [heard.heard, replicas.kills, faults] });
    over.abort();
    await Promise.all(work);
    const state = { client: heard, tasks, broker, replicas, folder };
    // Delayed tasks, and those of the worker killed last, still have undisturbed time.
    await awaitQuiet(state);
    const seconds = (performance.now() - started) / 1000;
    const violations = await findViolations(state);
    const counts = {
      ...count(heard, tasks),
      'half ledger documents': await halfDocuments(join(folder, 'outputs')),
      kills: replicas.kills,
      'restarts of the broker': faults.restarts,
      'cuts of the network': faults.cuts,
      'messages sent again': heard.resent,
      [`slow: final after more than ${SLOW_SECONDS} s`]: tasks.filter(
        ({ task }) => (heard.finals(task.id)[0]?.at ?? 0) - started > SLOW_SECONDS * 1000,
      ).length,
      seconds,
    };
    return { counts, violations };
  } finally {
    replicas.killAll();
    await client?.close().catch(() => {});
    await proxy.close();
    await broker.stop();
    if (process.env.CHAOS_KEEP !== '1') await rm(folder, { recursive: true, force: true });
    else process.stderr.write(`kept: ${folder}\n`);
  }
}

function environment(proxy: TcpProxy, folder: string): Record<string, string> {
  return {
    AMQP_URL: `amqp://guest:guest@127.0.0.1:${proxy.port}?heartbeat=5`,
    DATA_DIR: folder,
    TMPDIR: folder,
    ALLOWED_SOURCES: allowedSources(join(folder, 'inputs')),
    PORT: '0',
    CONCURRENCY: '2',
    RETRY_DELAYS: '1,2,4',
  };
}

async function declare(broker: Broker): Promise<void> {
  const connection = await connect(broker.url);
  await declareTasks(await connection.createChannel(), ['archive', 'audio', 'hash']);
  await connection.close();
}

async function sendAll(
  client: Client,
  tasks: readonly ChaosTask[],
  chance: () => number,
  turnOf: (index: number) => Promise<void>,
): Promise<void> {
  const cancels: Promise<void>[] = [];
  for (const [index, { task, cancel }] of tasks.entries()) {
    await turnOf(index);
    await client.submit(task);
    if (cancel) cancels.push(setTimeout(chance() * 6000).then(() => client.cancel(task.id)));
    await setTimeout(chance() * 100);
  }
  await Promise.all(cancels);
}

/** At a fifth, two fifths and so on of the tasks, disturbs the broker or the connection to it. */
async function disturb(
  broker: Broker,
  proxy: TcpProxy,
  ended: () => number,
  tasks: number,
  done: { restarts: number; cuts: number },
  over: AbortSignal,
): Promise<void> {
  const cut = async () => {
    done.cuts += 1;
    await proxy.cut();
    await setTimeout(1500);
    await proxy.heal();
  };
  const stall = async () => {
    done.cuts += 1;
    proxy.stall();
    await setTimeout(12_000);
    await proxy.heal();
  };
  const restart = async () => {
    done.restarts += 1;
    await broker.restart();
  };
  const crash = async () => {
    done.restarts += 1;
    await broker.kill();
    await broker.start();
  };
  for (const [index, step] of [cut, restart, stall, crash, cut].entries()) {
    while (ended() < (tasks * (index + 1)) / 6) {
      if (over.aborted) return;
      await setTimeout(50);
    }
    await step();
  }
}

function count(client: Client, tasks: readonly ChaosTask[]): Record<string, number> {
  const finals = tasks.map(({ task }) => finalOf(client, task.id)).filter((final) => final !== null);
  const raw = tasks.reduce((sum, { task }) => sum + client.finals(task.id).length, 0);
  const of = (status: string) => finals.filter((final) => final.status === status).length;
  return {
    tasks: tasks.length,
    'final reports': finals.length,
    'raw repeats of them': raw - finals.length,
    completed: of('completed'),
    failed: of('failed'),
    canceled: of('canceled'),
    'tasks with more than one attempt': finals.filter((final) => final.attempt > 1).length,
    'most attempts': Math.max(...finals.map((final) => final.attempt)),
    'given up after six lost workers': finals.filter(isGivenUp).length,
  };
}

async function main([tasks = '200', seed = String(Date.now() % 1e6)]: string[]): Promise<void> {
  const { counts, violations } = await runChaos({
    tasks: Number(tasks),
    seed: Number(seed),
    replicas: 3,
    broker: true,
  });
  const rows = Object.entries({ seed: Number(seed), ...counts, violations: violations.length });
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(34)}${Math.round(value)}\n`);
  for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (import.meta.main) await main(process.argv.slice(2));

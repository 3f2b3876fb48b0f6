import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'amqplib';
import type { ReportMessage } from '../src/broker/messages.ts';
import { declareTasks } from '../src/broker/topology.ts';
import { type Broker, startBroker } from '../test/support/rabbitmq.ts';
import { startProxy, type TcpProxy } from '../test/support/tcp-proxy.ts';
import { halfDocuments, outputFaults, processesOf, strangers } from './chaos/check.ts';
import { Replicas } from './chaos/replicas.ts';
import { type Client, openClient } from './chaos/reports.ts';
import { allowedSources, type ChaosTask, makeTasks, random } from './chaos/tasks.ts';

/*
 * `npm run chaos [tasks=200] [seed]`: tasks of all categories through three replicas that are killed at random, over a
 * broker that is restarted and a network that is cut. At the end each task has one final report and each output is right,
 * as other programs see it, or this exits with 1.
 */

export interface ChaosOptions {
  readonly tasks: number;
  readonly seed: number;
  readonly replicas: number;
  /** Besides the kills: restarts of the broker, cuts of the network. */
  readonly broker: boolean;
}

export interface ChaosResult {
  readonly counts: Readonly<Record<string, number>>;
  /** What should not be, in words; empty where all went well. */
  readonly violations: readonly string[];
}

/** No task of a run takes longer, whatever happens to it, ms. */
const PATIENCE_MS = 240_000;
/** Milliseconds between kills: at least, and by chance so many more. */
const KILL_PAUSE = [500, 2500] as const;

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
    const started = performance.now();
    await replicas.start(options.replicas);
    const faults = { restarts: 0, cuts: 0 };
    const ended = () => tasks.filter(({ task }) => (client?.finals(task.id).length ?? 0) > 0).length;
    const over = new AbortController();
    const work = [
      sendAll(client, tasks, chance),
      kill(replicas, chance, ended, over.signal),
      ...(options.broker ? [disturb(broker, proxy, ended, tasks.length, faults, over.signal)] : []),
    ];
    const end = Date.now() + PATIENCE_MS;
    while (ended() < tasks.length && Date.now() < end) await setTimeout(100);
    const seconds = (performance.now() - started) / 1000;
    over.abort();
    await Promise.all(work);
    const violations = await checkAll(client, tasks, broker, replicas, folder);
    const counts = {
      ...count(client, tasks),
      'half ledger documents': await halfDocuments(join(folder, 'outputs')),
      kills: replicas.kills,
      'restarts of the broker': faults.restarts,
      'cuts of the network': faults.cuts,
      'messages sent again': client.resent,
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

async function sendAll(client: Client, tasks: readonly ChaosTask[], chance: () => number): Promise<void> {
  const cancels: Promise<void>[] = [];
  for (const { task, cancel } of tasks) {
    await client.submit(task);
    if (cancel) cancels.push(setTimeout(chance() * 6000).then(() => client.cancel(task.id)));
    await setTimeout(chance() * 100);
  }
  await Promise.all(cancels);
}

/**
 * Not before some task has ended since the last kill, or five seconds: on a slow machine, workers that are killed as they
 * start would use up the tries of a task.
 */
async function kill(replicas: Replicas, chance: () => number, ended: () => number, over: AbortSignal): Promise<void> {
  const [least, more] = KILL_PAUSE;
  let before = 0;
  for (;;) {
    await setTimeout(least + chance() * more, undefined, { signal: over }).catch(() => {});
    for (const late = Date.now() + 5000; ended() === before && Date.now() < late && !over.aborted; )
      await setTimeout(50);
    if (over.aborted) return;
    before = ended();
    await replicas.killOne(chance());
  }
}

/** At a fifth, two fifths and so on of the tasks, something happens between workers and broker, or to it. */
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

async function checkAll(
  client: Client,
  tasks: readonly ChaosTask[],
  broker: Broker,
  replicas: Replicas,
  folder: string,
): Promise<string[]> {
  const violations: string[] = [];
  // Repeats and late writes have time to come before anyone looks.
  const quiet = await emptied(broker);
  if (quiet !== '') violations.push(`queues are not empty: ${quiet}`);
  const exits = await replicas.stop();
  if (exits.some((code) => code !== 0)) violations.push(`workers exit with ${exits.join(', ')}`);
  const store = join(folder, 'outputs');
  const completed: string[] = [];
  for (const each of tasks) {
    const { id, conversion } = each.task;
    const found = finalFaults(client, each);
    const final = finalOf(client, id);
    if (final?.status === 'completed') {
      completed.push(id);
      found.push(...(await outputFaults(join(store, id), final, each.expectation)));
    }
    violations.push(...found.map((fault) => `${conversion.category}/${conversion.target} ${id}: ${fault}`));
  }
  for (const name of await strangers(store, completed)) violations.push(`left in the store: ${name}`);
  const pids = await processesOf(folder);
  if (pids.length > 0) violations.push(`processes are left: ${pids.join(', ')}`);
  violations.push(...(await workFaults(replicas, join(folder, 'work'))));
  return violations;
}

/** One final report, which may have come again as the same bytes; of the kind that was to come. */
function finalFaults(client: Client, { task, expectation, cancel }: ChaosTask): string[] {
  const finals = client.finals(task.id);
  const faults: string[] = [];
  if (finals.length === 0) return ['no final report'];
  if (new Set(finals.map(({ text }) => text)).size > 1)
    faults.push(`different final reports: ${finals.map(({ text }) => text).join(' ')}`);
  if (finals.some(({ messageId }) => messageId !== `${task.id}.final`)) faults.push('another message id');
  const final = finalOf(client, task.id);
  const allowed = cancel ? ['completed', 'canceled'] : [expectation.kind === 'failed' ? 'failed' : 'completed'];
  if (final !== null && !allowed.includes(final.status))
    faults.push(`${final.status}: ${JSON.stringify(final.errors)}`);
  if (final?.status === 'failed' && expectation.kind === 'failed') {
    const codes = final.errors.map(({ code }) => code).join();
    if (codes !== expectation.code) faults.push(`failed as ${codes}, not ${expectation.code}`);
  }
  return faults;
}

function finalOf(client: Client, taskId: string): ReportMessage | null {
  const [first] = client.finals(taskId);
  return first === undefined ? null : JSON.parse(first.text);
}

/** @returns the queues that have messages, after a time; else '' */
async function emptied(broker: Broker): Promise<string> {
  const end = Date.now() + 30_000;
  for (;;) {
    await setTimeout(1000);
    const lines = (await broker.ctl('list_queues', 'name', 'messages', '--no-table-headers')).trim().split('\n');
    const full = lines.filter((line) => !line.endsWith('\t0'));
    if (full.length === 0 || Date.now() > end) return full.join('; ').replaceAll('\t', ' ');
  }
}

/** Folders of killed workers stay until they have been still for a while: then the next worker to start removes them. */
async function workFaults(replicas: Replicas, work: string): Promise<string[]> {
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const name of await readdir(work)) await utimes(join(work, name), longAgo, longAgo);
  await replicas.start(1);
  await setTimeout(5000);
  const [code] = await replicas.stop();
  const left = await readdir(work);
  return [
    ...(code === 0 ? [] : [`the last worker exits with ${code}`]),
    ...(left.length === 0 ? [] : [`work folders are left: ${left.join(', ')}`]),
  ];
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

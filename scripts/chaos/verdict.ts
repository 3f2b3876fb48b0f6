import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finalReportId } from '../../src/execution/amqp/messages.ts';
import { DEAD_LETTER_QUEUE } from '../../src/execution/amqp/topology.ts';
import type { ReportMessage } from '../../src/execution/report-message.ts';
import type { Broker } from '../../test/support/rabbitmq.ts';
import { processesOf } from '../processes.ts';
import { inWords, waitingMessages } from './broker-state.ts';
import { outputFaults, storedFiles, strangers } from './check.ts';
import { awaitWhileMoving } from './moving.ts';
import type { Replicas } from './replicas.ts';
import type { Client, RawFinal } from './reports.ts';
import type { ChaosTask } from './tasks.ts';

/** Final state of a run. */
export interface ChaosState {
  readonly client: Client;
  readonly tasks: readonly ChaosTask[];
  readonly broker: Broker;
  readonly replicas: Replicas;
  readonly folder: string;
}

/** Resolves when all queues except the dead letters are empty, or there is no progress any more. */
export async function awaitQuiet({
  broker,
  client,
  replicas,
}: Pick<ChaosState, 'broker' | 'client' | 'replicas'>): Promise<void> {
  let queues = new Map<string, number>();
  await awaitWhileMoving({
    done: async () => {
      queues = await liveMessages(broker);
      return queues.size === 0;
    },
    sign: async () => [...queues, client.heard, await replicas.logged()],
  });
}

async function liveMessages(broker: Broker): Promise<Map<string, number>> {
  const queues = await waitingMessages(broker);
  queues.delete(DEAD_LETTER_QUEUE);
  return queues;
}

/** Returns violations in words. Stops the replicas. */
export async function findViolations(state: ChaosState): Promise<string[]> {
  const { client, tasks, broker, replicas, folder } = state;
  const violations = replicas.ownEnds.map((how) => `a worker ended by itself: ${how}`);
  const queues = await liveMessages(broker);
  if (queues.size > 0) violations.push(`nothing moves, although queues are not empty: ${inWords(queues)}`);
  if (!(await allReady(replicas))) violations.push('a worker does not begin to take tasks');
  const exits = await replicas.stop();
  if (exits.some((code) => code !== 0)) violations.push(`workers exit with ${exits.join(', ')}`);
  const store = join(folder, 'outputs');
  const letters = await client.takeDeadLetters();
  const completed: string[] = [];
  for (const each of tasks) {
    const { id, conversion } = each.task;
    const found = finalFaults(client.finals(id), each, letters);
    const final = finalOf(client, id);
    if (final?.status === 'completed') {
      completed.push(id);
      found.push(...(await outputFaults(await storedFiles(join(store, id)), final, each.expectation)));
    }
    violations.push(...found.map((fault) => `${conversion.category}/${conversion.target} ${id}: ${fault}`));
  }
  for (const name of await strangers(store, completed)) violations.push(`left in the store: ${name}`);
  const pids = await processesLeft(folder);
  if (pids.length > 0) violations.push(`processes are left: ${pids.join(', ')}`);
  return [...violations, ...(await workFaults(replicas, join(folder, 'work')))];
}

/**
 * Returns what is wrong with a task's final reports, as the broker carried them: there must be one, or the same bytes under the same id
 * again (docs/workers.md), with the expected outcome.
 * @param letters the dead letters, which include tasks that were given up
 */
export function finalFaults(
  finals: readonly RawFinal[],
  { task, expectation, cancel }: Pick<ChaosTask, 'task' | 'expectation' | 'cancel'>,
  letters: ReadonlyMap<string, string>,
): string[] {
  const [first] = finals;
  if (first === undefined) return ['lost: no final report, and nothing moves any more'];
  const faults = repeatFaults(task.id, finals);
  const final: ReportMessage = JSON.parse(first.text);
  if (isGivenUp(final)) {
    if (!/worker was lost/i.test(letters.get(task.id) ?? '')) faults.push('given up, but not among the dead letters');
    return faults;
  }
  const allowed = cancel ? ['completed', 'canceled'] : [expectation.kind === 'failed' ? 'failed' : 'completed'];
  if (!allowed.includes(final.status)) faults.push(`${final.status}: ${JSON.stringify(final.errors)}`);
  if (final.status === 'failed' && expectation.kind === 'failed') {
    const codes = final.errors.map(({ code }) => code).join();
    if (codes !== expectation.code) faults.push(`failed as ${codes}, not ${expectation.code}`);
  }
  return faults;
}

/** Returns what is wrong with a repeated final report: only the same bytes under the same id are allowed. */
export function repeatFaults(taskId: string, finals: readonly Pick<RawFinal, 'text' | 'messageId'>[]): string[] {
  const texts = new Set(finals.map(({ text }) => text));
  const ids = new Set(finals.map(({ messageId }) => messageId));
  return [
    ...(texts.size > 1 ? [`different final reports: ${[...texts].join(' ')}`] : []),
    ...(ids.difference(new Set([finalReportId(taskId)])).size > 0 ? [`message ids ${[...ids].join(', ')}`] : []),
  ];
}

/** Its worker was lost at each delivery: documented, and sometimes caused by killing workers. */
export const isGivenUp = ({ status, errors }: Pick<ReportMessage, 'status' | 'errors'>): boolean =>
  status === 'failed' && errors.some(({ code }) => code === 'worker_lost');

export function finalOf(client: Client, taskId: string): ReportMessage | null {
  const [first] = client.finals(taskId);
  return first === undefined ? null : JSON.parse(first.text);
}

/** Returns the processes that use the folder, once no more of them end. */
export async function processesLeft(folder: string): Promise<number[]> {
  let pids: number[] = [];
  await awaitWhileMoving({
    done: async () => {
      pids = (await processesOf(folder)).map(({ pid }) => pid);
      return pids.length === 0;
    },
    sign: () => pids,
  });
  return pids;
}

const allReady = (replicas: Replicas): Promise<boolean> =>
  awaitWhileMoving({ done: () => replicas.ready(), sign: () => replicas.logged() });

/** Excludes folders of workers that were killed before they could mark them: these are empty and stay for minutes. */
async function foldersLeft(work: string): Promise<string[]> {
  const left: string[] = [];
  for (const name of await readdir(work)) {
    const inside = await readdir(join(work, name)).catch(() => ['not a folder']);
    if (!inside.every((each) => each === 'owner.json.part')) left.push(name);
  }
  return left;
}

/** The next worker that starts removes the folders of killed ones at once. */
async function workFaults(replicas: Replicas, work: string): Promise<string[]> {
  await replicas.start(1);
  const isReady = await allReady(replicas);
  const [code] = await replicas.stop();
  const left = await foldersLeft(work);
  return [
    ...(isReady ? [] : ['the last worker does not begin to take tasks']),
    ...(code === 0 ? [] : [`the last worker exits with ${code}`]),
    ...(left.length === 0 ? [] : [`work folders are left: ${left.join(', ')}`]),
  ];
}

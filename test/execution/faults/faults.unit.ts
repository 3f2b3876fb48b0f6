import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerQueue } from '../../../src/execution/amqp/worker-queue.ts';
import { AttemptPool } from '../../../src/execution/attempt-pool.ts';
import { Ledger } from '../../../src/execution/ledger.ts';
import type { TaskRunner } from '../../../src/execution/task-runner.ts';
import type { DocumentStore } from '../../../src/files/documents/document-store.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { failedReport } from '../../../src/task/failed-report.ts';
import type { Task, ThreadReport } from '../../../src/task/types.ts';
import { createLogger } from '../../../src/telemetry/log.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { TASK } from '../memory-queue.ts';
import { CallCounter, FAULTS, type FaultPlan, FaultyCalls } from './fault-plan.ts';
import { MemoryBroker } from './memory-broker.ts';

/*
 * Tests the life of one task between a broker and two workers, run by the core: every call to the broker and the store goes wrong, in
 * every way, alone and together with each later call. In every case the task has one final report, which matches what is stored.
 */

const storeIsAway = () => new ConversionError('output_store_failed', 'The store is away.');
const log = createLogger({ level: 'silent' });
const metrics = createMetrics();

function memoryDocuments(documents: Map<string, string>, calls: FaultyCalls): DocumentStore {
  const kindOf = (key: string) => key.split('.')[1];
  return {
    read: (key) => calls.make(`read ${kindOf(key)}`, () => documents.get(key) ?? null, storeIsAway),
    write: (key, text) => calls.make(`write ${kindOf(key)}`, () => void documents.set(key, text), storeIsAway),
    create: (key, text) => {
      const create = () => {
        const isNew = !documents.has(key);
        if (isNew) documents.set(key, text);
        return isNew;
      };
      return calls.make(`create ${kindOf(key)}`, create, storeIsAway);
    },
    removeOlderThan: async () => 0,
  };
}

/** Stores one output; `stored` has the attempts whose output is in the store. */
function memoryRunner(calls: FaultyCalls, stored: Set<string>): TaskRunner {
  const discard = (goes: (attempt: string) => boolean) =>
    calls.make('discard', () => void [...stored].filter(goes).map((each) => stored.delete(each)), storeIsAway);
  return {
    async run(task, attempt, { onReport }) {
      const report: ThreadReport = { ...failedReport(task), status: 'completed', progress: 100 };
      onReport({ ...report, status: 'processing', progress: 0 });
      try {
        await calls.make('store output', () => stored.add(attempt), storeIsAway);
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        // As the runner does, if the store allows it.
        stored.delete(attempt);
        return failedReport(task, error);
      }
      const output = { id: 'o', source: { conversion: 'c', input: [] }, filename: 'a', uri: attempt };
      return { ...report, output: [{ ...output, size: 1, content_type: 'text/plain', checksum: '' }] };
    },
    discard: (_task, attempt) => discard((each) => each === attempt),
    discardOthers: (_task, attempt) => discard((each) => each !== attempt),
  };
}

/** Runs the life of a task. @returns its calls, and what is wrong with its end */
async function live(plan: FaultPlan): Promise<{ calls: readonly string[]; wrong: string[] }> {
  const counter = new CallCounter(plan);
  const broker = new MemoryBroker();
  const documents = new Map<string, string>();
  const stored = new Set<string>();
  const alive = new Set<{ queue: WorkerQueue; pool: AttemptPool }>();
  const startWorker = () => {
    const calls = new FaultyCalls(counter, () => {
      alive.delete(worker);
      disconnect();
      setTimeout(startWorker, 1000);
    });
    const ledger = new Ledger(memoryDocuments(documents, calls));
    const runner = memoryRunner(calls, stored);
    const queue = new WorkerQueue({ ledger, log, onTask: () => pool.wake() });
    const pool: AttemptPool = new AttemptPool({ queue, slots: 1, runner, log, metrics, retryDelaysMs: [1000, 1000] });
    const worker = { queue, pool };
    alive.add(worker);
    const disconnect = broker.connect(calls, (delivery) =>
      queue.accept(JSON.parse(delivery.content.toString()) as Task, delivery),
    );
  };
  startWorker();
  startWorker();
  const isOver = () => broker.unsettled === 0 && [...alive].every(({ queue, pool }) => pool.size + queue.waiting === 0);
  broker.add(TASK.id, Buffer.from(JSON.stringify(TASK)));
  await vi.advanceTimersByTimeAsync(10);
  for (let seconds = 0; seconds < 300 && !isOver(); seconds += 5) await vi.advanceTimersByTimeAsync(5000);
  const wrong = isOver() ? [] : [`nothing moves: ${broker.unsettled} unsettled`];
  broker.stopDelivering();
  const draining = Promise.all([...alive].flatMap(({ queue, pool }) => [queue.stop(), pool.drain(1000)]));
  let isStopped = false;
  draining.then(() => {
    isStopped = true;
  });
  for (let seconds = 0; seconds < 60 && !isStopped; seconds += 5) await vi.advanceTimersByTimeAsync(5000);
  if (!isStopped) wrong.push('it cannot be stopped');
  const finals = new Set(broker.finals);
  if (finals.size !== 1) wrong.push(`${finals.size} different final reports`);
  const [final] = [...finals].map((text) => JSON.parse(text) as ThreadReport);
  if (final?.status !== 'completed') wrong.push(`it ended ${final?.status}`);
  const reported = final?.output.map(({ uri }) => uri) ?? [];
  if ([...stored].join() !== reported.join())
    wrong.push(`stored is ${[...stored].join()}, reported ${reported.join()}`);
  return { calls: counter.names, wrong };
}

const inWords = (plan: FaultPlan, calls: readonly string[]): string =>
  [...plan].map(([at, fault]) => `${calls[at - 1]} (call ${at}) ${fault}`).join(', ');

describe('the life of a task', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('has few calls', async () => {
    const { calls, wrong } = await live(new Map());
    expect(wrong).toEqual([]);
    expect([...calls].sort()).toEqual(
      [
        'acknowledge',
        'create final',
        'publish report',
        'read cancel',
        'read final',
        'store output',
        'write sent',
      ].sort(),
    );
  });

  it('ends right whatever goes wrong once or twice', async () => {
    const { calls: usual } = await live(new Map());
    const violations: string[] = [];
    let tried = 0;
    const attempt = async (plan: FaultPlan) => {
      const { calls, wrong } = await live(plan);
      tried += 1;
      if (wrong.length > 0) violations.push(`${inWords(plan, calls)}: ${wrong.join('; ')}`);
      return calls.length;
    };
    for (let first = 1; first <= usual.length; first += 1) {
      for (const fault of FAULTS) {
        const length = await attempt(new Map([[first, fault]]));
        for (let second = first + 1; second <= length; second += 1) {
          for (const other of FAULTS)
            await attempt(
              new Map([
                [first, fault],
                [second, other],
              ]),
            );
        }
      }
    }
    expect(violations).toEqual([]);
    console.log(`${tried} lives with one fault or two`);
    expect(tried).toBeGreaterThan(1000);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { Attempt } from '../../src/execution/attempt.ts';
import { AttemptPool } from '../../src/execution/attempt-pool.ts';
import type { TaskRunner } from '../../src/execution/task-runner.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import type { OutputRecord, ThreadReport } from '../../src/task/types.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { MemoryLease, MemoryQueue, TASK } from './memory-queue.ts';

const completed: ThreadReport = { ...failedReport(TASK), status: 'completed', progress: 100 };
const canceled: ThreadReport = {
  ...failedReport(TASK, new ConversionError('conversion_canceled', 'Canceled.')),
  status: 'canceled',
};
const progress = (percent: number): ThreadReport => ({ ...completed, status: 'processing', progress: percent });
const failed = (code: 'input_download_failed' | 'input_damaged', final = false) =>
  failedReport(TASK, new ConversionError(code, 'No.', { final }));

/** Ends when it is stopped, like the runner. */
const untilStopped: Convert = async (_task, _attempt, _hooks, signal) => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return canceled;
};
type Convert = TaskRunner['run'];

const OUTPUT: OutputRecord = {
  id: 'o',
  source: { conversion: 'c', input: [] },
  filename: 'a.md5',
  uri: 'file:///a.md5',
  size: 1,
  content_type: 'text/plain',
  checksum: '0cc175b9c0f1b6a831c399e269772661',
};

const log = createLogger({ level: 'silent' });

/** A runner of that conversion; `discarded` lists what was discarded, in order. */
function runnerOf(convert: Convert): TaskRunner & { discarded: string[] } {
  const discarded: string[] = [];
  const number = (name: string | null) => name?.split('-')[0] ?? 'none';
  return {
    discarded,
    run: convert,
    discard: async (_task, attempt) => void discarded.push(`of ${number(attempt)}`),
    discardOthers: async (_task, attempt) => void discarded.push(`of others than ${number(attempt)}`),
  };
}

function make(lease: MemoryLease, convert: Convert) {
  const metrics = createMetrics();
  const runner = runnerOf(convert);
  const results = async () =>
    [...(await metrics.render()).body.matchAll(/convertd_tasks_total\{.*result="(\w+)"\} (\d)/g)].map(
      ([, result, count]) => `${result} ${count}`,
    );
  const attempt = new Attempt(lease, { runner, metrics, log, retryDelaysMs: [10, 20] });
  return { attempt, results, discarded: runner.discarded };
}

describe('an attempt', () => {
  it('reports once how the conversion ended, behind its progress', async () => {
    const lease = new MemoryLease();
    const { attempt, results } = make(lease, async (_task, _attempt, hooks) => {
      hooks.onReport(progress(0));
      hooks.onReport(completed);
      return completed;
    });
    expect(attempt.state.name).toBe('ready');
    await attempt.run();
    expect(attempt.state.name).toBe('ended');
    expect(lease.settled).toEqual(['done: completed']);
    expect(lease.told).toMatchObject([{ status: 'processing', attempt: 1, sequence: 1 }]);
    expect(lease.final).toMatchObject({ status: 'completed', attempt: 1, sequence: 2 });
    expect(await results()).toEqual(['completed 1']);
  });

  it.each([
    ['a fault that may pass', 'retry after 10 ms', failed('input_download_failed'), 0],
    ['a fault that may pass at the first retry', 'retry after 20 ms', failed('input_download_failed'), 1],
    ['a fault that may pass at the last retry', 'done: failed', failed('input_download_failed'), 2],
    ['a fault that stays', 'done: failed', failed('input_damaged'), 0],
    ['a fault that stays, of a kind that may pass', 'done: failed', failed('input_download_failed', true), 0],
  ])('after %s: %s', async (_what, end, report, retries) => {
    const lease = new MemoryLease({ retries });
    await make(lease, async () => report).attempt.run();
    expect(lease.settled).toEqual([end]);
  });

  it('whose conversion cannot begin fails by the error', async () => {
    const lease = new MemoryLease();
    const refused: Convert = async () => {
      throw new ConversionError('output_store_refused', 'No.');
    };
    await make(lease, refused).attempt.run();
    expect(lease.final).toMatchObject({ status: 'failed', errors: [{ code: 'output_store_refused' }] });
  });

  it('that is canceled is reported canceled', async () => {
    const lease = new MemoryLease();
    const { attempt, results } = make(lease, untilStopped);
    const ended = attempt.run();
    attempt.stop('canceled');
    expect(attempt.state).toEqual({ name: 'stopping', why: 'canceled' });
    await ended;
    expect(lease.settled).toEqual(['done: canceled']);
    expect(await results()).toEqual(['canceled 1']);
  });

  it('whose task was canceled before it came converts nothing', async () => {
    const lease = new MemoryLease();
    lease.found = { state: 'canceled' };
    await make(lease, untilStopped).attempt.run();
    expect(lease.settled).toEqual(['done: canceled']);
  });

  it('that a shutdown stops gives its task back, as a begun one', async () => {
    const lease = new MemoryLease();
    const { attempt, results } = make(lease, untilStopped);
    const ended = attempt.run();
    attempt.stop('shutdown');
    await ended;
    expect(lease.settled).toEqual(['returned']);
    expect(await results()).toEqual(['returned 1']);
  });

  it('that ends before a shutdown stops it is reported', async () => {
    const lease = new MemoryLease();
    const { attempt } = make(lease, async () => {
      attempt.stop('shutdown');
      return completed;
    });
    await attempt.run();
    expect(lease.settled).toEqual(['done: completed']);
  });

  it('is stopped for the first reason', async () => {
    const lease = new MemoryLease();
    const { attempt } = make(lease, untilStopped);
    attempt.stop('canceled');
    attempt.stop('shutdown');
    attempt.stop('lost');
    expect(attempt.state).toEqual({ name: 'stopping', why: 'canceled' });
    await attempt.run();
    expect(lease.settled).toEqual(['done: canceled']);
  });

  it('that has lost its task settles nothing', async () => {
    const lease = new MemoryLease();
    const { attempt, results } = make(lease, untilStopped);
    const ended = attempt.run();
    lease.lose();
    await ended;
    expect(lease.settled).toEqual([]);
    expect(await results()).toEqual(['returned 1']);
  });

  it('whose task has its final report converts nothing, and has it sent again', async () => {
    const lease = new MemoryLease();
    lease.found = { state: 'ended', attempt: '7-other' };
    let converted = false;
    const { attempt, results, discarded } = make(lease, async () => {
      converted = true;
      return completed;
    });
    await attempt.run();
    expect(converted).toBe(false);
    expect(lease.settled).toEqual(['repeated']);
    expect(await results()).toEqual(['repeated 1']);
    expect(discarded).toEqual(['of others than 7']);
  });

  it.each(['repeated', 'lost'] as const)(
    'whose task another one has settled leaves no output (%s)',
    async (comesTo) => {
      const lease = new MemoryLease({ attempt: 2 });
      lease.comesTo = comesTo;
      const { attempt, results, discarded } = make(lease, async () => ({ ...completed, output: [OUTPUT] }));
      await attempt.run();
      expect(discarded).toEqual(['of 2']);
      expect(await results()).toEqual([comesTo === 'lost' ? 'returned 1' : 'repeated 1']);
    },
  );

  it.each([
    ['the first', 1, []],
    ['a further one', 3, ['of others than 3']],
  ])('that settles its task takes away what earlier ones left: %s', async (_which, number, expected) => {
    const { attempt, discarded } = make(new MemoryLease({ attempt: number }), async () => ({
      ...completed,
      output: [OUTPUT],
    }));
    await attempt.run();
    expect(discarded).toEqual(expected);
  });

  it('whose report cannot be kept fails, and takes its outputs away once that is recorded', async () => {
    const lease = new MemoryLease({ retries: 2, attempt: 1 });
    lease.refused = new ConversionError('output_store_failed', 'The store is away.');
    const { attempt, discarded } = make(lease, async () => ({ ...completed, output: [OUTPUT] }));
    await attempt.run();
    expect(lease.final).toMatchObject({ status: 'failed', output: [], errors: [{ code: 'output_store_failed' }] });
    expect(discarded).toEqual(['of others than none']);
  });

  it('that is retried leaves the others alone: one of them may still run', async () => {
    const { attempt, discarded } = make(new MemoryLease({ attempt: 2 }), async () => failed('input_download_failed'));
    await attempt.run();
    expect(discarded).toEqual([]);
  });

  it('is abandoned where its queue is away, and throws what that says', async () => {
    const lease = new MemoryLease();
    lease.away = new Error('away');
    const { attempt, results } = make(lease, async () => completed);
    await expect(attempt.run()).rejects.toThrow('away');
    expect(attempt.state.name).toBe('ended');
    expect(lease.settled).toEqual(['abandoned']);
    expect(await results()).toEqual(['returned 1']);
  });

  it('does nothing where its task is settled already', async () => {
    const lease = new MemoryLease();
    lease.task = null;
    const { attempt, results } = make(lease, untilStopped);
    await attempt.run();
    expect(attempt.state.name).toBe('ended');
    expect(lease.settled).toEqual([]);
    expect(await results()).toEqual([]);
  });
});

describe('progress', () => {
  it('that comes faster than it is sent is replaced by the latest', async () => {
    const lease = new MemoryLease();
    const { promise, resolve } = Promise.withResolvers<void>();
    lease.sending = promise;
    const { attempt } = make(lease, async (_task, _attempt, hooks) => {
      for (const percent of [0, 10, 20, 30]) hooks.onReport(progress(percent));
      resolve();
      await new Promise(setImmediate);
      return completed;
    });
    await attempt.run();
    expect(lease.told.map((report) => [report.progress, report.sequence])).toEqual([
      [0, 1],
      [30, 2],
    ]);
  });

  it('is not sent behind the final report', async () => {
    const lease = new MemoryLease();
    const { promise, resolve } = Promise.withResolvers<void>();
    lease.sending = promise;
    const { attempt } = make(lease, async (_task, _attempt, hooks) => {
      for (const percent of [0, 10]) hooks.onReport(progress(percent));
      return completed;
    });
    const ended = attempt.run();
    await new Promise(setImmediate);
    expect(lease.settled).toEqual([]);
    resolve();
    await ended;
    expect(lease.told.map((report) => report.progress)).toEqual([0]);
    expect(lease.settled).toEqual(['done: completed']);
  });
});

describe('the attempts of a process', () => {
  function pool(slots: number, convert: Convert) {
    const metrics = createMetrics();
    const queue: MemoryQueue = new MemoryQueue(() => attempts.wake());
    const attempts = new AttemptPool({ queue, slots, runner: runnerOf(convert), metrics, log, retryDelaysMs: [10] });
    const add = (id: string) => queue.add({ ...TASK, id });
    return { queue, attempts, add };
  }
  const settledOf = ({ leases }: MemoryQueue) => leases.map(({ taskId, settled }) => `${taskId} ${settled.join()}`);

  it('claim as many tasks as there are slots, and the next when one is free', async () => {
    const ends: (() => void)[] = [];
    const { queue, attempts, add } = pool(2, async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return completed;
    });
    for (const id of ['a', 'b', 'c']) add(id);
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    expect(attempts.size).toBe(2);
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(3));
    for (const end of ends) end();
    await attempts.drain(1000);
    expect(settledOf(queue)).toEqual(['a done: completed', 'b done: completed', 'c done: completed']);
  });

  it('may end within the grace period; those that do not are returned, and nothing else begins', async () => {
    const { promise, resolve } = Promise.withResolvers<ThreadReport>();
    const { queue, attempts, add } = pool(2, (task, name, hooks, signal) =>
      task.id === 'quick' ? promise : untilStopped(task, name, hooks, signal),
    );
    for (const id of ['quick', 'slow', 'waiting']) add(id);
    await vi.waitFor(() => expect(attempts.size).toBe(2));
    const drained = attempts.drain(50);
    resolve(completed);
    await drained;
    expect(settledOf(queue)).toEqual(['quick done: completed', 'slow returned']);
    expect(attempts.size).toBe(0);
  });

  it('try a task again that failed by a fault that may pass, until no retry is left', async () => {
    const { queue, attempts, add } = pool(1, async () => failed('input_download_failed'));
    add('a');
    await vi.waitFor(() => expect(queue.leases).toHaveLength(2));
    await attempts.drain(1000);
    expect(settledOf(queue)).toEqual(['a retry after 10 ms', 'a done: failed']);
  });

  it('are canceled by the ids of their tasks', async () => {
    const { queue, attempts, add } = pool(2, untilStopped);
    for (const id of ['a', 'b']) add(id);
    await vi.waitFor(() => expect(attempts.size).toBe(2));
    attempts.cancel(['b', 'elsewhere']);
    await vi.waitFor(() => expect(attempts.size).toBe(1));
    await attempts.drain(0);
    expect(settledOf(queue)).toEqual(['a returned', 'b done: canceled']);
  });

  it('free their slots also where the queue is away', async () => {
    const { queue, attempts, add } = pool(1, async () => {
      for (const lease of queue.leases) lease.away = new Error('away');
      return completed;
    });
    add('a');
    add('b');
    await vi.waitFor(() => expect(queue.leases).toHaveLength(2));
    await attempts.drain(1000);
    expect(settledOf(queue)).toEqual(['a abandoned', 'b abandoned']);
  });
});

import { describe, expect, it } from 'vitest';
import { Attempt } from '../../src/execution/attempt.ts';
import type { Convert } from '../../src/execution/convert-task.ts';
import type { Handover } from '../../src/execution/queue.ts';
import { RunningAttempts } from '../../src/execution/running-attempts.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import type { ThreadReport } from '../../src/task/types.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { MemoryTransport, TASK } from './memory-queue.ts';

const completed: ThreadReport = { ...failedReport(TASK), status: 'completed', progress: 100 };
const canceled: ThreadReport = {
  ...failedReport(TASK, new ConversionError('conversion_canceled', 'Canceled.')),
  status: 'canceled',
};
const progress = (percent: number): ThreadReport => ({ ...completed, status: 'processing', progress: percent });
const failed = (code: 'input_download_failed' | 'input_damaged') =>
  failedReport(TASK, new ConversionError(code, 'No.'));

/** Ends when it is stopped, as the runner does. */
const untilStopped: Convert = async (_task, _attempt, _hooks, signal) => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return canceled;
};
const repeat: Handover = async () => 'repeated';

const log = createLogger({ level: 'silent' });

function make(transport: MemoryTransport, convert: Convert) {
  const metrics = createMetrics();
  const results = async () =>
    [...(await metrics.render()).body.matchAll(/convertd_tasks_total\{.*result="(\w+)"\} (\d)/g)].map(
      ([, result, count]) => `${result} ${count}`,
    );
  return { attempt: new Attempt(transport, { convert, metrics, log, retryDelaysMs: [10, 20] }), results };
}

describe('an attempt', () => {
  it('reports once how the conversion ended, behind its progress', async () => {
    const transport = new MemoryTransport();
    const { attempt, results } = make(transport, async (_task, _attempt, hooks) => {
      hooks.onReport(progress(0));
      hooks.onReport(completed);
      return completed;
    });
    expect(attempt.state.name).toBe('ready');
    await attempt.run();
    expect(attempt.state.name).toBe('ended');
    expect(transport.settled).toEqual(['report completed']);
    expect(transport.told).toMatchObject([{ status: 'processing', attempt: 1, sequence: 1 }]);
    expect(transport.final).toMatchObject({ status: 'completed', attempt: 1, sequence: 2 });
    expect(await results()).toEqual(['completed 1']);
  });

  it.each([
    ['a fault that may pass', 'retry after 10 ms', failed('input_download_failed'), 0],
    ['a fault that may pass at the first retry', 'retry after 20 ms', failed('input_download_failed'), 1],
    ['a fault that may pass at the last retry', 'report failed', failed('input_download_failed'), 2],
    ['a fault that stays', 'report failed', failed('input_damaged'), 0],
  ])('after %s: %s', async (_what, end, report, retries) => {
    const transport = new MemoryTransport({ retries });
    await make(transport, async () => report).attempt.run();
    expect(transport.settled).toEqual([end]);
  });

  it('whose conversion cannot begin fails by the error', async () => {
    const transport = new MemoryTransport();
    const refused: Convert = async () => {
      throw new ConversionError('output_store_refused', 'No.');
    };
    await make(transport, refused).attempt.run();
    expect(transport.final).toMatchObject({ status: 'failed', errors: [{ code: 'output_store_refused' }] });
  });

  it('that is canceled is reported canceled', async () => {
    const transport = new MemoryTransport();
    const { attempt, results } = make(transport, untilStopped);
    const ended = attempt.run();
    attempt.stop('canceled');
    expect(attempt.state).toEqual({ name: 'stopping', why: 'canceled' });
    await ended;
    expect(transport.settled).toEqual(['report canceled']);
    expect(await results()).toEqual(['canceled 1']);
  });

  it('whose task was canceled before it came converts nothing', async () => {
    const transport = new MemoryTransport();
    transport.found = 'canceled';
    await make(transport, untilStopped).attempt.run();
    expect(transport.settled).toEqual(['report canceled']);
  });

  it('that a shutdown stops gives its task back, as a begun one', async () => {
    const transport = new MemoryTransport();
    const { attempt, results } = make(transport, untilStopped);
    const ended = attempt.run();
    attempt.stop('shutdown');
    await ended;
    expect(transport.settled).toEqual(['give back']);
    expect(await results()).toEqual(['returned 1']);
  });

  it('that ends before a shutdown stops it is reported', async () => {
    const transport = new MemoryTransport();
    const { attempt } = make(transport, async () => {
      attempt.stop('shutdown');
      return completed;
    });
    await attempt.run();
    expect(transport.settled).toEqual(['report completed']);
  });

  it('is stopped for the first reason', async () => {
    const transport = new MemoryTransport();
    const { attempt } = make(transport, untilStopped);
    attempt.stop('canceled');
    attempt.stop('shutdown');
    attempt.stop('lost');
    expect(attempt.state).toEqual({ name: 'stopping', why: 'canceled' });
    await attempt.run();
    expect(transport.settled).toEqual(['report canceled']);
  });

  it('that has not begun gives its task back as it came', async () => {
    const transport = new MemoryTransport();
    const { attempt } = make(transport, untilStopped);
    await attempt.giveBack();
    expect(transport.settled).toEqual(['give back as it came']);
    expect(attempt.state.name).toBe('ended');
  });

  it('that has lost its task settles nothing', async () => {
    const transport = new MemoryTransport();
    const { attempt, results } = make(transport, untilStopped);
    const ended = attempt.run();
    attempt.stop('lost');
    await ended;
    expect(transport.settled).toEqual([]);
    expect(await results()).toEqual(['returned 1']);
  });

  it('whose task has its final report converts nothing', async () => {
    const transport = new MemoryTransport();
    transport.found = repeat;
    let converted = false;
    const { attempt, results } = make(transport, async () => {
      converted = true;
      return completed;
    });
    await attempt.run();
    expect(converted).toBe(false);
    expect(transport.settled).toEqual([]);
    expect(await results()).toEqual(['repeated 1']);
  });

  it('that another process overtakes stores nothing more, whatever stopped it before', async () => {
    const transport = new MemoryTransport();
    const stored: string[] = [];
    const { attempt, results } = make(transport, async (_task, _attempt, hooks) => {
      await hooks.beforeStore();
      stored.push('first');
      attempt.stop('shutdown');
      transport.other = repeat;
      await hooks.beforeStore().catch(() => {});
      await hooks.beforeStore();
      stored.push('second');
      return canceled;
    });
    await attempt.run();
    expect(stored).toEqual(['first']);
    expect(transport.settled).toEqual([]);
    expect(await results()).toEqual(['repeated 1']);
  });

  it('that another process overtakes ends its conversion', async () => {
    const transport = new MemoryTransport();
    const { attempt } = make(transport, async (task, number, hooks, signal) => {
      transport.other = repeat;
      await hooks.beforeStore().catch(() => {});
      return untilStopped(task, number, hooks, signal);
    });
    await attempt.run();
    expect(transport.settled).toEqual([]);
  });

  it('that another process overtakes when it reports leaves the report to that', async () => {
    const transport = new MemoryTransport();
    const { attempt, results } = make(transport, async () => {
      transport.other = repeat;
      return completed;
    });
    await attempt.run();
    expect(transport.settled).toEqual([]);
    expect(await results()).toEqual(['repeated 1']);
  });

  it('is abandoned where its transport is away, and throws what that says', async () => {
    const transport = new MemoryTransport();
    transport.away = new Error('away');
    const { attempt, results } = make(transport, async () => completed);
    await expect(attempt.run()).rejects.toThrow('away');
    expect(attempt.state.name).toBe('ended');
    expect(transport.settled).toEqual(['abandon']);
    expect(await results()).toEqual(['returned 1']);
  });

  it('does nothing where its task is settled already', async () => {
    const transport = new MemoryTransport();
    transport.task = null;
    const { attempt, results } = make(transport, untilStopped);
    await attempt.run();
    expect(attempt.state.name).toBe('ended');
    expect(transport.settled).toEqual([]);
    expect(await results()).toEqual([]);
  });

  it('runs once', async () => {
    const { attempt } = make(new MemoryTransport(), async () => completed);
    await attempt.run();
    await expect(attempt.giveBack()).rejects.toThrow('An attempt that is ended cannot become leaving');
  });
});

describe('progress', () => {
  it('that comes faster than it is sent is replaced by the latest', async () => {
    const transport = new MemoryTransport();
    const { promise, resolve } = Promise.withResolvers<void>();
    transport.sending = promise;
    const { attempt } = make(transport, async (_task, _attempt, hooks) => {
      for (const percent of [0, 10, 20, 30]) hooks.onReport(progress(percent));
      resolve();
      await new Promise(setImmediate);
      return completed;
    });
    await attempt.run();
    expect(transport.told.map((report) => [report.progress, report.sequence])).toEqual([
      [0, 1],
      [30, 2],
    ]);
  });

  it('is not sent behind the final report', async () => {
    const transport = new MemoryTransport();
    const { promise, resolve } = Promise.withResolvers<void>();
    transport.sending = promise;
    const { attempt } = make(transport, async (_task, _attempt, hooks) => {
      for (const percent of [0, 10]) hooks.onReport(progress(percent));
      return completed;
    });
    const ended = attempt.run();
    await new Promise(setImmediate);
    expect(transport.settled).toEqual([]);
    resolve();
    await ended;
    expect(transport.told.map((report) => report.progress)).toEqual([0]);
    expect(transport.settled).toEqual(['report completed']);
  });
});

describe('the attempts of a process', () => {
  it('may end within the grace period; those that do not are stopped', async () => {
    const running = new RunningAttempts(2, log);
    const [slow, quick] = [new MemoryTransport(), new MemoryTransport()];
    const ends: string[] = [];
    running.start(make(slow, untilStopped).attempt, () => ends.push('slow'));
    expect(running.hasPlace).toBe(true);
    const { promise, resolve } = Promise.withResolvers<ThreadReport>();
    running.start(make(quick, () => promise).attempt, () => ends.push('quick'));
    expect(running.hasPlace).toBe(false);
    const drained = running.drain(50);
    resolve(completed);
    await drained;
    expect(ends).toEqual(['quick', 'slow']);
    expect(quick.settled).toEqual(['report completed']);
    expect(slow.settled).toEqual(['give back']);
    expect(running.size).toBe(0);
  });

  it('free their places also where their transport is away', async () => {
    const running = new RunningAttempts(1, log);
    const transport = new MemoryTransport();
    transport.away = new Error('away');
    await new Promise<void>((resolve) => running.start(make(transport, async () => completed).attempt, resolve));
    expect(running.hasPlace).toBe(true);
  });
});

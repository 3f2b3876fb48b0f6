import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { findEntry, listCategories } from '../catalog/index.ts';
import { type PoolStatistics, readPoolStatistics } from '../process/statistics.ts';
import { ERROR_CODES } from '../task/codes.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import { addMachineMetrics, type Disks } from './machine-metrics.ts';

/**
 * How one attempt at a task ended: with one of the three final reports, delayed for a later attempt (`retried`), given back to the queue
 * unchanged (`returned`), or answered with the final report of an earlier attempt (`repeated`).
 */
export type TaskResult = 'completed' | 'failed' | 'canceled' | 'retried' | 'returned' | 'repeated';

export interface Metrics {
  /** @param queueWaitSeconds from the task's publishing to now; null if the message does not say when that was */
  taskStarted(task: Task, queueWaitSeconds: number | null): void;
  /**
   * Called once for each `taskStarted`. Errors, crashes and output bytes are taken from the report.
   * @param seconds from `taskStarted` to now
   */
  taskEnded(task: Task, result: TaskResult, report: ThreadReport | null, seconds: number): void;
  inputFetched(task: Task, bytes: number): void;
  brokerConnected(connected: boolean): void;
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  render(): Promise<{ contentType: string; body: string }>;
}

/** From 5 ms, a digest of a small file, to 30 min, after which RabbitMQ takes a task away. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200, 1800];

/**
 * Creates metrics of the tasks of one process, with those of the process and its machine, in a registry of their own unless one is given.
 * Label values come only from the catalog and the list of codes, so no message can create unlimited series.
 */
export function createMetrics({
  registry = new Registry(),
  disks = {},
}: {
  registry?: Registry;
  disks?: Disks;
} = {}): Metrics {
  addMachineMetrics(registry, disks);
  const registers = [registry];

  const tasks = new Counter({
    name: 'convertd_tasks_total',
    help: 'Tries at tasks, by how they ended; completed, failed and canceled are final.',
    labelNames: ['category', 'target', 'result'],
    registers,
  });
  const errors = new Counter({
    name: 'convertd_errors_total',
    help: 'Errors that tries at tasks ended with, by error code.',
    labelNames: ['code'],
    registers,
  });
  const crashes = new Counter({
    name: 'convertd_engine_crashes_total',
    help: 'Tries at tasks that ended with a crash of the engine program (engine_crashed).',
    labelNames: ['category'],
    registers,
  });
  const inputBytes = new Counter({
    name: 'convertd_input_bytes_total',
    help: 'Bytes of inputs fetched.',
    labelNames: ['category'],
    registers,
  });
  const outputBytes = new Counter({
    name: 'convertd_output_bytes_total',
    help: 'Bytes of outputs stored.',
    labelNames: ['category'],
    registers,
  });
  const duration = new Histogram({
    name: 'convertd_task_duration_seconds',
    help: 'Time from taking a task to its final report, waiting in the queue not included.',
    labelNames: ['category', 'target'],
    buckets: SECONDS,
    registers,
  });
  const queueWait = new Histogram({
    name: 'convertd_queue_wait_seconds',
    help: 'Time from publishing a task to taking it.',
    labelNames: ['category'],
    buckets: SECONDS,
    registers,
  });
  const running = new Gauge({ name: 'convertd_tasks_running', help: 'Tasks that run now.', registers });
  const connected = new Gauge({
    name: 'convertd_broker_connected',
    help: 'Whether the connection to the broker stands: 1 or 0.',
    registers,
  });
  addPoolCounter(registry, 'convertd_warm_host_starts_total', 'Long-lived engine processes started.', 'starts');
  addPoolCounter(
    registry,
    'convertd_warm_host_restarts_total',
    'Long-lived engine processes given up and replaced: ended, killed at a timeout or cancel, grown, or at their last job.',
    'restarts',
  );
  addPoolCounter(
    registry,
    'convertd_warm_host_crashes_total',
    'Long-lived engine processes that ended by themselves.',
    'crashes',
  );

  return {
    taskStarted(task, queueWaitSeconds) {
      running.inc();
      // The clocks of two machines may differ by more than the wait.
      if (queueWaitSeconds !== null) queueWait.observe(categoryOf(task), Math.max(0, queueWaitSeconds));
    },
    taskEnded(task, result, report, seconds) {
      const category = categoryOf(task);
      const names = namesOf(task);
      running.dec();
      tasks.inc({ ...names, result });
      if (result === 'completed' || result === 'failed' || result === 'canceled') duration.observe(names, seconds);
      for (const { code } of report?.errors ?? []) {
        errors.inc({ code: Object.hasOwn(ERROR_CODES, code) ? code : UNKNOWN });
        if (code === 'engine_crashed') crashes.inc(category);
      }
      outputBytes.inc(
        category,
        (report?.output ?? []).reduce((sum, { size }) => sum + size, 0),
      );
    },
    inputFetched(task, bytes) {
      inputBytes.inc(categoryOf(task), bytes);
    },
    brokerConnected(isConnected) {
      connected.set(isConnected ? 1 : 0);
    },
    async render() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

const UNKNOWN = 'unknown';

function categoryOf({ conversion }: Task): { category: string } {
  return { category: listCategories().includes(conversion.category) ? conversion.category : UNKNOWN };
}

/** Returns the catalog's names for the target of a task; messages may contain any. */
export function namesOf(task: Task): { category: string; target: string } {
  const { category, target } = task.conversion;
  return { ...categoryOf(task), target: findEntry(category, target)?.target ?? UNKNOWN };
}

/** Adds a counter that is kept elsewhere and read on request. */
function addPoolCounter(registry: Registry, name: string, help: string, event: keyof PoolStatistics): void {
  new Counter({
    name,
    help,
    labelNames: ['host'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [host, counts] of readPoolStatistics()) this.inc({ host }, counts[event]);
    },
  });
}

import type { ConversionHooks, Convert } from '../../attempt/convert-task.ts';
import { countOf } from '../../count-of.ts';
import { ERROR_CODES } from '../../task/codes.ts';
import { ConversionError } from '../../task/errors.ts';
import { failedReport } from '../../task/failed-report.ts';
import type { Task, ThreadReport } from '../../task/types.ts';
import { createTaskLogger, type Logger } from '../../telemetry/log.ts';
import type { Metrics, TaskResult } from '../../telemetry/metrics.ts';
import type { TaskRow } from '../database/tables.ts';
import type { OrderedReport } from '../model/apply-report.ts';
import { insist } from './insist.ts';
import { type Hold, isHeld, LEASE_MS, putBack } from './leases.ts';
import { readTask } from './read-task.ts';
import { type DispatchContext, takeReport } from './take-report.ts';

export interface LocalRunServices {
  readonly context: DispatchContext;
  readonly metrics: Metrics;
  readonly convert: Convert;
  /** Tasks that are to be stopped, because their job has ended. */
  readonly cancel: (taskIds: readonly string[]) => void;
}

/** `lost`: the task is not this process's any more. */
export type StopReason = 'canceled' | 'shutdown' | 'lost';

/** A task whose process vanished this often, beside the retries it may have, is the reason. */
const LOST_LIMIT = 5;

/** One attempt at a task in this process, from its lease to its final report or its way back. */
export class LocalRun {
  readonly hold: Hold;
  readonly #row: TaskRow;
  readonly #services: LocalRunServices;
  readonly #abort = new AbortController();
  #stopped: StopReason | null = null;
  #sequence = 0;
  /** The last progress that is not written yet; what came before it is of no use any more. */
  #progress: OrderedReport | null = null;
  #writing: Promise<void> | null = null;

  constructor(row: TaskRow, owner: string, services: LocalRunServices) {
    this.hold = { taskId: row.id, jobId: row.job_id, owner, attempt: row.attempt };
    this.#row = row;
    this.#services = services;
  }

  /** The first reason counts. */
  stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#abort.abort();
  }

  /** Throws where the database does not answer: the lease then ends by itself, and the task is taken again. */
  async run(): Promise<void> {
    const { context, metrics } = this.#services;
    const started = performance.now();
    const task = await readTask(context, this.#row, this.#untilLeaseEnds());
    if (task === null) return;
    const log = createTaskLogger(context.log, task);
    metrics.taskStarted(task, (context.now() - this.#row.created_at) / 1000);
    let report: ThreadReport | null = null;
    let result: TaskResult = 'returned';
    try {
      report = await this.#convert(task, log);
      result = await this.#conclude(report);
    } finally {
      const seconds = Math.round(performance.now() - started) / 1000;
      const counted = result === 'returned' ? null : report;
      metrics.taskEnded(task, result, counted, seconds);
      log.info(
        { result, seconds, attempt: this.hold.attempt, errors: counted?.errors.map(({ code }) => code) },
        'task ended',
      );
    }
  }

  async #convert(task: Task, log: Logger): Promise<ThreadReport> {
    const { context, convert } = this.#services;
    const { attempt } = this.hold;
    if (attempt > context.config.retryDelaysMs.length + LOST_LIMIT)
      return failedReport(task, serviceLost(task, attempt));
    const hooks: ConversionHooks = {
      onReport: (report) => this.#tell(report),
      onLog: (text) => log.warn({ detail: text }, 'left by the conversion for the log'),
      beforeStore: () => this.#refuseIfLost(),
    };
    this.#tell(begun(task));
    try {
      return await convert(task, attempt, hooks, this.#abort.signal);
    } catch (error) {
      if (error instanceof ConversionError) return failedReport(task, error);
      throw error;
    } finally {
      this.#progress = null;
      await this.#writing;
    }
  }

  /** Decides what this attempt's report means: the end, or another attempt. */
  async #conclude(report: ThreadReport): Promise<TaskResult> {
    const { context } = this.#services;
    const { retryDelaysMs } = context.config;
    if (this.#stopped === 'lost') return 'returned';
    if (this.#stopped === 'shutdown' && report.status === 'canceled') {
      await this.#persist(() => putBack(context.db, this.hold, 0, context.now()));
      return 'returned';
    }
    const delayMs = mayPass(report) ? retryDelaysMs[this.hold.attempt - 1] : undefined;
    if (delayMs !== undefined) {
      await this.#persist(() => putBack(context.db, this.hold, context.now() + delayMs, context.now()));
      return 'retried';
    }
    await this.#finish(report);
    return report.status === 'processing' ? 'failed' : report.status;
  }

  async #finish(report: ThreadReport): Promise<void> {
    const ordered = this.#ordered(report);
    const ended = await this.#persist(() => takeReport(this.#services.context, ordered, this.hold));
    this.#services.cancel(ended);
  }

  #tell(report: ThreadReport): void {
    if (report.status !== 'processing') return;
    this.#progress = this.#ordered(report);
    this.#writing ??= this.#writeProgress();
  }

  async #writeProgress(): Promise<void> {
    const { context } = this.#services;
    while (this.#progress !== null) {
      const report = this.#progress;
      this.#progress = null;
      await takeReport(context, report, this.hold).catch((err: unknown) =>
        context.log.warn({ err, task_id: this.hold.taskId }, 'progress could not be written'),
      );
    }
    this.#writing = null;
  }

  /** Another process may have the task by now: what that stores must not be replaced. */
  async #refuseIfLost(): Promise<void> {
    const held = await this.#persist(() => isHeld(this.#services.context.db, this.hold)).catch((cause: unknown) => {
      throw new ConversionError('output_store_failed', 'The database of the service does not answer.', { cause });
    });
    if (held) return;
    this.stop('lost');
    throw new ConversionError('conversion_canceled', 'The task is run by another process.');
  }

  /** A database that restarts is waited for, as long as the lease may last. */
  async #persist<T>(write: () => Promise<T>): Promise<T> {
    return insist(this.#services.context.db, write, this.#untilLeaseEnds());
  }

  #untilLeaseEnds(): () => boolean {
    const end = Date.now() + LEASE_MS;
    return () => Date.now() < end;
  }

  #ordered(report: ThreadReport): OrderedReport {
    this.#sequence += 1;
    return { ...report, attempt: this.hold.attempt, sequence: this.#sequence };
  }
}

/** Whether the same task may succeed later. */
function mayPass(report: ThreadReport): boolean {
  return report.status === 'failed' && report.errors.every(({ code }) => ERROR_CODES[code].transient);
}

const begun = (task: Task): ThreadReport => ({ ...failedReport(task), status: 'processing' });

function serviceLost(task: Task, attempts: number): ConversionError {
  const message = `The service stopped each time it ran the conversion, ${countOf(attempts - 1, 'time')}, so it was given up.`;
  return new ConversionError('worker_lost', message, { idSource: task.conversion.id });
}

import {
  type Done,
  type Found,
  type Lease,
  MOST_LOSSES,
  type Settled,
  type Settlement,
} from '../../execution/queue.ts';
import { retry } from '../../execution/retry.ts';
import { ConversionError, type ErrorIssue } from '../../task/errors.ts';
import type { OrderedReport, Task } from '../../task/types.ts';
import { pluralize } from '../../util/pluralize.ts';
import type { TaskRow } from '../database/tables.ts';
import { LEASE_MS, type LeaseKey, putBack } from './leases.ts';
import { readTask } from './read-task.ts';
import { type DispatchContext, type ReportOutcome, takeReport } from './take-report.ts';

/** Pause before a task whose inputs or record could not be read is taken again, ms. It uses up no retry. */
const UNREADABLE_MS = 10_000;

export interface RowLeaseOptions {
  /** Owner of the lease. */
  readonly owner: string;
  readonly context: DispatchContext;
  /** Carries out what the final report asks for. */
  readonly follow: (outcome: ReportOutcome) => void;
}

/**
 * A task that this process has leased in the table of tasks. Writes count only while the lease is valid. Settling throws if the database
 * does not answer in time: the lease then ends by itself, and the task is claimed again.
 */
export class RowLease implements Lease {
  readonly taskId: string;
  readonly attempt: number;
  readonly retries: number;
  readonly traceparent: string | null;
  readonly owner: string;
  readonly #row: TaskRow;
  readonly #key: LeaseKey;
  readonly #options: RowLeaseOptions;
  readonly #lost = new AbortController();

  /** @param row as it was claimed, with its attempt counted */
  constructor(row: TaskRow, options: RowLeaseOptions) {
    this.taskId = row.id;
    this.attempt = row.attempt;
    this.retries = row.retries;
    this.traceparent = row.traceparent;
    this.owner = row.key_id;
    this.#row = row;
    this.#key = { taskId: row.id, jobId: row.job_id, owner: options.owner, attempt: row.attempt };
    this.#options = options;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Another process has the lease, or may have it. */
  lose(): void {
    this.#lost.abort();
  }

  async read(): Promise<Task | null> {
    const { context } = this.#options;
    try {
      return await readTask(context, this.#row, AbortSignal.timeout(UNREADABLE_MS));
    } catch (err) {
      // The store or the database is unreachable, which is not a fault of the task.
      context.log.warn({ err, task_id: this.taskId }, 'a task cannot be read yet');
      await this.#putBack(UNREADABLE_MS, null);
      return null;
    }
  }

  waitedSeconds(): number {
    return (this.#options.context.now() - this.#row.created_at) / 1000;
  }

  /** A canceled task is not claimed, so there is nothing to look up except how often it was lost. */
  async lookUp(task: Task): Promise<Found> {
    if (this.#row.losses > MOST_LOSSES) throw serviceLost(task, this.#row.losses);
    return { state: 'free' };
  }

  async progress(report: OrderedReport): Promise<void> {
    const { context } = this.#options;
    await takeReport(context, report, this.#key).catch((err: unknown) =>
      context.log.warn({ err, task_id: this.taskId }, 'progress could not be written'),
    );
  }

  async settle(end: Settlement): Promise<Settled> {
    switch (end.kind) {
      case 'done':
        return this.#report(end);
      case 'retry':
        return this.#putBack(end.delayMs, end.report.errors);
      case 'returned':
        return this.#putBack(0, null);
      case 'repeated':
        throw new Error('a row with a final report is not claimed');
    }
  }

  /** The lease ends by itself. */
  abandon(): void {}

  async #report({ report, tidy }: Done): Promise<Settled> {
    const { context, follow } = this.#options;
    const outcome = await this.#persist(() => takeReport(context, report, this.#key));
    follow(outcome);
    await tidy(outcome.isLost !== true);
    return outcome.isLost === true ? 'lost' : 'settled';
  }

  async #putBack(delayMs: number, failure: readonly ErrorIssue[] | null): Promise<'settled'> {
    const { db, now } = this.#options.context;
    const notBefore = delayMs === 0 ? 0 : now() + delayMs;
    await this.#persist(() => putBack(db, this.#key, { notBefore, failure, now: now() }));
    return 'settled';
  }

  /** Waits for a database that restarts, for as long as a lease would last that was extended now. */
  async #persist<T>(write: () => Promise<T>): Promise<T> {
    return retry(write, { signal: AbortSignal.any([this.lost, AbortSignal.timeout(LEASE_MS)]) });
  }
}

function serviceLost(task: Task, times: number): ConversionError {
  const message = `The service stopped each time it ran the conversion, ${pluralize(times, 'time')}, so it was given up.`;
  return new ConversionError('worker_lost', message, { idSource: task.conversion.id });
}

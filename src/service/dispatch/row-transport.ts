import type { Handover, Transport } from '../../attempt/transport.ts';
import { DELIVERY_LIMIT } from '../../broker/topology.ts';
import { countOf } from '../../count-of.ts';
import { retry } from '../../execution/retry.ts';
import { ConversionError } from '../../task/errors.ts';
import type { OrderedReport, Task } from '../../task/types.ts';
import type { TaskRow } from '../database/tables.ts';
import { type Hold, isHeld, LEASE_MS, putBack } from './leases.ts';
import { readTask } from './read-task.ts';
import { type DispatchContext, type ReportOutcome, takeReport } from './take-report.ts';

/** Pause before a task whose inputs or record could not be read is taken again, ms; it counts for nothing. */
const UNREADABLE_MS = 10_000;

/** Whoever has the task now also reports its end. */
const TAKEN: Handover = async () => 'returned';

/**
 * A task that this process has leased in the table of tasks. What is written counts only while the lease stands. All that
 * settles the task throws where the database does not answer: the lease then ends by itself, and the task is taken again.
 */
export class RowTransport implements Transport {
  readonly taskId: string;
  readonly attempt: number;
  readonly retries: number;
  readonly traceparent: string | null;
  readonly #row: TaskRow;
  readonly #hold: Hold;
  readonly #context: DispatchContext;
  readonly #follow: (outcome: ReportOutcome) => void;

  /**
   * @param row as it was taken, its attempt counted
   * @param owner who has the lease
   * @param follow does what the final report asks for
   */
  constructor(row: TaskRow, owner: string, context: DispatchContext, follow: (outcome: ReportOutcome) => void) {
    this.taskId = row.id;
    this.attempt = row.attempt;
    this.retries = row.retries;
    this.traceparent = row.traceparent;
    this.#row = row;
    this.#hold = { taskId: row.id, jobId: row.job_id, owner, attempt: row.attempt };
    this.#context = context;
    this.#follow = follow;
  }

  async read(): Promise<Task | null> {
    try {
      return await readTask(this.#context, this.#row, AbortSignal.timeout(UNREADABLE_MS));
    } catch (err) {
      // The store or the database is away, which says nothing of the task.
      this.#context.log.warn({ err, task_id: this.taskId }, 'a task cannot be read yet');
      await this.#putBack(UNREADABLE_MS, false);
      return null;
    }
  }

  waitedSeconds(): number {
    return (this.#context.now() - this.#row.created_at) / 1000;
  }

  /** A canceled task is not taken, so there is nothing to look up but how often it was lost. */
  async lookUp(task: Task): Promise<'free'> {
    if (this.#row.losses > DELIVERY_LIMIT) throw serviceLost(task, this.#row.losses);
    return 'free';
  }

  async lostTo(): Promise<Handover | null> {
    const held = await this.#persist(() => isHeld(this.#context.db, this.#hold)).catch((cause: unknown) => {
      throw new ConversionError('output_store_failed', 'The database of the service does not answer.', { cause });
    });
    return held ? null : TAKEN;
  }

  async progress(report: OrderedReport): Promise<void> {
    const { log } = this.#context;
    await takeReport(this.#context, report, this.#hold).catch((err: unknown) =>
      log.warn({ err, task_id: this.taskId }, 'progress could not be written'),
    );
  }

  async report(final: OrderedReport): Promise<null> {
    this.#follow(await this.#persist(() => takeReport(this.#context, final, this.#hold)));
    return null;
  }

  async retry(delayMs: number): Promise<void> {
    await this.#putBack(delayMs, true);
  }

  async giveBack(): Promise<void> {
    await this.#putBack(0, false);
  }

  /** The lease ends by itself. */
  abandon(): void {}

  async #putBack(delayMs: number, isRetry: boolean): Promise<void> {
    const { db, now } = this.#context;
    const notBefore = delayMs === 0 ? 0 : now() + delayMs;
    await this.#persist(() => putBack(db, this.#hold, { notBefore, isRetry, now: now() }));
  }

  /** A database that restarts is waited for, as long as the lease may last. */
  async #persist<T>(write: () => Promise<T>): Promise<T> {
    return retry(write, { signal: untilLeaseEnds() });
  }
}

/** Aborts when a lease that was renewed now would end. */
const untilLeaseEnds = (): AbortSignal => AbortSignal.timeout(LEASE_MS);

function serviceLost(task: Task, times: number): ConversionError {
  const message = `The service stopped each time it ran the conversion, ${countOf(times, 'time')}, so it was given up.`;
  return new ConversionError('worker_lost', message, { idSource: task.conversion.id });
}

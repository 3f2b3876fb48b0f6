import type { ReportTaker } from '../../execution/amqp/report-consumer.ts';
import type { ReportMessage } from '../../execution/report-message.ts';
import { retry } from '../../execution/retry.ts';
import { ConversionError } from '../../task/errors.ts';
import { failedReport } from '../../task/failed-report.ts';
import { type DispatchContext, type ReportOutcome, takeProgress, takeReport } from './take-report.ts';

/** Applies the reports of workers to their jobs. */
export class Reports implements ReportTaker {
  readonly #context: DispatchContext;
  readonly #follow: (outcome: ReportOutcome) => void;
  /** Final reports that the database does not accept at the moment. */
  readonly #refused = new Set<ReportMessage>();
  /** Last progress of each task that is not written yet. */
  readonly #progress = new Map<string, ReportMessage>();
  #writing: Promise<void> | null = null;

  /** @param follow carries out what a report asks for; called for each report that was taken */
  constructor(context: DispatchContext, follow: (outcome: ReportOutcome) => void) {
    this.#context = context;
    this.#follow = follow;
  }

  /** Whether the database accepts the reports. */
  get isTaking(): boolean {
    return this.#refused.size === 0;
  }

  /** Waits for a database that is unreachable, full or read-only. A report that cannot be taken for another reason fails its task. */
  async take(report: ReportMessage, signal: AbortSignal): Promise<void> {
    const { log } = this.#context;
    const take = (each: ReportMessage) =>
      retry(() => takeReport(this.#context, each), {
        signal,
        onRetry: (err, tries) => {
          this.#refused.add(report);
          if (tries === 1) log.warn({ err, task_id: report.task_id }, 'a report cannot be taken yet, trying again');
        },
      });
    try {
      const outcome = await take(report).catch((err: unknown) => {
        if (signal.aborted) throw err;
        log.error({ err, task_id: report.task_id }, 'a report cannot be taken: its task has failed');
        return take(unreadable(report));
      });
      this.#follow(outcome);
    } finally {
      this.#refused.delete(report);
    }
  }

  hear(report: ReportMessage): void {
    this.#progress.set(report.task_id, report);
    this.#writing ??= this.#writeProgress();
  }

  /** Resolves when no progress is being written. Progress that was not written is dropped. */
  async stop(): Promise<void> {
    this.#progress.clear();
    await this.#writing;
  }

  async #writeProgress(): Promise<void> {
    // Progress that arrives meanwhile is written together.
    while (this.#progress.size > 0) {
      const reports = [...this.#progress.values()];
      this.#progress.clear();
      await takeProgress(this.#context, reports)
        // Each task that has begun may release one of its lane.
        .then(() => this.#follow({ cancel: [] }))
        .catch((err: unknown) =>
          this.#context.log.warn({ err, tasks: reports.length }, 'progress could not be written'),
        );
    }
    this.#writing = null;
  }
}

/** Makes the report that a job gets instead of a final report that cannot be applied to it. */
function unreadable(report: ReportMessage): ReportMessage {
  const message = 'The service could not take the report of the conversion; its log has the details.';
  const failed = failedReport({ id: report.task_id, job_id: report.job_id }, new ConversionError('internal', message));
  return { ...report, ...failed };
}

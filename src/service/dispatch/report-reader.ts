import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import { traceparentOf } from '../../execution/amqp/messages.ts';
import { SERVICE_PROGRESS_QUEUE, SERVICE_QUEUE } from '../../execution/amqp/topology.ts';
import { type ReportMessage, readReportMessage } from '../../execution/report-message.ts';
import { retry } from '../../execution/retry.ts';
import { ConversionError } from '../../task/errors.ts';
import { failedReport } from '../../task/failed-report.ts';
import { inSpan } from '../../trace.ts';
import { type DispatchContext, type ReportOutcome, takeProgress, takeReport } from './take-report.ts';

/** Final reports that are taken into their jobs at the same time. */
const PREFETCH = 16;

/** How long the broker has to answer that it delivers no more, ms. */
const CANCEL_TIMEOUT_MS = 3000;

/** Pause before a report comes again that can neither be taken nor kept, ms. */
const UNSETTLED_MS = 5000;

export interface ReportReaderOptions {
  readonly context: DispatchContext;
  /** Does what a report asks for; called for each one that was taken. */
  readonly follow: (outcome: ReportOutcome) => void;
  /** Keeps a report that no job can take for the operator. Throws where the broker is away. */
  readonly deadLetter: (message: ConsumeMessage, reason: string) => Promise<void>;
}

/**
 * Takes the workers' reports from the queues of the service, on one connection. Each final report is settled: acknowledged once it
 * is in its job or among the dead letters, or delivered again after the connection.
 */
export class ReportReader {
  readonly #channel: Channel;
  readonly #context: DispatchContext;
  readonly #options: ReportReaderOptions;
  readonly #consumers: string[] = [];
  /** Ends the wait for a database that is away. */
  readonly #closed = new AbortController();
  /** Final reports that the database does not take at the moment. */
  readonly #refused = new Set<ConsumeMessage>();
  /** Final reports on their way into a job. */
  readonly #taking = new Set<Promise<void>>();
  /** The last progress of each task that is not written yet. */
  readonly #progress = new Map<string, ReportMessage>();
  #writing: Promise<void> | null = null;

  private constructor(channel: Channel, options: ReportReaderOptions) {
    this.#channel = channel;
    this.#context = options.context;
    this.#options = options;
  }

  static async start(channel: Channel, options: ReportReaderOptions): Promise<ReportReader> {
    const reader = new ReportReader(channel, options);
    await channel.prefetch(PREFETCH);
    await reader.#consume(SERVICE_QUEUE, (message) => reader.#takeFinal(message), false);
    await reader.#consume(SERVICE_PROGRESS_QUEUE, (message) => reader.#hearProgress(message), true);
    return reader;
  }

  /** Whether the database takes the reports. */
  get isTaking(): boolean {
    return this.#refused.size === 0;
  }

  /** The connection is lost, or ends: what is not acknowledged comes again. */
  close(): void {
    this.#closed.abort();
  }

  /** Takes no further report; resolves when those that came are in their jobs, or `close` was called. */
  async stop(): Promise<void> {
    const canceled = Promise.all(this.#consumers.map((tag) => this.#channel.cancel(tag)));
    await Promise.race([canceled, sleep(CANCEL_TIMEOUT_MS, undefined, { signal: this.#closed.signal })]).catch(
      () => {},
    );
    await Promise.all(this.#taking);
    this.close();
    await this.#writing;
  }

  async #consume(queue: string, take: (message: ConsumeMessage) => void, noAck: boolean): Promise<void> {
    const { consumerTag } = await this.#channel.consume(
      queue,
      (message) => {
        // Null: the queue was deleted. It is declared again with the next connection.
        if (message === null) this.#channel.close().catch(() => {});
        else take(message);
      },
      { noAck },
    );
    this.#consumers.push(consumerTag);
  }

  #takeFinal(message: ConsumeMessage): void {
    const parent = traceparentOf(message.properties.headers);
    const taking = inSpan('take report', { kind: 'consumer', parent }, () => this.#settle(message))
      // The channel ended while it was settled: it comes again.
      .catch((err: unknown) => this.#context.log.warn({ err }, 'a report could not be settled'))
      .finally(() => {
        this.#refused.delete(message);
        this.#taking.delete(taking);
      });
    this.#taking.add(taking);
  }

  /** Throws where the channel has ended. */
  async #settle(message: ConsumeMessage): Promise<void> {
    const report = readReportMessage(message.content);
    const { log } = this.#context;
    try {
      if (report !== null) await this.#take(message, report);
    } catch (err) {
      // The broker delivers it again.
      if (this.#closed.signal.aborted) return;
      log.error({ err, task_id: report?.task_id }, 'no job can take a report: moved to the dead letters');
      try {
        await this.#options.deadLetter(message, 'The job could not take the report.');
      } catch {
        await sleep(UNSETTLED_MS, undefined, { signal: this.#closed.signal }).catch(() => {});
        if (!this.#closed.signal.aborted) this.#channel.nack(message);
        return;
      }
    }
    if (!this.#closed.signal.aborted) this.#channel.ack(message);
  }

  /** A database that is away, full or read-only is waited for, as long as the report is ours. Throws where it is not any more. */
  async #take(message: ConsumeMessage, report: ReportMessage): Promise<void> {
    const { log } = this.#context;
    const take = (each: ReportMessage) =>
      retry(() => takeReport(this.#context, each), {
        signal: this.#closed.signal,
        onRetry: (err, tries) => {
          this.#refused.add(message);
          if (tries === 1) log.warn({ err, task_id: report.task_id }, 'a report cannot be taken yet, trying again');
        },
      });
    const outcome = await take(report).catch((err: unknown) => {
      if (this.#closed.signal.aborted) throw err;
      log.error({ err, task_id: report.task_id }, 'a report cannot be taken: its task has failed');
      return take(unreadable(report));
    });
    this.#options.follow(outcome);
  }

  #hearProgress(message: ConsumeMessage): void {
    const report = readReportMessage(message.content);
    if (report === null || report.status !== 'processing') return;
    this.#progress.set(report.task_id, report);
    this.#writing ??= this.#writeProgress();
  }

  async #writeProgress(): Promise<void> {
    // What comes meanwhile is written together.
    while (this.#progress.size > 0 && !this.#closed.signal.aborted) {
      const reports = [...this.#progress.values()];
      this.#progress.clear();
      await takeProgress(this.#context, reports)
        // Each task that has begun may let one of its lane go.
        .then(() => this.#options.follow({ cancel: [] }))
        .catch((err: unknown) =>
          this.#context.log.warn({ err, tasks: reports.length }, 'progress could not be written'),
        );
    }
    this.#writing = null;
  }
}

/** What a job hears instead of a final report that cannot be taken into it. */
function unreadable(report: ReportMessage): ReportMessage {
  const message = 'The service could not take the report of the conversion; its log has the details.';
  const failed = failedReport({ id: report.task_id, job_id: report.job_id }, new ConversionError('internal', message));
  return { ...report, ...failed };
}

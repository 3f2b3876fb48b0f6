import type { Channel, ConsumeMessage } from 'amqplib';
import { type ReportMessage, readReportMessage } from '../../broker/messages.ts';
import { SERVICE_PROGRESS_QUEUE, SERVICE_QUEUE } from '../../broker/topology.ts';
import { ConversionError } from '../../task/errors.ts';
import { failedReport } from '../../task/failed-report.ts';
import { insist } from './insist.ts';
import { type DispatchContext, type ReportOutcome, takeReport } from './take-report.ts';

/** Final reports that are taken into their jobs at the same time. */
const PREFETCH = 16;

/** Takes the workers' reports from the queues of the service, on one connection. */
export class ReportReader {
  readonly #channel: Channel;
  readonly #context: DispatchContext;
  readonly #follow: (outcome: ReportOutcome) => void;
  readonly #consumers: string[] = [];
  /** Final reports on their way into a job. */
  readonly #taking = new Set<Promise<void>>();
  /** The last progress of each task that is not written yet. */
  readonly #progress = new Map<string, ReportMessage>();
  #writing: Promise<void> | null = null;
  #open = true;

  private constructor(channel: Channel, context: DispatchContext, follow: (outcome: ReportOutcome) => void) {
    this.#channel = channel;
    this.#context = context;
    this.#follow = follow;
  }

  /** @param follow does what a report asks for; called for each one that was taken */
  static async start(
    channel: Channel,
    context: DispatchContext,
    follow: (outcome: ReportOutcome) => void,
  ): Promise<ReportReader> {
    const reader = new ReportReader(channel, context, follow);
    await channel.prefetch(PREFETCH);
    await reader.#consume(SERVICE_QUEUE, (message) => reader.#takeFinal(message), false);
    await reader.#consume(SERVICE_PROGRESS_QUEUE, (message) => reader.#hearProgress(message), true);
    return reader;
  }

  /** The connection is lost: what is not acknowledged comes again. */
  close(): void {
    this.#open = false;
  }

  /** Takes no further report; resolves when those that came are in their jobs. */
  async stop(): Promise<void> {
    await Promise.all(this.#consumers.map((tag) => this.#channel.cancel(tag))).catch(() => {});
    await Promise.all(this.#taking);
    this.#open = false;
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
    const report = readReportMessage(message.content);
    const taking = (report === null ? Promise.resolve() : this.#insist(report))
      .then(() => {
        if (this.#open) this.#channel.ack(message);
      })
      .catch((err: unknown) => this.#context.log.error({ err, task_id: report?.task_id }, 'a report was not taken'))
      .finally(() => this.#taking.delete(taking));
    this.#taking.add(taking);
  }

  /** A database that is away is waited for, as long as the report is ours. Throws where it is not any more. */
  async #insist(report: ReportMessage): Promise<void> {
    const { db, log } = this.#context;
    const take = async (each: ReportMessage) => this.#follow(await takeReport(this.#context, each));
    const onTrouble = (err: unknown) => log.warn({ err, task_id: report.task_id }, 'a report could not be taken yet');
    try {
      await insist(
        db,
        () => take(report),
        () => this.#open,
        onTrouble,
      );
    } catch (err) {
      if (!this.#open) throw err;
      log.error({ err, task_id: report.task_id }, 'a report cannot be taken: its task has failed');
      await take(unreadable(report));
    }
  }

  #hearProgress(message: ConsumeMessage): void {
    const report = readReportMessage(message.content);
    if (report === null || report.status !== 'processing') return;
    this.#progress.set(report.task_id, report);
    this.#writing ??= this.#writeProgress();
  }

  async #writeProgress(): Promise<void> {
    for (const [id, report] of this.#progress) {
      this.#progress.delete(id);
      if (!this.#open) continue;
      await takeReport(this.#context, report)
        .then(this.#follow)
        .catch((err: unknown) => this.#context.log.warn({ err, task_id: id }, 'progress could not be written'));
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

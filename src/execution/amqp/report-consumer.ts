import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { Logger } from '../../telemetry/log.ts';
import { inSpan } from '../../util/trace.ts';
import { type ReportMessage, readReportMessage } from '../report-message.ts';
import { publishDeadLetter } from './dead-letters.ts';
import { MESSAGE_TYPES, traceparentOf } from './messages.ts';
import type { Publisher } from './publisher.ts';
import { SERVICE_PROGRESS_QUEUE, SERVICE_QUEUE } from './topology.ts';

/** Final reports that are handled at the same time. */
const PREFETCH = 16;

/** How long the broker has to confirm that it delivers no more, ms. */
const CANCEL_TIMEOUT_MS = 3000;

/** Pause before a report is delivered again that could neither be handled nor dead-lettered, ms. */
const UNSETTLED_MS = 5000;

/** The receiver of the reports. */
export interface ReportTaker {
  /** Takes a final report. Throws if this would fail later too, and if the signal ends the wait. */
  take(report: ReportMessage, signal: AbortSignal): Promise<void>;
  /** Receives a progress report. */
  hear(report: ReportMessage): void;
}

export interface ReportConsumerOptions {
  readonly taker: ReportTaker;
  /** Publishes reports that cannot be taken. */
  readonly publisher: Publisher;
  readonly log: Logger;
}

/**
 * Consumes the queues of the service on one connection. Each final report is acknowledged once it is taken or among the dead letters.
 * Otherwise the broker delivers it again after the connection ends.
 */
export class ReportConsumer {
  readonly #channel: Channel;
  readonly #options: ReportConsumerOptions;
  readonly #consumers: string[] = [];
  /** Final reports that are not settled yet. */
  readonly #settling = new Set<Promise<void>>();
  readonly #closed = new AbortController();

  private constructor(channel: Channel, options: ReportConsumerOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  static async start(channel: Channel, options: ReportConsumerOptions): Promise<ReportConsumer> {
    const consumer = new ReportConsumer(channel, options);
    await channel.prefetch(PREFETCH);
    await consumer.#consume(SERVICE_QUEUE, (message) => consumer.#takeFinal(message), false);
    await consumer.#consume(SERVICE_PROGRESS_QUEUE, (message) => consumer.#hearProgress(message), true);
    return consumer;
  }

  /** The connection is lost or ends: reports that are not acknowledged are delivered again. */
  close(): void {
    this.#closed.abort();
  }

  /** Stops consuming. Resolves when the reports that arrived are settled, or `close` was called. */
  async stop(): Promise<void> {
    const canceled = Promise.all(this.#consumers.map((tag) => this.#channel.cancel(tag)));
    const late = sleep(CANCEL_TIMEOUT_MS, undefined, { signal: this.#closed.signal });
    await Promise.race([canceled, late]).catch(() => {});
    await Promise.all(this.#settling);
    this.close();
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
    const settling = inSpan('take report', { kind: 'consumer', parent }, () => this.#settle(message))
      // The channel ended meanwhile: the report is delivered again.
      .catch((err: unknown) => this.#options.log.warn({ err }, 'a report could not be settled'))
      .finally(() => this.#settling.delete(settling));
    this.#settling.add(settling);
  }

  /** Throws if the channel has ended. */
  async #settle(message: ConsumeMessage): Promise<void> {
    const { taker, log } = this.#options;
    const { signal } = this.#closed;
    const report = readReportMessage(message.content);
    try {
      if (report !== null) await taker.take(report, signal);
    } catch (err) {
      // The broker delivers it again.
      if (signal.aborted) return;
      log.error({ err, task_id: report?.task_id }, 'no job can take a report: moved to the dead letters');
      try {
        await this.#deadLetter(message);
      } catch {
        await sleep(UNSETTLED_MS, undefined, { signal }).catch(() => {});
        if (!signal.aborted) this.#channel.nack(message);
        return;
      }
    }
    if (!signal.aborted) this.#channel.ack(message);
  }

  async #deadLetter({ content: body, properties }: ConsumeMessage): Promise<void> {
    const { headers = {}, messageId = '' } = properties;
    const letter = { body, headers, messageId, type: MESSAGE_TYPES.report };
    await publishDeadLetter(this.#options.publisher, letter, 'The job could not take the report.');
  }

  #hearProgress(message: ConsumeMessage): void {
    const report = readReportMessage(message.content);
    if (report?.status === 'processing') this.#options.taker.hear(report);
  }
}

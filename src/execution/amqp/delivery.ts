import type { ConsumeMessage } from 'amqplib';
import { NOBODY } from '../../process/owner.ts';
import { HEADERS, traceparentOf } from './messages.ts';
import type { Publisher } from './publisher.ts';

/** Where a message came from, and where it is settled. */
interface Source {
  /** False from the moment the broker gives the message to others. */
  readonly open: boolean;
  readonly publisher: Publisher;
  ack(message: ConsumeMessage): void;
  reject(message: ConsumeMessage): void;
}

/**
 * One hand-over of a message by the broker. It is this worker's until it is acknowledged, or until the connection it came by
 * is lost: then the broker gives the message to someone else, and nothing more may be said about it from here.
 */
export class Delivery {
  readonly #session: Source;
  readonly #message: ConsumeMessage;
  #settled = false;

  constructor(session: Source, message: ConsumeMessage) {
    this.#session = session;
    this.#message = message;
  }

  get live(): boolean {
    return this.#session.open && !this.#settled;
  }

  get publisher(): Publisher {
    return this.#session.publisher;
  }

  get content(): Buffer {
    return this.#message.content;
  }

  get routingKey(): string {
    return this.#message.fields.routingKey;
  }

  get messageId(): string | null {
    const id: unknown = this.#message.properties.messageId;
    return typeof id === 'string' && id !== '' ? id : null;
  }

  /** Headers as they came, without those the broker added. */
  get headers(): Record<string, unknown> {
    const all = this.#message.properties.headers ?? {};
    return Object.fromEntries(
      Object.entries(all).filter(([name]) => !/^x-(death|delivery|first-death|last-death|acquired)/.test(name)),
    );
  }

  /** A count that convertd keeps in a header; 0 without it. */
  count(header: string): number {
    const value: unknown = this.#message.properties.headers?.[header];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
  }

  /** How often the task was returned before it began. */
  get returns(): number {
    return this.count(HEADERS.returns);
  }

  /** How often the task was put off after a fault that may pass. */
  get retries(): number {
    return this.count(HEADERS.retries);
  }

  /** How often the worker that had the task was lost, in all messages of it. */
  get losses(): number {
    return this.count(HEADERS.losses) + this.#deliveriesInVain;
  }

  /** 1 for a task that never began before: what earlier messages of it counted, and how often this one was delivered without success. */
  get attempt(): number {
    return Math.max(1, this.count(HEADERS.attempt)) + this.#deliveriesInVain;
  }

  /**
   * RabbitMQ sets the header when it delivers a message again, over whatever is there. On a first delivery it comes from the
   * publisher and says nothing.
   */
  get #deliveriesInVain(): number {
    return this.#message.fields.redelivered ? this.count('x-delivery-count') : 0;
  }

  /** The trace that the sender's message belongs to. */
  get traceparent(): string | null {
    return traceparentOf(this.#message.properties.headers);
  }

  /** Whose task it is, where the sender says. */
  get owner(): string {
    const value: unknown = this.#message.properties.headers?.[HEADERS.owner];
    return typeof value === 'string' ? value : NOBODY;
  }

  /** The sender may have missed how the task ended, and asks for the final report even if it was sent before. */
  get reportAgain(): boolean {
    return this.count(HEADERS.reportAgain) > 0;
  }

  /** Seconds since the task was sent, where the sender says; a clock that goes wrong counts as 0. */
  get waitedSeconds(): number | null {
    const sentAt = this.count(HEADERS.sentAt);
    return sentAt === 0 ? null : Math.max(0, (Date.now() - sentAt) / 1000);
  }

  /** Tells the broker to forget the message; nothing if the delivery is no longer ours. */
  ack(): void {
    if (!this.live) return;
    this.#settled = true;
    this.#session.ack(this.#message);
  }

  /** Gives the message back at once, counted against the delivery limit; nothing if the delivery is no longer ours. */
  reject(): void {
    if (!this.live) return;
    this.#settled = true;
    this.#session.reject(this.#message);
  }
}

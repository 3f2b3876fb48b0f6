import type { ConsumeMessage } from 'amqplib';
import { NOBODY } from '../../process/owner.ts';
import { HEADERS, traceparentOf } from './messages.ts';
import type { Publisher } from './publisher.ts';

/** Where a message came from, and where it is settled. */
interface Source {
  /** False as soon as the broker gives the message to others. */
  readonly open: boolean;
  readonly publisher: Publisher;
  ack(message: ConsumeMessage): void;
  reject(message: ConsumeMessage): void;
}

/**
 * One delivery of a message by the broker. It belongs to this worker until it is acknowledged, or until its connection is lost: the
 * broker then gives the message to another consumer, and this worker can no longer settle it.
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

  /** The message's headers without those that the broker added. */
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

  /** How often the task was postponed after a transient error. */
  get retries(): number {
    return this.count(HEADERS.retries);
  }

  /** How often a worker was lost while it had the task, over all messages of the task. */
  get losses(): number {
    return this.count(HEADERS.losses) + this.#deliveriesInVain;
  }

  /** Number of the attempt, from 1: what earlier messages of the task counted, plus how often this one was delivered without success. */
  get attempt(): number {
    return Math.max(1, this.count(HEADERS.attempt)) + this.#deliveriesInVain;
  }

  /** RabbitMQ overwrites this header when it delivers a message again. On a first delivery it comes from the publisher and is ignored. */
  get #deliveriesInVain(): number {
    return this.#message.fields.redelivered ? this.count('x-delivery-count') : 0;
  }

  /** The trace that the message belongs to. */
  get traceparent(): string | null {
    return traceparentOf(this.#message.properties.headers);
  }

  /** Owner of the task, if the sender names one. */
  get owner(): string {
    const value: unknown = this.#message.properties.headers?.[HEADERS.owner];
    return typeof value === 'string' ? value : NOBODY;
  }

  /** Whether the sender, which may have missed the end of the task, wants the final report even if it was sent before. */
  get reportAgain(): boolean {
    return this.count(HEADERS.reportAgain) > 0;
  }

  /** Seconds since the task was sent, if the sender says when. A clock that is wrong counts as 0. */
  get waitedSeconds(): number | null {
    const sentAt = this.count(HEADERS.sentAt);
    return sentAt === 0 ? null : Math.max(0, (Date.now() - sentAt) / 1000);
  }

  /** Tells the broker to forget the message. Does nothing if the delivery no longer belongs to this worker. */
  ack(): void {
    if (!this.live) return;
    this.#settled = true;
    this.#session.ack(this.#message);
  }

  /** Returns the message at once, counted against the delivery limit. Does nothing if the delivery no longer belongs to this worker. */
  reject(): void {
    if (!this.live) return;
    this.#settled = true;
    this.#session.reject(this.#message);
  }
}

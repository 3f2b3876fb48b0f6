import { setTimeout } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Delivery } from './delivery.ts';
import { Publisher } from './publisher.ts';
import { declareControl, declareDelays, declareTasks, POISON_QUEUE, taskQueue } from './topology.ts';

export interface SessionOptions {
  readonly categories: readonly string[];
  /** Unacknowledged deliveries of each category that the broker may give. */
  readonly prefetch: number;
  readonly retryDelaysMs: readonly number[];
  readonly onTask: (delivery: Delivery) => void;
  /** A task that was delivered too often. */
  readonly onPoison: (delivery: Delivery) => void;
  readonly onControl: (content: Buffer) => void;
}

/** How long the broker has to answer that it gives no more, ms. */
const STOP_TIMEOUT_MS = 3000;

/** What lasts from one connect to the loss of it: channels, consumers, and the deliveries that came by them. */
export class Session {
  readonly publisher: Publisher;
  readonly #channel: Channel;
  readonly #consumers: string[] = [];
  #open = true;

  private constructor(channel: Channel, publisher: Publisher) {
    this.#channel = channel;
    this.publisher = publisher;
  }

  /** Declares all that the worker needs and begins to take tasks. Throws what the broker says against it. */
  static async start(connection: ChannelModel, options: SessionOptions): Promise<Session> {
    const channel = await connection.createChannel();
    const confirms = await connection.createConfirmChannel();
    const session = new Session(channel, new Publisher(confirms));
    const end = () => {
      if (!session.#open) return;
      session.#open = false;
      // A channel that the broker closed alone (a declaration refused, a consumer too slow) comes back with the connection.
      connection.close().catch(() => {});
    };
    for (const each of [channel, confirms]) {
      each.on('error', () => {});
      each.on('close', end);
    }
    await declareTasks(channel, options.categories);
    await declareDelays(channel, options.retryDelaysMs);
    await channel.prefetch(options.prefetch);
    await session.#consumeControl(await declareControl(channel), options.onControl);
    await session.#consume(POISON_QUEUE, options.onPoison);
    for (const category of options.categories) await session.#consume(taskQueue(category), options.onTask);
    return session;
  }

  /** False from the moment the broker gives its deliveries to others. */
  get open(): boolean {
    return this.#open;
  }

  ack(message: ConsumeMessage): void {
    this.#channel.ack(message);
  }

  /** Back to its queue; the broker counts it as a failed delivery. */
  reject(message: ConsumeMessage): void {
    this.#channel.reject(message, true);
  }

  /** No further deliveries; those that came stay ours. A broker that is silent is not waited for. */
  async stopConsuming(): Promise<void> {
    const answered = new AbortController();
    const late = setTimeout(STOP_TIMEOUT_MS, undefined, { signal: answered.signal });
    const stopped = Promise.all(this.#consumers.map((tag) => this.#channel.cancel(tag)));
    await Promise.race([stopped, late]).catch(() => {});
    answered.abort();
    late.catch(() => {});
  }

  async #consume(queue: string, take: (delivery: Delivery) => void): Promise<void> {
    const { consumerTag } = await this.#channel.consume(queue, (message) => {
      // Null: the queue was deleted. The consumer returns when the connection is made again.
      if (message === null) this.#channel.close().catch(() => {});
      else take(new Delivery(this, message));
    });
    this.#consumers.push(consumerTag);
  }

  async #consumeControl(queue: string, take: (content: Buffer) => void): Promise<void> {
    await this.#channel.consume(queue, (message) => message !== null && take(message.content), { noAck: true });
  }
}

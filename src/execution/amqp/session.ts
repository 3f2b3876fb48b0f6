import { setTimeout } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Delivery } from './delivery.ts';
import { Publisher } from './publisher.ts';
import { declareControl, declareDelays, declareTasks, POISON_QUEUE, taskQueue } from './topology.ts';

export interface SessionOptions {
  readonly categories: readonly string[];
  /** The most unacknowledged deliveries that the broker may send for each category. */
  readonly prefetch: number;
  readonly retryDelaysMs: readonly number[];
  readonly onTask: (delivery: Delivery) => void;
  /** Called for a task that was delivered too often. */
  readonly onPoison: (delivery: Delivery) => void;
  readonly onControl: (content: Buffer) => void;
}

/** How long the broker has to confirm that it delivers no more, ms. */
const STOP_TIMEOUT_MS = 3000;

/** Everything that lasts from a connect to the loss of that connection: channels, consumers, and their deliveries. */
export class Session {
  readonly publisher: Publisher;
  readonly #channel: Channel;
  readonly #consumers: string[] = [];
  #open = true;

  private constructor(channel: Channel, publisher: Publisher) {
    this.#channel = channel;
    this.publisher = publisher;
  }

  /** Declares all that the worker needs and begins to take tasks. Throws the broker's error if it refuses. */
  static async start(connection: ChannelModel, options: SessionOptions): Promise<Session> {
    const channel = await connection.createChannel();
    const confirms = await connection.createConfirmChannel();
    const session = new Session(channel, new Publisher(confirms));
    const end = () => {
      if (!session.#open) return;
      session.#open = false;
      // If the broker closes this channel alone (a declaration refused, a consumer too slow), reconnecting restores it.
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

  /** False as soon as the broker gives its deliveries to others. */
  get open(): boolean {
    return this.#open;
  }

  ack(message: ConsumeMessage): void {
    this.#channel.ack(message);
  }

  /** Returns the message to its queue; the broker counts this as a failed delivery. */
  reject(message: ConsumeMessage): void {
    this.#channel.reject(message, true);
  }

  /** Stops further deliveries; those that arrived still belong to this worker. Does not wait for a silent broker. */
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
      // Null: the queue was deleted. Reconnecting restores the consumer.
      if (message === null) this.#channel.close().catch(() => {});
      else take(new Delivery(this, message));
    });
    this.#consumers.push(consumerTag);
  }

  async #consumeControl(queue: string, take: (content: Buffer) => void): Promise<void> {
    await this.#channel.consume(queue, (message) => message !== null && take(message.content), { noAck: true });
  }
}

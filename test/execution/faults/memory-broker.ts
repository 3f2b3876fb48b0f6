import { EventEmitter } from 'node:events';
import type { ConfirmChannel, ConsumeMessage, Options } from 'amqplib';
import { Delivery } from '../../../src/execution/amqp/delivery.ts';
import { Publisher } from '../../../src/execution/amqp/publisher.ts';
import type { Session } from '../../../src/execution/amqp/session.ts';
import type { FaultyCalls } from './fault-plan.ts';

interface Message {
  readonly id: string;
  readonly content: Buffer;
  readonly headers: Record<string, unknown>;
  /** Counted as RabbitMQ does. */
  deliveries: number;
}

/** Time until a worker reconnects after it lost its connection, ms. */
const RECONNECT_MS = 100;

/**
 * RabbitMQ as workers see it, in memory: a queue of tasks that delivers unacknowledged messages again, and the reports
 * that came. A call that goes wrong ends its connection.
 */
export class MemoryBroker {
  /** Bodies of the final reports, in order. */
  readonly finals: string[] = [];
  readonly #waiting: Message[] = [];
  readonly #consumers: ((message: Message) => void)[] = [];
  readonly #unacknowledged = new Set<Message>();

  #isStopped = false;

  /** Number of messages that nobody has settled. */
  get unsettled(): number {
    return this.#waiting.length + this.#unacknowledged.size;
  }

  /**
   * Connects a worker, and reconnects it whenever its connection is lost.
   * @returns function that ends its connection for good
   */
  connect(calls: FaultyCalls, onDelivery: (delivery: Delivery) => void): () => void {
    let end = () => {};
    const open = () => {
      end = this.#open(calls, onDelivery, () => setTimeout(open, RECONNECT_MS));
    };
    open();
    return () => end();
  }

  add(id: string, content: Buffer, headers: Record<string, unknown> = {}): void {
    this.#waiting.push({ id, content, headers, deliveries: 0 });
    this.#deliver();
  }

  /** Stops deliveries: a worker that stops tells the broker first. */
  stopDelivering(): void {
    this.#isStopped = true;
  }

  /** @returns function that ends the connection without calling `onLost` */
  #open(calls: FaultyCalls, onDelivery: (delivery: Delivery) => void, onLost: () => void): () => void {
    const mine = new Set<Message>();
    const end = () => {
      this.#consumers.splice(this.#consumers.indexOf(deliver), 1);
      for (const message of mine) this.#return(message);
    };
    const lose = () => {
      end();
      onLost();
    };
    const settle = (message: Message) => {
      mine.delete(message);
      this.#unacknowledged.delete(message);
    };
    const session = new MemorySession(this, calls, { settle, lose, requeue: (message) => this.#return(message) });
    const deliver = (message: Message) => {
      mine.add(message);
      this.#unacknowledged.add(message);
      message.deliveries += 1;
      onDelivery(session.deliveryOf(message));
    };
    this.#consumers.push(deliver);
    this.#deliver();
    return () => session.open && end();
  }

  #return(message: Message): void {
    this.#unacknowledged.delete(message);
    this.#waiting.push(message);
    this.#deliver();
  }

  /** Delivers to the workers in turn. */
  #deliver(): void {
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const consumer = this.#consumers.shift();
      const message = this.#waiting.shift();
      if (consumer === undefined || message === undefined) {
        if (message !== undefined) this.#waiting.unshift(message);
        return;
      }
      this.#consumers.push(consumer);
      consumer(message);
    }
  }
}

interface SessionEvents {
  readonly settle: (message: Message) => void;
  readonly requeue: (message: Message) => void;
  readonly lose: () => void;
}

/** One connection of a worker. */
class MemorySession {
  readonly publisher: Publisher;
  readonly #broker: MemoryBroker;
  readonly #calls: FaultyCalls;
  readonly #events: SessionEvents;
  readonly #channel = new EventEmitter();
  #open = true;

  constructor(broker: MemoryBroker, calls: FaultyCalls, events: SessionEvents) {
    this.#broker = broker;
    this.#calls = calls;
    this.#events = events;
    const publish = this.#publish.bind(this);
    this.publisher = new Publisher(Object.assign(this.#channel, { publish }) as unknown as ConfirmChannel);
  }

  get open(): boolean {
    return this.#open;
  }

  deliveryOf(message: Message): Delivery {
    const { id, content, headers, deliveries } = message;
    const redelivered = deliveries > 1;
    const delivered = {
      message,
      content,
      fields: { redelivered, routingKey: 'hash.md5' },
      properties: {
        messageId: id,
        headers: { ...headers, ...(redelivered && { 'x-delivery-count': deliveries - 1 }) },
      },
    };
    return new Delivery(this as unknown as Session, delivered as unknown as ConsumeMessage);
  }

  ack(message: ConsumeMessage): void {
    const own = (message as unknown as { message: Message }).message;
    const settle = () => this.#events.settle(own);
    const fault = this.#calls.next('acknowledge', settle);
    if (fault === 'gone') return;
    if (fault === undefined || fault === 'lies') settle();
    if (fault !== undefined) this.#lose();
  }

  reject(message: ConsumeMessage): void {
    const own = (message as unknown as { message: Message }).message;
    this.#events.settle(own);
    this.#events.requeue(own);
  }

  #publish(
    _exchange: string,
    routingKey: string,
    body: Buffer,
    { messageId = '', headers = {} }: Options.Publish,
    confirm: (error: unknown) => void,
  ): void {
    const isProgress = routingKey.endsWith('.processing');
    const isTask = !routingKey.includes('none.');
    const arrive = () => {
      if (isTask) this.#broker.add(messageId, body, headers as Record<string, unknown>);
      else if (!isProgress) this.#broker.finals.push(body.toString());
    };
    const name = isProgress ? 'publish progress' : isTask ? 'publish task' : 'publish report';
    const fault = this.#calls.next(name, arrive);
    if (fault === 'gone') return;
    if (fault === undefined || fault === 'lies') setTimeout(arrive);
    if (fault === undefined) setTimeout(() => this.#open && confirm(null));
    // The heartbeat ends a hanging call.
    else setTimeout(() => this.#lose(() => confirm(new Error('Channel closed'))), fault === 'hangs' ? 30_000 : 1);
  }

  #lose(then = () => {}): void {
    then();
    if (!this.#open) return;
    this.#open = false;
    this.#channel.emit('close');
    this.#events.lose();
  }
}

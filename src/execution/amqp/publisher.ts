import type { ConfirmChannel, Options } from 'amqplib';

/**
 * How long the broker may take to confirm, ms. A broker whose memory or disk is full takes no message until it has room. This is shorter
 * than the lease of a task that is published.
 */
const CONFIRM_MS = 25_000;

/** The broker did not take a message: the channel was lost before the confirm, the confirm took too long, or the broker refused. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
  /** The message was returned because no queue takes it. */
  readonly unroutable: boolean;

  constructor(message: string, { unroutable = false, cause }: { unroutable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.unroutable = unroutable;
  }
}

export interface OutgoingMessage {
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Buffer | object;
  /** Messages with the same id are the same message, if it arrives twice. */
  readonly messageId: string;
  /** Kind of message, such as `task` or `report`. */
  readonly type: string;
  readonly headers?: Record<string, unknown>;
  /** Whether the message may be lost with the broker; default false. */
  readonly transient?: boolean;
  /** Whether to fail if no queue takes the message; default false. */
  readonly mustArrive?: boolean;
}

/** Publishes with confirms on one channel, so messages arrive in the order they were published. */
export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #confirmMs: number;
  /** Ids of messages that were returned as unroutable. The broker sends this before the confirm. */
  readonly #returned = new Set<string>();
  #unconfirmed = 0;
  #open = true;

  /** @param options.confirmMs how long the broker may take to confirm */
  constructor(channel: ConfirmChannel, { confirmMs = CONFIRM_MS }: { confirmMs?: number } = {}) {
    this.#channel = channel;
    this.#confirmMs = confirmMs;
    channel.on('return', ({ properties }) => this.#returned.add(String(properties.messageId)));
    channel.on('close', () => {
      this.#open = false;
    });
    channel.on('error', () => {});
  }

  /** Number of messages that were sent and that the broker has not confirmed yet. */
  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  /** Resolves when the broker has stored the message. Throws PublishError: the broker may then have the message or not. */
  publish(message: OutgoingMessage): Promise<void> {
    if (!this.#open) return Promise.reject(new PublishError('the channel to the broker is closed'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const body = Buffer.isBuffer(message.body) ? message.body : Buffer.from(JSON.stringify(message.body));
    this.#unconfirmed += 1;
    const late = setTimeout(() => {
      reject(new PublishError(`the broker did not confirm the message within ${this.#confirmMs / 1000} seconds`));
    }, this.#confirmMs);
    const confirmed = (error: unknown) => {
      clearTimeout(late);
      this.#unconfirmed -= 1;
      if (error) reject(new PublishError('the broker did not confirm the message', { cause: error }));
      else if (this.#returned.delete(message.messageId))
        reject(new PublishError('no queue takes such messages on this broker', { unroutable: true }));
      else resolve();
    };
    try {
      this.#channel.publish(message.exchange, message.routingKey, body, properties(message), confirmed);
    } catch (cause) {
      clearTimeout(late);
      this.#unconfirmed -= 1;
      reject(new PublishError('the channel to the broker is closed', { cause }));
    }
    return promise;
  }
}

function properties(message: OutgoingMessage): Options.Publish {
  return {
    persistent: message.transient !== true,
    mandatory: message.mustArrive === true,
    contentType: 'application/json',
    messageId: message.messageId,
    type: message.type,
    timestamp: Math.floor(Date.now() / 1000),
    ...(message.headers && { headers: message.headers }),
  };
}

import type { ConfirmChannel, Options } from 'amqplib';

/**
 * How long the broker may take to confirm, ms: one whose memory or disk is full takes no message until it has room. Shorter than the lease
 * of a task that is published.
 */
const CONFIRM_MS = 25_000;

/** The broker did not take a message: the channel was lost before it confirmed, it took too long, or it refused. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
  /** It came back, because no queue would take it. */
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
  /** Same id: same message, should it arrive twice. */
  readonly messageId: string;
  /** What it is, such as `task` or `report`. */
  readonly type: string;
  readonly headers?: Record<string, unknown>;
  /** Lost with the broker where true; default false. */
  readonly transient?: boolean;
  /** Fail where no queue would take it; default false. */
  readonly mustArrive?: boolean;
}

/** Publishes with confirms on one channel, so messages arrive in the order they were given. */
export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #confirmMs: number;
  /** Message ids that came back as unroutable; the broker sends that before the confirm. */
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

  /** Messages on their way that the broker has not confirmed yet. */
  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  /** Resolves when the broker has the message safely. Throws PublishError: then it may have it or not. */
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

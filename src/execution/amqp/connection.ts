import { setTimeout } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';

/** Seconds between signs of life; a peer that misses two of them is treated as gone. */
const HEARTBEAT_SECONDS = 15;
/** How long the broker has to answer that a connection ends, ms; a silent one is cut then. */
const CLOSE_TIMEOUT_MS = 3000;

export interface BrokerEvents {
  /**
   * Runs after each connect, the first and every later one: declare, open channels, consume. Where it throws, the
   * connection is closed and tried again.
   */
  readonly onConnect: (connection: ChannelModel) => Promise<void>;
  /** The connection is lost; another is being made. */
  readonly onDisconnect: (error: Error) => void;
  /** An attempt to connect failed, or the setup after it; the next follows after `delay` ms. */
  readonly onRetry: (attempt: number, delay: number, error: Error) => void;
  /** The broker takes no messages, as its memory or disk is full; null: it does again. */
  readonly onBlocked?: (reason: string | null) => void;
}

export interface BrokerConnection {
  /** Resolves at the first connection. */
  connected(): Promise<void>;
  /** Whether the broker takes no messages. It says so when one is published. */
  readonly isBlocked: boolean;
  close(): Promise<void>;
}

/**
 * A connection that is made again whenever it is lost, for as long as it takes; amqplib does it, with growing pauses up to
 * 10 seconds.
 *
 * @param url `amqp://` or `amqps://`
 * @param name what the broker's operator sees it as
 */
export async function connectBroker(url: string, name: string, events: BrokerEvents): Promise<BrokerConnection> {
  const { connect } = await import('amqplib');
  const sockets = new AbortController();
  // amqplib leaves a socket open whose other end is silent; nothing then but the signal would close it.
  // Without noDelay, a message of several frames waits some 40 ms for the other end's acknowledgement of the first.
  const socketOptions = { timeout: 10_000, noDelay: true, signal: sockets.signal };
  let isBlocked = false;
  const block = (reason: string | null) => {
    isBlocked = reason !== null;
    events.onBlocked?.(reason);
  };
  const connection = await connect(withHeartbeat(url), {
    ...socketOptions,
    clientProperties: { connection_name: name },
    recovery: {
      waitForConnect: false,
      initialDelay: 100,
      maxDelay: 10_000,
      setup: (opened: ChannelModel) => {
        isBlocked = false;
        opened.on('blocked', (reason) => block(reason));
        opened.on('unblocked', () => block(null));
        return prepare(opened, events.onConnect);
      },
    },
  });
  // Without a listener, Node would end the process; the reason comes again with the disconnect.
  connection.on('error', () => {});
  connection.on('disconnect', events.onDisconnect);
  connection.on('reconnect-scheduled', ({ attempt, delay, error }) => events.onRetry(attempt, delay, error));
  return {
    connected: async () => {
      await connection.waitForConnect();
    },
    get isBlocked() {
      return isBlocked;
    },
    close: async () => {
      const answered = new AbortController();
      const late = setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: answered.signal }).catch(() => {});
      await Promise.race([connection.close(), late]);
      answered.abort();
      sockets.abort();
    },
  };
}

/** amqplib itself listens to a connection only after its setup; until then a fault of the network would end the process, or pass unseen. */
async function prepare(connection: ChannelModel, onConnect: BrokerEvents['onConnect']): Promise<void> {
  let lost: Error | null = null;
  connection.on('error', () => {});
  connection.once('close', (error) => {
    lost = error ?? new Error('the connection was closed while it was set up');
  });
  await onConnect(connection);
  if (lost !== null) throw lost;
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return parsed.href;
}

import { setTimeout } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';

/** Seconds between heartbeats; a peer that misses two of them is treated as gone. */
const HEARTBEAT_SECONDS = 15;
/** How long the broker has to confirm that a connection is closed, ms. The connection is cut after that. */
const CLOSE_TIMEOUT_MS = 3000;

export interface BrokerEvents {
  /** Runs after every connect: declares, opens channels, consumes. If it throws, the connection is closed and tried again. */
  readonly onConnect: (connection: ChannelModel) => Promise<void>;
  /** The connection is lost; another is being made. */
  readonly onDisconnect: (error: Error) => void;
  /** An attempt to connect, or the setup after it, failed; the next attempt follows after `delay` ms. */
  readonly onRetry: (attempt: number, delay: number, error: Error) => void;
  /** The broker takes no messages because its memory or disk is full. Null: it takes messages again. */
  readonly onBlocked?: (reason: string | null) => void;
}

export interface BrokerConnection {
  /** Resolves at the first connection. */
  connected(): Promise<void>;
  /** Whether the broker takes no messages. The broker only reports this when a message is published. */
  readonly isBlocked: boolean;
  close(): Promise<void>;
}

/**
 * Connects to the broker, and again whenever the connection is lost, without limit. amqplib does this, with growing pauses of up to 10
 * seconds.
 *
 * @param url `amqp://` or `amqps://`
 * @param name name that the broker's operator sees
 */
export async function connectBroker(url: string, name: string, events: BrokerEvents): Promise<BrokerConnection> {
  const { connect } = await import('amqplib');
  const sockets = new AbortController();
  // amqplib leaves a socket open if the other end is silent; only the signal closes it then. Without noDelay, a message of several frames
  // waits some 40 ms until the other end acknowledges the first.
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
  // Without a listener, Node would end the process; the disconnect event gives the reason again.
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

/** Runs the setup. amqplib listens to a connection only after it; until then a network error would end the process or go unnoticed. */
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

import { hostname } from 'node:os';
import type { ChannelModel } from 'amqplib';
import type { Logger } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { connectBroker } from './connection.ts';
import { Publisher } from './publisher.ts';
import { ReportConsumer, type ReportTaker } from './report-consumer.ts';
import { TaskSender } from './task-sender.ts';
import { declareService, declareTasks } from './topology.ts';

export interface ServiceConnectionOptions {
  readonly taker: ReportTaker;
  /** Called when tasks can be sent. */
  readonly onConnect: () => void;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The service's connection to the broker. It is made again whenever it is lost. */
export interface ServiceConnection {
  /** Null while the broker is away. */
  readonly sender: TaskSender | null;
  /** The broker takes no messages, because it is short of memory or disk. */
  readonly isBlocked: boolean;
  /** Aborts when this connection ends: nothing on it can be waited for then. */
  readonly signal: AbortSignal;
  /** Stops consuming reports. Resolves when those that arrived are settled. */
  stopReports(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects a service, which sends tasks and consumes reports, however long that takes.
 * @param url `amqp://` or `amqps://`
 */
export async function connectService(url: string, options: ServiceConnectionOptions): Promise<ServiceConnection> {
  const { taker, onConnect, log, metrics } = options;
  let sender: TaskSender | null = null;
  let reports: ReportConsumer | null = null;
  let connected = new AbortController();
  let closing = false;

  async function open(model: ChannelModel): Promise<void> {
    const channel = await model.createChannel();
    const confirms = await model.createConfirmChannel();
    const own = new AbortController();
    connected = own;
    const lose = () => {
      sender = null;
      own.abort();
      reports?.close();
      model.close().catch(() => {});
    };
    for (const each of [channel, confirms]) {
      each.on('error', () => {});
      each.on('close', lose);
    }
    await declareTasks(channel, []);
    await declareService(channel);
    const publisher = new Publisher(confirms);
    reports = await ReportConsumer.start(channel, { taker, publisher, log });
    sender = new TaskSender(channel, publisher);
    metrics.brokerConnected(true);
    log.info({ url }, 'connected to the broker');
    onConnect();
  }

  const broker = await connectBroker(url, `convertd service ${hostname()}`, {
    onConnect: open,
    onDisconnect: (err) => {
      sender = null;
      metrics.brokerConnected(false);
      if (!closing) log.warn({ err, url }, 'connection to the broker lost');
    },
    onRetry: (attempt, delay, err) =>
      log.warn({ err, url, attempt, delay_ms: delay }, 'broker not reached, trying again'),
    onBlocked: (reason) =>
      reason === null
        ? log.info('the broker takes messages again')
        : log.warn({ reason }, 'the broker takes no messages'),
  });

  return {
    get sender() {
      return sender;
    },
    get isBlocked() {
      return broker.isBlocked;
    },
    get signal() {
      return connected.signal;
    },
    stopReports: async () => {
      closing = true;
      await reports?.stop();
    },
    close: async () => {
      closing = true;
      connected.abort();
      reports?.close();
      await broker.close();
    },
  };
}

import type { Channel, ChannelModel } from 'amqplib';
import type { Task } from '../task/types.ts';
import { type BrokerConnection, connectBroker } from './connection.ts';
import {
  HEADERS,
  MESSAGE_TYPES,
  MESSAGE_VERSION,
  type ReportMessage,
  readReportMessage,
  type TaskMessage,
} from './messages.ts';
import { Publisher } from './publisher.ts';
import { CONTROL_EXCHANGE, declareTasks, REPORTS_EXCHANGE, TASKS_EXCHANGE, taskRoutingKey } from './topology.ts';

/** A queue of reports outlives its reader's lost connection by this long, ms. */
const QUEUE_EXPIRES_MS = 3600 * 1000;

export interface JobClientOptions {
  readonly url: string;
  readonly jobId: string;
  /** Every report of the job, in order for each task; a repeat of a final one is left out. */
  readonly onReport: (report: ReportMessage) => void;
  /** The broker was lost, or not reached; it is tried again. */
  readonly onTrouble: (error: Error) => void;
}

/**
 * The sender's side: publishes the tasks of one job and hears their reports. Its queue of reports stands before the first
 * task is sent, and lasts over lost connections, so no report is missed.
 */
export class JobClient {
  readonly #options: JobClientOptions;
  readonly #ended = new Set<string>();
  /** Categories whose queues were declared on this connection. */
  readonly #declared = new Set<string>();
  #connection: BrokerConnection | null = null;
  #channel: Channel | null = null;
  #publisher: Publisher | null = null;

  private constructor(options: JobClientOptions) {
    this.#options = options;
  }

  /** Resolves when the job's queue of reports stands. */
  static async connect(options: JobClientOptions): Promise<JobClient> {
    const client = new JobClient(options);
    client.#connection = await connectBroker(options.url, `convertd job ${options.jobId}`, {
      onConnect: (connection) => client.#listen(connection),
      onDisconnect: options.onTrouble,
      onRetry: (_attempt, _delay, error) => options.onTrouble(error),
    });
    return client;
  }

  /** Resolves at the first connection. */
  async connected(): Promise<void> {
    await this.#connection?.connected();
  }

  /** Resolves when the broker has the task safely. Throws PublishError; to send the same task again then does no harm. */
  async submit(task: Task): Promise<void> {
    const { category, target } = task.conversion;
    const body: TaskMessage = { version: MESSAGE_VERSION, ...task, job_id: this.#options.jobId };
    if (this.#channel === null || this.#publisher === null) throw new Error('submit before connected');
    if (!this.#declared.has(category)) await declareTasks(this.#channel, [category]);
    this.#declared.add(category);
    await this.#publisher.publish({
      exchange: TASKS_EXCHANGE,
      routingKey: taskRoutingKey(category, target),
      body,
      messageId: task.id,
      type: MESSAGE_TYPES.task,
      headers: { [HEADERS.sentAt]: Date.now() },
      mustArrive: true,
    });
  }

  /** Tells all workers to stop the task. Throws PublishError where none is connected. */
  async cancel(taskId: string): Promise<void> {
    if (this.#publisher === null) throw new Error('cancel before connected');
    await this.#publisher.publish({
      exchange: CONTROL_EXCHANGE,
      routingKey: '',
      body: { version: MESSAGE_VERSION, type: 'cancel', task_id: taskId },
      messageId: `${taskId}.cancel`,
      type: MESSAGE_TYPES.control,
      mustArrive: true,
    });
  }

  /** Removes the queue of reports. */
  async close(): Promise<void> {
    await this.#channel?.deleteQueue(this.#queue).catch(() => {});
    await this.#connection?.close();
  }

  get #queue(): string {
    return `convertd.job.${this.#options.jobId}`;
  }

  async #listen(connection: ChannelModel): Promise<void> {
    this.#declared.clear();
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    channel.on('close', () => connection.close().catch(() => {}));
    await declareTasks(channel, []);
    await channel.assertQueue(this.#queue, { durable: true, arguments: { 'x-expires': QUEUE_EXPIRES_MS } });
    await channel.bindQueue(this.#queue, REPORTS_EXCHANGE, `${this.#options.jobId}.*`);
    this.#publisher = new Publisher(await connection.createConfirmChannel());
    this.#channel = channel;
    await channel.consume(this.#queue, (message) => {
      // Null: the queue was deleted, as it is an hour after a lost connection. It stands again with the next one.
      if (message === null) return void channel.close().catch(() => {});
      const report = readReportMessage(message.content);
      if (report !== null) this.#hear(report);
      channel.ack(message);
    });
  }

  #hear(report: ReportMessage): void {
    if (this.#ended.has(report.task_id)) return;
    if (report.status !== 'processing') this.#ended.add(report.task_id);
    this.#options.onReport(report);
  }
}

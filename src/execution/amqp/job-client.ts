import type { Channel, ChannelModel } from 'amqplib';
import type { Task } from '../../task/types.ts';
import { type ReportMessage, readReportMessage } from '../report-message.ts';
import { type BrokerConnection, connectBroker } from './connection.ts';
import { Publisher } from './publisher.ts';
import { TaskSender } from './task-sender.ts';
import { declareTasks, REPORTS_EXCHANGE } from './topology.ts';

/** How long a queue of reports is kept after its reader has lost the connection, ms. */
const QUEUE_EXPIRES_MS = 3600 * 1000;

export interface JobClientOptions {
  readonly url: string;
  readonly jobId: string;
  /** Receives every report of the job, in order for each task, without repeats of a final report. Null: nobody listens. */
  readonly onReport: ((report: ReportMessage) => void) | null;
  /** The broker was lost or could not be reached; the client tries again. */
  readonly onTrouble: (error: Error) => void;
}

/**
 * The sender's side: publishes the tasks of one job and receives their reports. Its queue of reports exists before the first task is sent
 * and survives lost connections, so no report is missed.
 */
export class JobClient {
  readonly #options: JobClientOptions;
  readonly #ended = new Set<string>();
  #connection: BrokerConnection | null = null;
  #channel: Channel | null = null;
  #sender: TaskSender | null = null;

  private constructor(options: JobClientOptions) {
    this.#options = options;
  }

  /** Resolves when the job's queue of reports exists. */
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

  /** Resolves when the broker has stored the task. Throws PublishError; it is then safe to send the same task again. */
  async submit(task: Task): Promise<void> {
    if (this.#sender === null) throw new Error('submit before connected');
    // The same task file may have been sent before by somebody who did not wait for its end.
    await this.#sender.submit({ ...task, job_id: this.#options.jobId }, { reportAgain: true });
  }

  /** Tells all workers to stop the task. Throws PublishError if none is connected. */
  async cancel(taskId: string): Promise<void> {
    if (this.#sender === null) throw new Error('cancel before connected');
    await this.#sender.cancel([taskId]);
  }

  /** Removes the queue of reports. */
  async close(): Promise<void> {
    if (this.#options.onReport !== null) await this.#channel?.deleteQueue(this.#queue).catch(() => {});
    await this.#connection?.close();
  }

  get #queue(): string {
    return `convertd.job.${this.#options.jobId}`;
  }

  async #listen(connection: ChannelModel): Promise<void> {
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    channel.on('close', () => connection.close().catch(() => {}));
    await declareTasks(channel, []);
    this.#sender = new TaskSender(channel, new Publisher(await connection.createConfirmChannel()));
    this.#channel = channel;
    const { onReport } = this.#options;
    if (onReport === null) return;
    await channel.assertQueue(this.#queue, { durable: true, arguments: { 'x-expires': QUEUE_EXPIRES_MS } });
    await channel.bindQueue(this.#queue, REPORTS_EXCHANGE, `${this.#options.jobId}.*`);
    await channel.consume(this.#queue, (message) => {
      // Null: the queue was deleted, which happens an hour after a lost connection. The next connection declares it again.
      if (message === null) return void channel.close().catch(() => {});
      const report = readReportMessage(message.content);
      if (report !== null) this.#hear(report, onReport);
      channel.ack(message);
    });
  }

  #hear(report: ReportMessage, notify: (report: ReportMessage) => void): void {
    if (this.#ended.has(report.task_id)) return;
    if (report.status !== 'processing') this.#ended.add(report.task_id);
    notify(report);
  }
}

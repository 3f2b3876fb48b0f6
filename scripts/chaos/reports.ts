import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib';
import { HEADERS } from '../../src/execution/amqp/messages.ts';
import { DEAD_LETTER_QUEUE } from '../../src/execution/amqp/topology.ts';
import type { ReportMessage } from '../../src/execution/report-message.ts';
import type { Task } from '../../src/task/types.ts';

/** A final report with its original bytes. */
export interface RawFinal {
  readonly messageId: string;
  readonly text: string;
  /** Time of arrival, from performance.now(). */
  readonly at: number;
}

/** Receives all reports and sends tasks, despite losses of the broker. */
export interface Client {
  finals(taskId: string): readonly RawFinal[];
  /** Returns the task's progress reports of all attempts. */
  progress(taskId: string): readonly ReportMessage[];
  /** Sends until the broker confirms it: a task may be sent twice. */
  submit(task: Task): Promise<void>;
  cancel(taskId: string): Promise<void>;
  /** Takes the dead letters. @returns task id → reason */
  takeDeadLetters(): Promise<Map<string, string>>;
  /** Number of reports so far, of all tasks. */
  readonly heard: number;
  /** Number of messages sent again because their arrival was unknown. */
  readonly resent: number;
  close(): Promise<void>;
}

const QUEUE = 'chaos.reports';

export async function openClient(url: string): Promise<Client> {
  const finals = new Map<string, RawFinal[]>();
  const progress = new Map<string, ReportMessage[]>();
  let resent = 0;
  let heard = 0;
  let channel: ConfirmChannel | null = null;
  const connection = await connect(url, {
    recovery: {
      waitForConnect: false,
      initialDelay: 100,
      maxDelay: 1000,
      setup: async (model: ChannelModel) => {
        const opened = await model.createConfirmChannel();
        opened.on('error', () => {});
        opened.on('close', () => {
          channel = null;
        });
        await opened.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
        await opened.assertExchange('convertd.reports', 'topic', { durable: true });
        await opened.bindQueue(QUEUE, 'convertd.reports', '#');
        await opened.consume(QUEUE, (message: ConsumeMessage | null) => {
          if (message === null) return;
          heard += 1;
          const text = message.content.toString();
          const report = JSON.parse(text) as ReportMessage;
          if (report.status === 'processing') add(progress, report.task_id, report);
          else {
            const final = { messageId: String(message.properties.messageId), text, at: performance.now() };
            // This queue may redeliver what was received before a connection was lost; that is not a second report.
            const again = message.fields.redelivered && finals.get(report.task_id)?.some((each) => each.text === text);
            if (!again) add(finals, report.task_id, final);
          }
          opened.ack(message);
        });
        channel = opened;
      },
    },
  });
  connection.on('error', () => {});
  await connection.waitForConnect();

  const send = async (exchange: string, key: string, body: object, messageId: string) => {
    for (;;) {
      try {
        if (channel === null) throw new Error('not connected');
        await sent(channel, exchange, key, body, messageId);
        return;
      } catch {
        if (channel !== null) resent += 1;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  return {
    finals: (taskId) => finals.get(taskId) ?? [],
    progress: (taskId) => progress.get(taskId) ?? [],
    submit: (task) => send('convertd.tasks', `${task.conversion.category}.${task.conversion.target}`, task, task.id),
    cancel: (taskId) => send('convertd.control', '', { type: 'cancel', task_id: taskId }, `${taskId}.cancel`),
    takeDeadLetters: async () => {
      const found = new Map<string, string>();
      for (;;) {
        const letter = await channel?.get(DEAD_LETTER_QUEUE, { noAck: true });
        if (!letter) return found;
        const { id } = JSON.parse(letter.content.toString()) as Partial<Task>;
        found.set(String(id), String(letter.properties.headers?.[HEADERS.reason]));
      }
    },
    get heard() {
      return heard;
    },
    get resent() {
      return resent;
    },
    close: () => connection.close(),
  };
}

function sent(channel: ConfirmChannel, exchange: string, key: string, body: object, messageId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Also called if the channel is lost before the broker has answered.
    const confirmed = (error: unknown) => (error ? reject(error) : resolve());
    channel.publish(exchange, key, Buffer.from(JSON.stringify(body)), { persistent: true, messageId }, confirmed);
  });
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

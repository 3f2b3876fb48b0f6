import type { Channel } from 'amqplib';
import type { Task } from '../task/types.ts';
import { HEADERS, MESSAGE_TYPES, MESSAGE_VERSION, type TaskMessage } from './messages.ts';
import type { Publisher } from './publisher.ts';
import { CONTROL_EXCHANGE, declareTasks, TASKS_EXCHANGE, taskRoutingKey } from './topology.ts';

/** Sends tasks to the workers, and their cancels, on one connection. */
export class TaskSender {
  readonly #channel: Channel;
  readonly #publisher: Publisher;
  /** Categories whose queues were declared on this connection. */
  readonly #declared = new Set<string>();

  constructor(channel: Channel, publisher: Publisher) {
    this.#channel = channel;
    this.#publisher = publisher;
  }

  /**
   * Resolves when the broker has the task safely. Throws PublishError; to send the same task again then does no harm.
   * @param reportAgain it may have been sent before: where it has ended, its final report is wanted once more
   */
  async submit(task: Task, { reportAgain = false }: { reportAgain?: boolean } = {}): Promise<void> {
    const { category, target } = task.conversion;
    const body: TaskMessage = { version: MESSAGE_VERSION, ...task };
    if (!this.#declared.has(category)) await declareTasks(this.#channel, [category]);
    this.#declared.add(category);
    await this.#publisher.publish({
      exchange: TASKS_EXCHANGE,
      routingKey: taskRoutingKey(category, target),
      body,
      messageId: task.id,
      type: MESSAGE_TYPES.task,
      headers: { [HEADERS.sentAt]: Date.now(), ...(reportAgain && { [HEADERS.reportAgain]: 1 }) },
      mustArrive: true,
    });
  }

  /** Tells all workers to stop the task. Throws PublishError where none is connected. */
  async cancel(taskId: string): Promise<void> {
    await this.#publisher.publish({
      exchange: CONTROL_EXCHANGE,
      routingKey: '',
      body: { version: MESSAGE_VERSION, type: 'cancel', task_id: taskId },
      messageId: `${taskId}.cancel`,
      type: MESSAGE_TYPES.control,
      mustArrive: true,
    });
  }
}

import type { Channel } from 'amqplib';
import { NOBODY } from '../../process/owner.ts';
import { ConversionError } from '../../task/errors.ts';
import type { Task } from '../../task/types.ts';
import { pluralize } from '../../util/pluralize.ts';
import { currentTraceparent } from '../../util/trace.ts';
import { MESSAGE_VERSION } from '../report-message.ts';
import {
  type ControlMessage,
  HEADERS,
  MAX_TASK_BYTES,
  MESSAGE_TYPES,
  type TaskMessage,
  traceHeader,
} from './messages.ts';
import type { Publisher } from './publisher.ts';
import { CONTROL_EXCHANGE, declareTasks, TASKS_EXCHANGE, taskQueue, taskRoutingKey } from './topology.ts';

export interface SubmitOptions {
  /** Owner of the task, see src/process/owner.ts. Default: nobody. */
  readonly owner?: string;
  /** Set if the task may have been sent before: if it has ended, its final report is sent once more. */
  readonly reportAgain?: boolean;
}

/** Sends tasks and cancellations to the workers on one connection. */
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
   * Resolves when the broker has stored the task. Throws PublishError; it is then safe to send the same task again. Throws
   * ConversionError `task_invalid` if the task is too large to send.
   */
  async submit(task: Task, { owner = NOBODY, reportAgain = false }: SubmitOptions = {}): Promise<void> {
    const { category, target } = task.conversion;
    const body = Buffer.from(JSON.stringify({ version: MESSAGE_VERSION, ...task } satisfies TaskMessage));
    if (body.length > MAX_TASK_BYTES) throw tooLarge(task, body.length);
    await this.#declare(category);
    await this.#publisher.publish({
      exchange: TASKS_EXCHANGE,
      routingKey: taskRoutingKey(category, target),
      body,
      messageId: task.id,
      type: MESSAGE_TYPES.task,
      headers: {
        [HEADERS.sentAt]: Date.now(),
        ...(reportAgain && { [HEADERS.reportAgain]: 1 }),
        ...(owner !== NOBODY && { [HEADERS.owner]: owner }),
        ...traceHeader(currentTraceparent()),
      },
      mustArrive: true,
    });
  }

  /** Returns how many messages of a category wait in its queue, without those that workers have. Throws the channel's error. */
  async waiting(category: string): Promise<number> {
    await this.#declare(category);
    return (await this.#channel.checkQueue(taskQueue(category))).messageCount;
  }

  async #declare(category: string): Promise<void> {
    if (!this.#declared.has(category)) await declareTasks(this.#channel, [category]);
    this.#declared.add(category);
  }

  /**
   * Tells all workers to stop the tasks. Throws PublishError if there is no connection.
   * @param recorded the caller has recorded the cancellation for workers that get the task later
   */
  async cancel(taskIds: readonly string[], { recorded = false }: { recorded?: boolean } = {}): Promise<void> {
    const [first] = taskIds;
    if (first === undefined) return;
    const body: ControlMessage = {
      version: MESSAGE_VERSION,
      type: 'cancel',
      task_id: first,
      ...(taskIds.length > 1 && { task_ids: taskIds }),
      ...(recorded && { recorded }),
    };
    await this.#publisher.publish({
      exchange: CONTROL_EXCHANGE,
      routingKey: '',
      body,
      messageId: `${first}.cancel`,
      type: MESSAGE_TYPES.control,
      mustArrive: true,
    });
  }
}

function tooLarge({ conversion, input }: Task, bytes: number): ConversionError {
  const message =
    `The task has ${bytes} bytes with its options and the addresses of its ${pluralize(input.length, 'input')}; ` +
    `at most ${MAX_TASK_BYTES} can be sent to a worker. Make several jobs of fewer inputs, or give smaller options.`;
  return new ConversionError('task_invalid', message, { idSource: conversion.id });
}

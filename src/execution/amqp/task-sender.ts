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
  /** Whose task it is, see src/process/owner.ts. Default: nobody's. */
  readonly owner?: string;
  /** It may have been sent before: where it has ended, its final report is wanted once more. */
  readonly reportAgain?: boolean;
}

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
   * Resolves when the broker has the task safely. Throws PublishError; to send the same task again then does no harm. Throws
   * ConversionError `task_invalid` for one that is too large to travel.
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

  /** How many messages of a category wait in its queue; those that workers have are not among them. Throws what the channel says. */
  async waiting(category: string): Promise<number> {
    await this.#declare(category);
    return (await this.#channel.checkQueue(taskQueue(category))).messageCount;
  }

  async #declare(category: string): Promise<void> {
    if (!this.#declared.has(category)) await declareTasks(this.#channel, [category]);
    this.#declared.add(category);
  }

  /**
   * Tells all workers to stop the tasks. Throws PublishError if none is connected.
   * @param recorded the caller has written it down for workers that get the task later
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

import type { Channel } from 'amqplib';
import { MOST_LOSSES } from '../queue.ts';

/*
 * Everything convertd has in RabbitMQ. Declaring is idempotent: the first process creates it. The arguments are constants, because the
 * broker refuses a second declaration with different ones. An operator changes settings (consumer timeout, length limits) with a policy.
 */

export const TASKS_EXCHANGE = 'convertd.tasks';
export const REPORTS_EXCHANGE = 'convertd.reports';
export const CONTROL_EXCHANGE = 'convertd.control';

/** Tasks that were delivered more often than the limit: a worker was lost each time. */
export const POISON_QUEUE = 'convertd.poison';
const POISON_EXCHANGE = 'convertd.poison';

/** Messages that no worker can handle, for the operator to look at. A header holds the reason. */
export const DEAD_LETTER_QUEUE = 'convertd.dead-letters';
const DEAD_LETTER_DAYS = 14;

export const taskQueue = (category: string): string => `convertd.tasks.${category}`;
export const taskRoutingKey = (category: string, target: string): string => `${category}.${target}`;
/** `<job id>.<status>`; tasks without a job have `none` instead. */
export const reportRoutingKey = (jobId: string | null, status: string): string => `${jobId ?? 'none'}.${status}`;
export const delayExchange = (milliseconds: number): string => `convertd.delay.${milliseconds}`;

const QUORUM = { 'x-queue-type': 'quorum' } as const;

/** Arguments for dead-lettering that waits for the next queue's confirm; this strategy requires this overflow behaviour. */
const safelyTo = (exchange: string) => ({
  'x-dead-letter-exchange': exchange,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

/**
 * Declares the exchanges, and the queues of the given categories with all they need. A publisher of tasks calls this, so that a task
 * waits for a worker instead of vanishing.
 */
export async function declareTasks(channel: Channel, categories: readonly string[]): Promise<void> {
  await channel.assertExchange(TASKS_EXCHANGE, 'topic', { durable: true });
  await channel.assertExchange(REPORTS_EXCHANGE, 'topic', { durable: true });
  await channel.assertExchange(CONTROL_EXCHANGE, 'fanout', { durable: true });
  await channel.assertExchange(POISON_EXCHANGE, 'fanout', { durable: true });
  await channel.assertQueue(DEAD_LETTER_QUEUE, {
    durable: true,
    arguments: { ...QUORUM, 'x-message-ttl': DEAD_LETTER_DAYS * 24 * 3600 * 1000 },
  });
  await channel.assertQueue(POISON_QUEUE, {
    durable: true,
    // RabbitMQ 4 has a delivery limit of its own; the message must not be dropped then either.
    arguments: { ...QUORUM, ...safelyTo(''), 'x-dead-letter-routing-key': DEAD_LETTER_QUEUE },
  });
  await channel.bindQueue(POISON_QUEUE, POISON_EXCHANGE, '');
  for (const category of categories) {
    await channel.assertQueue(taskQueue(category), {
      durable: true,
      arguments: { ...QUORUM, ...safelyTo(POISON_EXCHANGE), 'x-delivery-limit': MOST_LOSSES },
    });
    await channel.bindQueue(taskQueue(category), TASKS_EXCHANGE, `${category}.*`);
  }
}

/** Declares a queue for each delay. A message published to its exchange returns to the tasks after the delay, with the same routing key. */
export async function declareDelays(channel: Channel, delaysMs: readonly number[]): Promise<void> {
  for (const milliseconds of delaysMs) {
    const name = delayExchange(milliseconds);
    await channel.assertExchange(name, 'fanout', { durable: true });
    await channel.assertQueue(name, {
      durable: true,
      arguments: { ...QUORUM, ...safelyTo(TASKS_EXCHANGE), 'x-message-ttl': milliseconds },
    });
    await channel.bindQueue(name, name, '');
  }
}

/** The reports that the service must not miss; all its replicas consume this queue. */
export const SERVICE_QUEUE = 'convertd.service';
/** Progress reports, kept apart: a service that was away finds the last ones at most, and final reports do not wait behind them. */
export const SERVICE_PROGRESS_QUEUE = 'convertd.service.progress';
/** Progress that is older than this is dropped, ms. */
const PROGRESS_LIFE_MS = 10_000;
const MOST_PROGRESS = 5000;

/** Declares the two queues of the service. Call it before the service's first task is sent, so that no report finds them missing. */
export async function declareService(channel: Channel): Promise<void> {
  await channel.assertQueue(SERVICE_QUEUE, { durable: true, arguments: { ...QUORUM } });
  for (const status of ['completed', 'failed', 'canceled']) {
    await channel.bindQueue(SERVICE_QUEUE, REPORTS_EXCHANGE, reportRoutingKey('*', status));
  }
  await channel.assertQueue(SERVICE_PROGRESS_QUEUE, {
    durable: true,
    arguments: { 'x-message-ttl': PROGRESS_LIFE_MS, 'x-max-length': MOST_PROGRESS, 'x-overflow': 'drop-head' },
  });
  await channel.bindQueue(SERVICE_PROGRESS_QUEUE, REPORTS_EXCHANGE, reportRoutingKey('*', 'processing'));
}

/** Declares a queue of this connection alone that receives what is sent to all workers. @returns its name */
export async function declareControl(channel: Channel): Promise<string> {
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
  await channel.bindQueue(queue, CONTROL_EXCHANGE, '');
  return queue;
}

import { setTimeout } from 'node:timers/promises';
import { ConversionError } from '../../task/errors.ts';
import { failedReport } from '../../task/failed-report.ts';
import type { Task } from '../../task/types.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Ledger } from '../ledger.ts';
import { MOST_LOSSES } from '../queue.ts';
import { reportMessage } from '../report-message.ts';
import { deadLetter, publishFinal } from './acknowledge.ts';
import type { Delivery } from './delivery.ts';
import type { ReadTask } from './task-message.ts';

/* Messages that cannot be converted. Their sender is notified if the message names it, and they are dead-lettered for the operator. */

export interface UndeliverableServices {
  readonly ledger: Ledger;
  readonly log: Logger;
  /** Removes what aborted attempts have stored. */
  readonly removeOutputs: (task: Task) => Promise<void>;
}

/** Pause before the next try to settle a message if the store or the broker does not answer, ms. */
const PAUSE_MS = 5000;

/** Rejects a message that is not a task. */
export async function rejectMessage(
  delivery: Delivery,
  read: Extract<ReadTask, { ok: false }>,
  { log }: UndeliverableServices,
): Promise<void> {
  const reason = read.errors.map((error) => error.message).join(' ');
  log.warn({ task_id: read.taskId, job_id: read.jobId, reason }, 'message is not a task: moved to the dead letters');
  if (read.taskId !== null) {
    const report = failedReport({ id: read.taskId, job_id: read.jobId }, ...read.errors);
    await publishFinal(delivery, reportMessage(report, delivery.attempt, 1));
  }
  await deadLetter(delivery, reason);
}

/** Reports as failed a task whose worker was lost each time it was delivered. Tries again until that works. */
export async function reportPoison(delivery: Delivery, task: Task, services: UndeliverableServices): Promise<void> {
  while (delivery.live) {
    try {
      return await settlePoison(delivery, task, services);
    } catch (error) {
      services.log.error({ err: error, task_id: task.id }, 'task that lost its workers could not be reported yet');
      await setTimeout(PAUSE_MS);
    }
  }
}

async function settlePoison(delivery: Delivery, task: Task, services: UndeliverableServices): Promise<void> {
  const lost = reportMessage(failedReport(task, workerLost(task)), attemptAfterAll(delivery), 1);
  const final = await services.ledger.recordFinal(lost, null);
  if (final === null) await services.removeOutputs(task);
  if (final?.sent !== true) {
    const report = final?.report ?? lost;
    await publishFinal(delivery, report);
    await services.ledger.recordSent(task.id);
  }
  // A worker that had only lost its connection finished the task after all, so there is nothing for the operator to look at.
  if (final?.report.status === 'completed') return delivery.ack();
  services.log.error(
    { task_id: task.id, job_id: task.job_id },
    'task lost its worker each time: moved to the dead letters',
  );
  await deadLetter(delivery, 'The worker was lost each time the task was delivered.');
}

/** A number above that of all attempts made, so that the report is in order. The broker's count ends with the task queue. */
const attemptAfterAll = (delivery: Delivery) => delivery.attempt + MOST_LOSSES + 1;

function workerLost(task: Task): ConversionError {
  const message =
    'Each worker that tried the conversion was lost while it ran, so it was given up. The operator finds the task among the dead letters.';
  return new ConversionError('worker_lost', message, { idSource: task.conversion.id });
}

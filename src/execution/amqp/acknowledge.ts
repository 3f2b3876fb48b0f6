import { currentTraceparent } from '../../util/trace.ts';
import type { ReportMessage } from '../report-message.ts';
import { publishDeadLetter } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { finalReportId, HEADERS, MESSAGE_TYPES, traceHeader } from './messages.ts';
import { delayExchange, REPORTS_EXCHANGE, reportRoutingKey, TASKS_EXCHANGE } from './topology.ts';

/*
 * How a delivery can end. Each function publishes first and acknowledges when the broker has confirmed, so that a crash in between
 * repeats something instead of losing it. All throw PublishError if the broker is gone: it then still has the message and delivers it
 * again.
 */

/** Sends a progress report. It is worth nothing later, so this does not wait for it, and it may be lost. */
export function publishProgress(delivery: Delivery, report: ReportMessage): void {
  delivery.publisher
    .publish({
      ...reportEnvelope(delivery, report),
      messageId: `${report.task_id}.${report.attempt}.${report.sequence}`,
      transient: true,
    })
    .catch(() => {});
}

export async function publishFinal(delivery: Delivery, report: ReportMessage): Promise<void> {
  await delivery.publisher.publish({ ...reportEnvelope(delivery, report), messageId: finalReportId(report.task_id) });
}

/** Returns the task to its queue at once, for any worker. This does not count against the delivery limit. */
export async function returnToQueue(delivery: Delivery, nextAttempt: number): Promise<void> {
  await republish(delivery, TASKS_EXCHANGE, {
    [HEADERS.returns]: delivery.returns + 1,
    [HEADERS.attempt]: nextAttempt,
  });
}

/** Returns the task to its queue after a pause, because what failed may work by then. */
export async function retryLater(delivery: Delivery, delayMs: number): Promise<void> {
  await republish(delivery, delayExchange(delayMs), {
    [HEADERS.retries]: delivery.retries + 1,
    [HEADERS.attempt]: delivery.attempt + 1,
  });
}

/** Moves the message unchanged to the dead letters, where the operator finds it. */
export async function deadLetter(delivery: Delivery, reason: string): Promise<void> {
  const { content: body, headers, messageId } = delivery;
  const message = { body, headers, messageId: messageId ?? '', type: MESSAGE_TYPES.task };
  await publishDeadLetter(delivery.publisher, message, reason);
  delivery.ack();
}

function reportEnvelope({ traceparent }: Delivery, report: ReportMessage) {
  return {
    exchange: REPORTS_EXCHANGE,
    routingKey: reportRoutingKey(report.job_id, report.status),
    body: report,
    type: MESSAGE_TYPES.report,
    // A worker that is not traced itself passes on the trace it received.
    headers: traceHeader(currentTraceparent() ?? traceparent),
  };
}

async function republish(delivery: Delivery, exchange: string, headers: Record<string, unknown>): Promise<void> {
  await delivery.publisher.publish({
    exchange,
    routingKey: delivery.routingKey,
    body: delivery.content,
    messageId: delivery.messageId ?? '',
    type: MESSAGE_TYPES.task,
    // The broker restarts its own count with each message.
    headers: { ...delivery.headers, ...headers, [HEADERS.losses]: delivery.losses },
    mustArrive: true,
  });
  delivery.ack();
}

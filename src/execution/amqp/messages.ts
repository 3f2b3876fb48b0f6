import { TASK_SCHEMA } from '../../task/schema.ts';
import type { Task } from '../../task/types.ts';
import { MESSAGE_VERSION } from '../report-message.ts';

/** Size of the largest task message, bytes: the default limit of RabbitMQ 4, which closes the channel of a sender that exceeds it. */
export const MAX_TASK_BYTES = 16 * 2 ** 20;

/** A task as it is sent: the task document and the version of its format. */
export interface TaskMessage extends Task {
  version: number;
}

/** A message to workers that is not a task, sent through the control exchange. */
export interface ControlMessage {
  version: number;
  type: 'cancel';
  /** Id of the first task. Workers of earlier versions know only this field. */
  task_id: string;
  /** Ids of all tasks; without it, there is only one. */
  task_ids?: readonly string[];
  /** The sender has recorded the cancellation for workers that get the task later. Default: each receiver records it. */
  recorded?: boolean;
}

/** Headers of a task message that convertd itself sets. */
export const HEADERS = {
  /** How often the task was returned for a later try after a transient error. */
  retries: 'x-convertd-retries',
  /** How often a worker gave the task back because it had no free slot or was shutting down. */
  returns: 'x-convertd-returns',
  /** How often a worker was lost while it had the task, before the task got this message. */
  losses: 'x-convertd-losses',
  /** Number of the attempt that the first delivery of this message is; default 1. */
  attempt: 'x-convertd-attempt',
  /** When the task was sent, ms since 1970. The AMQP timestamp has whole seconds only. */
  sentAt: 'x-convertd-sent-at',
  /** Set if the sender may have missed the end of the task and sends it again: the final report is then sent once more. */
  reportAgain: 'x-convertd-tell-again',
  /**
   * Owner of the task. A pooled process works for one owner only. Senders that serve several customers set it to any text that
   * distinguishes them; all tasks without it have the same owner.
   */
  owner: 'x-convertd-owner',
  /** W3C Trace Context of the sender of a task or a report, if it is traced. */
  traceparent: 'traceparent',
  /** Why a message is among the dead letters. */
  reason: 'x-convertd-reason',
} as const;

/** Returns the header that continues a trace, or no header if there is no trace. */
export const traceHeader = (traceparent: string | null): Readonly<Record<string, string>> =>
  traceparent === null ? {} : { [HEADERS.traceparent]: traceparent };

/** @returns null if the message has no such header */
export function traceparentOf(headers: Readonly<Record<string, unknown>> | undefined): string | null {
  const value = headers?.[HEADERS.traceparent];
  return typeof value === 'string' ? value : null;
}

/** AMQP `type` property of each kind of message. */
export const MESSAGE_TYPES = { task: 'convertd.task', report: 'convertd.report', control: 'convertd.control' } as const;

/** Id of a task's final report; a repeat has the same. */
export const finalReportId = (taskId: string): string => `${taskId}.final`;

/** @returns null if the body is not a control message of this version */
export function readControlMessage(content: Buffer): ControlMessage | null {
  try {
    const message = JSON.parse(content.toString('utf8')) as Partial<ControlMessage> | null;
    if (message?.type !== 'cancel' || (message.version ?? MESSAGE_VERSION) !== MESSAGE_VERSION) return null;
    const ids: unknown = message.task_ids ?? [message.task_id];
    if (!Array.isArray(ids) || !ids.every(isTaskId)) return null;
    const [first] = ids;
    if (first === undefined) return null;
    const recorded = message.recorded === true;
    return { version: MESSAGE_VERSION, type: 'cancel', task_id: first, task_ids: ids, recorded };
  } catch {
    return null;
  }
}

const TASK_ID = new RegExp(TASK_SCHEMA.properties.id.pattern);
const isTaskId = (value: unknown): value is string => typeof value === 'string' && TASK_ID.test(value);

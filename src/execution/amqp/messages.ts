import { TASK_SCHEMA } from '../../task/schema.ts';
import type { Task } from '../../task/types.ts';
import { MESSAGE_VERSION } from '../report-message.ts';

/** The largest task that travels, bytes: what RabbitMQ 4 takes by default. It closes the channel of whoever sends more. */
export const MAX_TASK_BYTES = 16 * 2 ** 20;

/** A task as it travels: the task document and the version of its form. */
export interface TaskMessage extends Task {
  version: number;
}

/** What is sent to a worker besides tasks, by the control exchange. */
export interface ControlMessage {
  version: number;
  type: 'cancel';
  /** The first one. Workers of earlier versions know this field alone. */
  task_id: string;
  /** All of them; without it, there is one. */
  task_ids?: readonly string[];
  /** The sender has written it down for workers that get the task later; without it, whoever hears it does. */
  recorded?: boolean;
}

/** Headers of a task message that convertd itself sets on the way. */
export const HEADERS = {
  /** How often the task was put back for a later try, after a fault that may pass. */
  retries: 'x-convertd-retries',
  /** How often a worker gave the task back because it had no free slot or was shutting down. */
  returns: 'x-convertd-returns',
  /** How often the worker that had the task was lost, before the task got this message. */
  losses: 'x-convertd-losses',
  /** Number of the attempt that the first delivery of this message is; without it, 1. */
  attempt: 'x-convertd-attempt',
  /** When the task was sent, ms since 1970: the AMQP timestamp has whole seconds only. */
  sentAt: 'x-convertd-sent-at',
  /** Present on a task that its sender sends again because it may have missed the end: it is reported once more. */
  reportAgain: 'x-convertd-tell-again',
  /**
   * Whose task it is: processes that stay work for one owner alone. Senders that serve several customers set it, to any text that tells
   * one from another; tasks without it belong to one owner together.
   */
  owner: 'x-convertd-owner',
  /** W3C Trace Context of what sent a task or a report, where that is traced. */
  traceparent: 'traceparent',
  /** Why a message lies among the dead letters. */
  reason: 'x-convertd-reason',
} as const;

/** The header that carries on a trace; none if there is nothing to carry on. */
export const traceHeader = (traceparent: string | null): Readonly<Record<string, string>> =>
  traceparent === null ? {} : { [HEADERS.traceparent]: traceparent };

/** @returns null if a message came without */
export function traceparentOf(headers: Readonly<Record<string, unknown>> | undefined): string | null {
  const value = headers?.[HEADERS.traceparent];
  return typeof value === 'string' ? value : null;
}

/** AMQP `type` property of each kind of message. */
export const MESSAGE_TYPES = { task: 'convertd.task', report: 'convertd.report', control: 'convertd.control' } as const;

/** The one id of a task's final report: a repeat has the same. */
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

import type { OrderedReport, ThreadReport } from '../task/types.ts';

/** Version of every message that convertd sends and takes; a message without one is version 1. */
export const MESSAGE_VERSION = 1;

/**
 * A report as it is sent. The reports of a task are ordered by `attempt`, then `sequence`; if a task has to start again, its progress
 * counts from 0 with the next attempt. Exactly one report of a task is final; if the broker delivers it twice, both have the same
 * `message_id`.
 */
export interface ReportMessage extends OrderedReport {
  version: number;
  /** ISO 8601, UTC. */
  sent_at: string;
}

/** Returns the report in the form in which it is sent. */
export function reportMessage(report: ThreadReport, attempt: number, sequence: number): ReportMessage {
  return { version: MESSAGE_VERSION, ...report, attempt, sequence, sent_at: new Date().toISOString() };
}

/** @returns null if the body is not a report; convertd never sends one that is not */
export function readReportMessage(content: Buffer): ReportMessage | null {
  try {
    const report = JSON.parse(content.toString('utf8')) as Partial<ReportMessage> | null;
    return typeof report?.task_id === 'string' && typeof report.status === 'string' ? (report as ReportMessage) : null;
  } catch {
    return null;
  }
}

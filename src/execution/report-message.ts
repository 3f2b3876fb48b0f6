import type { OrderedReport, ThreadReport } from '../task/types.ts';

/** Version of every message that convertd sends and takes; a message without one is version 1. */
export const MESSAGE_VERSION = 1;

/**
 * A report as it travels. The reports of a task are in order by `attempt`, then `sequence`; a task that had to start again
 * counts its progress from 0 with the next attempt. Exactly one of a task's reports is final, and should the broker carry
 * it twice, both have the same `message_id`.
 */
export interface ReportMessage extends OrderedReport {
  version: number;
  /** ISO 8601, UTC. */
  sent_at: string;
}

/** The report in the form it travels in. */
export function reportMessage(report: ThreadReport, attempt: number, sequence: number): ReportMessage {
  return { version: MESSAGE_VERSION, ...report, attempt, sequence, sent_at: new Date().toISOString() };
}

/** @returns null if the body is not a report, which only others than convertd send */
export function readReportMessage(content: Buffer): ReportMessage | null {
  try {
    const report = JSON.parse(content.toString('utf8')) as Partial<ReportMessage> | null;
    return typeof report?.task_id === 'string' && typeof report.status === 'string' ? (report as ReportMessage) : null;
  } catch {
    return null;
  }
}

import { ERROR_CODES } from '../task/codes.ts';
import type { ThreadReport } from '../task/types.ts';

/** Why a conversion is stopped. `lost`: the task is not this process's any more. */
export type StopReason = 'canceled' | 'shutdown' | 'lost';

/** What becomes of a task after an attempt. */
export type NextStep =
  /** The report of the attempt is its final one. */
  | { readonly kind: 'report' }
  /** The attempt was cut off by this process and says nothing about the task. */
  | { readonly kind: 'return' }
  | { readonly kind: 'retry'; readonly delayMs: number };

/**
 * @param stopped why the conversion was stopped; null if it was not. One that ended nevertheless counts with its own result
 * @param delayMs pause before the next retry; undefined if none is left
 */
export function nextStep(
  report: ThreadReport,
  stopped: Exclude<StopReason, 'lost'> | null,
  delayMs: number | undefined,
): NextStep {
  if (stopped === 'shutdown' && report.status === 'canceled') return { kind: 'return' };
  if (delayMs !== undefined && mayPass(report)) return { kind: 'retry', delayMs };
  return { kind: 'report' };
}

/** Whether the same task may succeed later. */
function mayPass(report: ThreadReport): boolean {
  return report.status === 'failed' && report.errors.every(({ code }) => ERROR_CODES[code].transient);
}

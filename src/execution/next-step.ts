import { mayPass } from '../task/errors.ts';
import type { ThreadReport } from '../task/types.ts';

/** Why a conversion is stopped. `lost`: the task no longer belongs to this process. */
export type StopReason = 'canceled' | 'shutdown' | 'lost';

/** What happens to a task after an attempt. */
export type NextStep =
  /** The attempt's report is the final one. */
  | { readonly kind: 'report' }
  /** This process aborted the attempt, which says nothing about the task. */
  | { readonly kind: 'return' }
  | { readonly kind: 'retry'; readonly delayMs: number };

/**
 * @param stopped why the conversion was stopped; null if it was not. If it ended nevertheless, its own result counts
 * @param delayMs pause before the next retry; undefined if none is left
 */
export function nextStep(
  report: ThreadReport,
  stopped: Exclude<StopReason, 'lost'> | null,
  delayMs: number | undefined,
): NextStep {
  if (stopped === 'shutdown' && report.status === 'canceled') return { kind: 'return' };
  if (delayMs !== undefined && report.status === 'failed' && report.errors.every(mayPass))
    return { kind: 'retry', delayMs };
  return { kind: 'report' };
}

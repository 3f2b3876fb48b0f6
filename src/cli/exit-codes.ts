import type { Summary } from '../runner/run-all.ts';
import type { ErrorCode } from '../task/codes.ts';

/** Exit codes of the commands, documented in docs/command-line.md. */
export const EXIT = {
  completed: 0,
  failed: 1,
  badTask: 2,
  interrupted: 130,
  closedPipe: 141,
  terminated: 143,
} as const;

/** Errors in the request rather than in the conversion: nothing was started. */
const BAD_TASK: ReadonlySet<ErrorCode> = new Set([
  'task_invalid',
  'target_unknown',
  'option_invalid',
  'option_conflict',
  'preset_unknown',
]);

/** Returns the exit code of `run` and `convert`, unless a signal decided it. */
export function exitCode(summary: Pick<Summary, 'status' | 'errors'>): number {
  if (summary.status === 'completed') return EXIT.completed;
  return summary.errors.every((error) => BAD_TASK.has(error.code)) ? EXIT.badTask : EXIT.failed;
}

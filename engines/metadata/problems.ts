import type { ErrorCode, WarningCode } from '../../src/task/codes.ts';
import { ConversionError } from '../../src/task/errors.ts';

/** Errors that end the whole task, whatever else could be read: failures of the machine, and cancellation. */
const FATAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conversion_canceled',
  'disk_full',
  'internal',
  'sandbox_unavailable',
  'worker_lost',
]);

const DAMAGED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['input_damaged', 'input_wrong_type', 'engine_crashed']);

/**
 * Returns the warning for a failed reading, if the rest of the document is valid without it.
 * @throws the error if it is not a ConversionError, or ends the task
 */
export function warningOf(
  error: unknown,
  filename: string,
  signal: AbortSignal,
): { code: WarningCode; message: string } {
  if (!(error instanceof ConversionError) || FATAL.has(error.code) || signal.aborted) throw error;
  if (error.code === 'input_truncated') return { code: 'input_truncated', message: error.message };
  if (DAMAGED.has(error.code)) return { code: 'input_damaged', message: error.message };
  return { code: 'output_limited', message: `A part of ${filename} was not read. ${error.message}` };
}

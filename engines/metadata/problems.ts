import type { ErrorCode, WarningCode } from '../../src/task/codes.ts';
import { ConversionError } from '../../src/task/errors.ts';

/** What ends the whole task, whatever else could be read: the machine's own troubles, and who stopped it. */
const FATAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conversion_canceled',
  'disk_full',
  'internal',
  'sandbox_unavailable',
  'worker_lost',
]);

const DAMAGED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['input_damaged', 'input_wrong_type', 'engine_crashed']);

/**
 * The warning that a failed reading becomes: the rest of the document is good without it.
 * @throws the error where it is no ConversionError, or ends the task
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

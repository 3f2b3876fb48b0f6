import { ERROR_CODES, type ErrorCode } from '../../task/codes.ts';
import type { JobRow } from '../database/tables.ts';
import type { JobIssueDocument } from '../documents/schemas.ts';
import type { ServiceErrorName } from '../error-names.ts';
import { ServiceError } from '../errors.ts';

/** Refusals whose HTTP status stands for an error of a task when a request waits for it. Name and number stay those of the task. */
const REFUSALS = {
  task_invalid: 'invalid_request',
  target_unknown: 'invalid_request',
  option_invalid: 'invalid_request',
  option_conflict: 'invalid_request',
  option_unsupported: 'invalid_request',
  preset_unknown: 'invalid_request',

  engine_unavailable: 'unavailable',
  program_missing: 'unavailable',
  sandbox_unavailable: 'unavailable',
  disk_full: 'unavailable',
  output_store_failed: 'unavailable',
  output_store_refused: 'unavailable',
  colorize_model_unavailable: 'unavailable',
  speech_model_unavailable: 'unavailable',
  upscale_model_unavailable: 'unavailable',
  output_exists: 'unavailable',
  resources_exhausted: 'unavailable',

  input_source_unsupported: 'conversion_failed',
  input_address_refused: 'conversion_failed',
  input_not_found: 'conversion_failed',
  input_download_failed: 'conversion_failed',
  input_download_rejected: 'conversion_failed',
  input_download_timeout: 'conversion_timeout',
  input_too_large: 'too_large',
  input_redirect_refused: 'conversion_failed',
  input_credentials_refused: 'conversion_failed',

  input_empty: 'conversion_failed',
  input_truncated: 'conversion_failed',
  input_wrong_type: 'conversion_failed',
  input_damaged: 'conversion_failed',
  input_password_needed: 'conversion_failed',
  input_password_wrong: 'conversion_failed',
  input_unsafe: 'conversion_failed',
  input_bomb: 'too_large',
  input_count: 'conversion_failed',
  input_drm: 'conversion_failed',

  conversion_failed: 'conversion_failed',
  conversion_timeout: 'conversion_timeout',
  conversion_canceled: 'job_canceled',
  limit_memory: 'too_large',
  limit_processes: 'too_large',
  limit_file_size: 'too_large',
  limit_cpu: 'conversion_timeout',
  engine_crashed: 'conversion_failed',
  worker_lost: 'internal',
  content_lost: 'conversion_failed',
  digest_mismatch: 'conversion_failed',
  redaction_incomplete: 'conversion_failed',
  conversion_source_failed: 'conversion_failed',
  internal: 'internal',

  delivery_failed: 'conversion_failed',
  delivery_rejected: 'conversion_failed',
  delivery_credentials_refused: 'conversion_failed',
  delivery_address_refused: 'conversion_failed',
} as const satisfies Record<ErrorCode, ServiceErrorName>;

const CODES = new Map<number, ErrorCode>(
  Object.entries(ERROR_CODES).map(([code, { number }]) => [number, code as ErrorCode]),
);

/** Makes the refusal of a request whose job has failed or was canceled, from its first error, with all errors. */
export function failureOf(job: Pick<JobRow, 'id' | 'status'>, errors: readonly JobIssueDocument[]): ServiceError {
  const ended = { job: { id: job.id, errors: [...errors] } };
  if (job.status === 'canceled') {
    return new ServiceError('job_canceled', 'The job was canceled before it had ended.', ended);
  }
  const [first] = errors;
  const code = first && CODES.get(first.code);
  if (first === undefined || code === undefined) {
    return new ServiceError('conversion_failed', 'The job has failed.', ended);
  }
  const message = errors.map((error) => error.message).join(' ');
  return new ServiceError(REFUSALS[code], message, { ...ended, task: { name: code, code: first.code } });
}

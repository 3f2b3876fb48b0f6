import type { JobIssueDocument } from './documents/schemas.ts';

/**
 * Why requests are refused, by a name that stays: several have one HTTP status (interface.md, Errors; 410 is WIRE's for downloads
 * that are gone).
 */
export const SERVICE_ERRORS = {
  invalid_request: { status: 400, meaning: 'The request is invalid; `errors` says where.' },
  invalid_json: { status: 400, meaning: 'The body is not JSON.' },
  invalid_http: { status: 400, meaning: 'The request is not HTTP, or its address cannot be decoded.' },
  incomplete_body: { status: 400, meaning: 'The request ended in the middle of the file.' },
  not_supported: { status: 400, meaning: 'The interface defines it, but this service does not support it.' },
  secret_not_stored: { status: 400, meaning: 'The body has `********` where no secret is stored: send the secret.' },
  unauthorized: { status: 401, meaning: 'The API key or job token is missing, wrong, or not for this.' },
  other_origin: { status: 401, meaning: 'A page of another origin asked, and the request has no key of its own.' },
  download_password_required: { status: 401, meaning: 'The file has a password, and the request has none.' },
  download_password_wrong: { status: 401, meaning: 'The password is not that of the file.' },
  inputs_beyond_contract: { status: 402, meaning: 'More inputs, or larger ones, than the contract allows.' },
  credits_used_up: { status: 402, meaning: 'The job needs more credits than are left.' },
  too_many_open_jobs: { status: 402, meaning: 'The contract allows no more jobs that wait to be started.' },
  too_many_presets: { status: 402, meaning: 'The key has the maximum number of presets.' },
  no_such_address: { status: 404, meaning: 'There is nothing at this address.' },
  no_such_job: { status: 404, meaning: 'The job does not exist, or belongs to another key.' },
  no_such_input: { status: 404, meaning: 'The job has no such input.' },
  no_such_conversion: { status: 404, meaning: 'The job has no such conversion.' },
  no_such_output: { status: 404, meaning: 'The job has no such output.' },
  no_such_preset: { status: 404, meaning: 'The preset does not exist, or does not belong to the key.' },
  no_such_upload: { status: 404, meaning: 'The job has no such upload to resume; it may have expired.' },
  no_such_file: { status: 404, meaning: 'No file has this address.' },
  wrong_method: { status: 405, meaning: 'The address does not have this method; Allow lists those it has.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  wrong_job_status: { status: 409, meaning: 'The status of the job does not allow the change.' },
  download_ended: { status: 409, meaning: 'The output can no longer be downloaded, so it cannot be changed.' },
  conversion_in_use: { status: 409, meaning: 'Other conversions use the output of this one.' },
  job_canceled: { status: 409, meaning: 'The job was canceled while the request waited for it.' },
  too_many_filenames: { status: 409, meaning: 'The output has reached the maximum number of names.' },
  preset_exists: { status: 409, meaning: 'The key has a preset of this name for this target.' },
  idempotency_key_used: { status: 409, meaning: 'The Idempotency-Key was used with a different body.' },
  wrong_upload_offset: {
    status: 409,
    meaning: 'The offset does not match the bytes received; Upload-Offset has the right one.',
  },
  upload_taken_over: { status: 409, meaning: 'Another request has taken over this upload.' },
  uploads_compete: { status: 409, meaning: 'Too many uploads fill the job at once: send the file again.' },
  download_expired: { status: 410, meaning: 'The time for downloads of this file is over.' },
  download_disabled: { status: 410, meaning: 'The file was deleted, or its download disabled.' },
  file_gone: { status: 410, meaning: 'The file is no longer in the store.' },
  tus_version: { status: 412, meaning: 'The request is not tus 1.0.0; Tus-Version lists the supported versions.' },
  too_large: { status: 413, meaning: 'The body is larger than the limit.' },
  unsupported_media_type: { status: 415, meaning: 'The type of the body is not supported.' },
  no_such_range: { status: 416, meaning: 'The file has no such range.' },
  conversion_failed: {
    status: 422,
    meaning: 'The files could not be converted, or not delivered; the errors of `job` say why.',
  },
  upload_busy: { status: 423, meaning: 'Another request is sending bytes of this upload.' },
  too_many_uploads: { status: 429, meaning: 'The job has too many unfinished uploads.' },
  too_many_requests: { status: 429, meaning: 'The contract allows no more concurrent requests.' },
  too_many_running_jobs: { status: 429, meaning: 'The contract allows no more running jobs.' },
  too_many_guesses: { status: 429, meaning: 'Too many wrong keys, tokens or passwords came from this address.' },
  headers_too_large: { status: 431, meaning: 'The headers of the request are too large.' },
  checksum_mismatch: { status: 460, meaning: 'The bytes do not have the checksum that was sent with them.' },
  internal: { status: 500, meaning: 'A bug in the service; its log has the details.' },
  unavailable: {
    status: 503,
    meaning: 'The service is starting or stopping, or cannot reach its database or its files.',
  },
  conversion_timeout: { status: 504, meaning: 'The conversion did not end within its time limit.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ServiceErrorName = keyof typeof SERVICE_ERRORS;

/** What programs tell an error by, in its body. */
interface Reason {
  readonly name: string;
  readonly code: number;
}

/** The job that a request has made and waited for, and why it brought nothing. */
interface FailedJob {
  readonly id: string;
  readonly errors: JobIssueDocument[];
}

/** What a request is answered with when it cannot be done; the one way a route or a rule refuses. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  readonly reason: Reason;
  /** By field: what is wrong with it. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly job: FailedJob | undefined;

  /** @param init `task`: the reason is that of an error of a task (src/task/codes.ts), under the HTTP status of `name` */
  constructor(
    name: ServiceErrorName,
    message: string,
    init: {
      task?: Reason;
      errors?: Record<string, string>;
      headers?: Record<string, string>;
      job?: FailedJob;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: init.cause });
    const { status } = SERVICE_ERRORS[name];
    this.status = status;
    this.reason = init.task ?? { name, code: status };
    this.errors = init.errors;
    this.headers = init.headers ?? {};
    this.job = init.job;
  }
}

/** The refusal of a request for one field of it. @param what could not be done: the beginning of a sentence */
export const refusedField = (field: string, problem: string, what: string) =>
  new ServiceError('invalid_request', `${what}: ${field} ${problem}.`, { errors: { [field]: problem } });

/** The body of the answer (WIRE: HTTP error body). */
export const errorBody = ({ reason: { name, code }, message, errors, job }: ServiceError) => ({
  code,
  name,
  message,
  ...(errors && { errors: { ...errors } }),
  ...(job && { job }),
});

/** Also for a job of another key: which of the two must not show. */
export const noSuchJob = () => new ServiceError('no_such_job', 'There is no such job.');

import type { JobIssueDocument } from './documents/schemas.ts';
import { SERVICE_ERRORS, type ServiceErrorName } from './error-names.ts';

/** What programs recognize an error by, in its body. */
interface Reason {
  readonly name: string;
  readonly code: number;
}

/** The job that a request has made and waited for, and its errors. */
interface FailedJob {
  readonly id: string;
  readonly errors: JobIssueDocument[];
}

/** The answer to a request that cannot be fulfilled. Routes and rules refuse only by throwing this. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  readonly reason: Reason;
  /** Field to what is wrong with it. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly job: FailedJob | undefined;

  /** @param init `task`: the reason is an error of a task (src/task/codes.ts), with the HTTP status of `name` */
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

/** Makes the refusal of a request because of one field. @param what what could not be done: the beginning of a sentence */
export const refusedField = (field: string, problem: string, what: string) =>
  new ServiceError('invalid_request', `${what}: ${field} ${problem}.`, { errors: { [field]: problem } });

/** Returns the body of the answer (docs/interface.md, Errors). */
export const errorBody = ({ reason: { name, code }, message, errors, job }: ServiceError) => ({
  code,
  name,
  message,
  ...(errors && { errors: { ...errors } }),
  ...(job && { job }),
});

/** Also used for a job of another key: the answer must not show which. */
export const noSuchJob = () => new ServiceError('no_such_job', 'There is no such job.');

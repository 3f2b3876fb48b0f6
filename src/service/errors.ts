/** What a request is answered with when it cannot be done; the one way a route or the model refuses. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  /** Stable number of the body, next to those of tasks (src/task/codes.ts). */
  readonly code: number;
  /** By field: what is wrong with it. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ServiceErrorKind,
    message: string,
    init: { code?: number; errors?: Record<string, string>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: init.cause });
    const { status, code } = SERVICE_ERRORS[kind];
    this.status = status;
    this.code = init.code ?? code;
    this.errors = init.errors;
    this.headers = init.headers ?? {};
  }
}

/** interface.md, Errors; 410 is WIRE's for downloads that are gone. */
export const SERVICE_ERRORS = {
  invalid: { status: 400, code: 400, meaning: 'The request is not as it should be; errors says where.' },
  unauthorized: { status: 401, code: 401, meaning: 'The API key or job token is missing, wrong, or not for this.' },
  quota: { status: 402, code: 402, meaning: 'A limit of the contract is used up.' },
  not_found: { status: 404, code: 404, meaning: 'There is no such thing, or it is not yours.' },
  method: { status: 405, code: 405, meaning: 'The address does not have this method; Allow lists those it has.' },
  conflict: { status: 409, code: 409, meaning: 'The status of the job does not allow the change.' },
  gone: { status: 410, code: 410, meaning: 'The download has expired or was disabled.' },
  too_large: { status: 413, code: 413, meaning: 'The body is larger than the limit.' },
  media_type: { status: 415, code: 415, meaning: 'The body is not of a type that is read here.' },
  range: { status: 416, code: 416, meaning: 'The file has no such range.' },
  busy: { status: 429, code: 429, meaning: 'Too many requests or jobs at a time for the contract.' },
  internal: { status: 500, code: 500, meaning: 'A defect of the service itself; its log has the details.' },
  unavailable: { status: 503, code: 503, meaning: 'The service starts or stops.' },
} as const satisfies Record<string, { status: number; code: number; meaning: string }>;

/** Also for a job of another key: which of the two must not show. */
export const noSuchJob = () => new ServiceError('not_found', 'There is no such job.');

export type ServiceErrorKind = keyof typeof SERVICE_ERRORS;

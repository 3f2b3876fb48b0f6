import { ErrorBody } from '../documents/schemas.ts';

/** Error statuses of refused requests; errors.ts explains them. */
type RefusalStatus = 401 | 402 | 404 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 423 | 460 | 504;

/** Statuses that any request can be refused with: it is malformed, there are too many, or the service fails. */
const OF_ANY = [400, 429, 500, 503] as const;

/** Refusals of requests about a job: no credentials for it, or no such job. */
export const OF_JOB = [401, 404] as const;
/** Refusals of requests with a body: too large, or of an unsupported type. */
export const OF_BODY = [413, 415] as const;

/** Returns the refusals for a route's `response`, by status, including those of any request. */
export function refusals<Status extends RefusalStatus>(
  ...statuses: readonly Status[]
): Record<Status | (typeof OF_ANY)[number], typeof ErrorBody> {
  const all: readonly (Status | (typeof OF_ANY)[number])[] = [...statuses, ...OF_ANY];
  return Object.fromEntries(all.map((status) => [status, ErrorBody])) as ReturnType<typeof refusals<Status>>;
}

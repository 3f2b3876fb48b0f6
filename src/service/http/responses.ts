import { ErrorBody } from '../documents/schemas.ts';

/** Statuses with which a request can be refused, as errors.ts explains them. */
type RefusalStatus = 401 | 402 | 404 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 423 | 460 | 504;

/** What any request can be answered with instead: it is not a request as it should be, there are too many, or the service fails. */
const OF_ANY = [400, 429, 500, 503] as const;

/** Refusals of requests about a job: without credentials for it, or where it is not there. */
export const OF_JOB = [401, 404] as const;
/** Refusals of requests with a body: too large, or of another type. */
export const OF_BODY = [413, 415] as const;

/**
 * The part of a route's response schemas that is about refusals; those of any request are added.
 * @returns by status, for the route's `response`
 */
export function refusals<Status extends RefusalStatus>(
  ...statuses: readonly Status[]
): Record<Status | (typeof OF_ANY)[number], typeof ErrorBody> {
  const all: readonly (Status | (typeof OF_ANY)[number])[] = [...statuses, ...OF_ANY];
  return Object.fromEntries(all.map((status) => [status, ErrorBody])) as ReturnType<typeof refusals<Status>>;
}

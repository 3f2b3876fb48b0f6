import { createHash } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { requestDigest } from '../secrets/sealed-columns.ts';

/** A request to create a job that may be repeated, as after a lost answer. */
export interface IdempotentRequest {
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  /** Digest of what it asks for. */
  readonly digest: string;
}

/**
 * Reads the header `Idempotency-Key`. Null if there is none.
 * @param body parsed body of the request: the order of its fields does not matter
 * @throws ServiceError 400
 */
export function idempotentRequest(header: string | string[] | undefined, body: unknown): IdempotentRequest | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw new ServiceError(
      'invalid_request',
      'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
      {
        errors: { 'Idempotency-Key': 'must be 1 to 255 printable ASCII characters' },
      },
    );
  }
  return {
    key: header,
    digest: createHash('sha256')
      .update(JSON.stringify(inOrder(body)))
      .digest('hex'),
  };
}

/** Returns the value with fields in alphabetical order. Bodies are nested only a few levels deep (validation.ts). */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, inner]) => [name, inOrder(inner)]);
}

/** Returns the columns of the job that such a request makes. The digest is sealed: a short password in it could be guessed. */
export const idempotencyColumns = (
  jobId: string,
  request: IdempotentRequest | null,
  { secrets }: Pick<ServiceContext, 'secrets'>,
): Pick<JobRow, 'idempotency_key' | 'idempotency_body'> => ({
  idempotency_key: request?.key ?? null,
  idempotency_body: request === null ? null : requestDigest.seal(secrets, jobId, request.digest),
});

/** Finds the job that a request has made before. Null if there is none. Throws ServiceError 409 if that request was different. */
export async function madeBefore(
  transact: Transact,
  keyId: string,
  request: IdempotentRequest,
  { secrets }: Pick<ServiceContext, 'secrets'>,
): Promise<JobRow | null> {
  const job = await transact
    .selectFrom('jobs')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst();
  if (job === undefined) return null;
  if (job.idempotency_body === null || requestDigest.open(secrets, job.id, job.idempotency_body) !== request.digest) {
    throw new ServiceError('idempotency_key_used', 'This Idempotency-Key was used for another job; take a new one.', {
      errors: { 'Idempotency-Key': 'was used with another body' },
    });
  }
  return job;
}

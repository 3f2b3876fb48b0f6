import { ConversionError } from '../../task/errors.ts';

/** The SDK's description of a failed request: the server's code or the kind of network error, and the status. */
interface S3Failure {
  readonly name: string;
  /** Null if there was no answer. */
  readonly status: number | null;
}

const BAD_KEYS: ReadonlySet<string> = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
]);

const DAMAGED: ReadonlySet<string> = new Set(['BadDigest', 'InvalidDigest', 'XAmzContentSHA256Mismatch']);

const FULL: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

/**
 * Returns the store's error for a failed request, or a failed reading of what was to be stored.
 * @param what what failed: `The output "a.mp3" could not be stored`
 */
export function s3StoreError(thrown: unknown, what: string, bucket: string): ConversionError {
  if (thrown instanceof ConversionError) return thrown;
  const failure = s3Failure(thrown);
  const init = { cause: thrown, log: logText(thrown, failure) };
  if (failure === null) {
    return new ConversionError('output_store_failed', `${what}: it could not be read or is not a regular file.`, init);
  }
  if (FULL.has(failure.name) || failure.status === 507) {
    return new ConversionError('disk_full', `${what}: there is no space left in bucket "${bucket}".`, init);
  }
  return new ConversionError('output_store_failed', `${what}: ${explain(failure, bucket)}.`, init);
}

/** Whether the object, not the bucket, is missing. */
export function isMissingKey(thrown: unknown): boolean {
  const name = thrown instanceof Error ? thrown.name : '';
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** Null if the error does not come from a request to the store. */
export function s3Failure(thrown: unknown): S3Failure | null {
  if (!(thrown instanceof Error)) return null;
  const { name } = thrown;
  if (name === 'CredentialsProviderError') return { name, status: null };
  // The SDK adds $metadata to every error of a request; network errors have no status in it.
  if (!('$metadata' in thrown) || typeof thrown.$metadata !== 'object' || thrown.$metadata === null) return null;
  const status = 'httpStatusCode' in thrown.$metadata ? thrown.$metadata.httpStatusCode : null;
  return { name, status: typeof status === 'number' ? status : null };
}

function explain({ name, status }: S3Failure, bucket: string): string {
  if (name === 'CredentialsProviderError') {
    return `there are no S3 credentials for bucket "${bucket}"; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
  }
  if (name === 'NoSuchBucket') return `bucket "${bucket}" does not exist`;
  if (BAD_KEYS.has(name)) return `the S3 server does not accept the credentials for bucket "${bucket}" (${name})`;
  if (DAMAGED.has(name)) return `it was damaged on its way to bucket "${bucket}"`;
  if (status === null) return `the S3 server of bucket "${bucket}" cannot be reached or does not answer`;
  if (status === 401 || status === 403) return `the S3 server denies access to bucket "${bucket}" (HTTP ${status})`;
  if (status >= 500 || status === 429) return `bucket "${bucket}" is not available now (HTTP ${status})`;
  return `bucket "${bucket}" refuses the request (HTTP ${status})`;
}

function logText(thrown: unknown, failure: S3Failure | null): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return failure === null ? message : `${failure.name} ${failure.status ?? ''}: ${message}`;
}

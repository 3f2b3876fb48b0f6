import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { type Environment, environment } from '../../settings/read.ts';

/**
 * What keeps a dead store from holding a task for long: three attempts, each of at most these milliseconds without an
 * answer. The SDK begins to count three seconds late; with that and its pauses a silent server is given up after 45 s.
 */
const ATTEMPTS = 3;
const CONNECT_MS = 5_000;
const IDLE_MS = 12_000;

/** Servers other than AWS know buckets by path, and check no region unless one is set. */
const REGION_OF_OTHER_SERVERS = 'us-east-1';

let shared: Promise<S3Client> | undefined;

/** The client that all stores and inputs of this process share; made, and the SDK loaded, by the first that asks. */
export function sharedS3Client(): Promise<S3Client> {
  shared ??= createS3Client(environment());
  return shared;
}

/**
 * A client with the settings of the environment: AWS_* as in every AWS SDK, and S3_PATH_STYLE (`true` or `false`; without
 * it, buckets are in the path where an endpoint is set, and in the host name on AWS). The SDK reads the credentials
 * itself, from the environment or wherever else its chain finds them.
 */
export async function createS3Client(env: Environment): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client(clientConfig(env));
}

function clientConfig(env: Environment): S3ClientConfig {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint && REGION_OF_OTHER_SERVERS);
  return {
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    forcePathStyle: env.S3_PATH_STYLE ? env.S3_PATH_STYLE !== 'false' : Boolean(endpoint),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    // Content-MD5, which every server checks, replaces the newer checksums, whose trailers many servers refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a new connection for every part.
    expectContinueHeader: false,
  };
}

import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { COMMON } from '../../settings/common.ts';
import { type Environment, environment, readSetting } from '../../settings/read.ts';

/**
 * Keeps a dead store from holding a task for long: three attempts, each of at most these milliseconds without an answer. The SDK begins to
 * count three seconds late; with that and its pauses it gives up on a silent server after 45 s.
 */
const ATTEMPTS = 3;
const CONNECT_MS = 5_000;
const IDLE_MS = 12_000;

/** Servers other than AWS have buckets in the path, and check no region unless one is set. */
const REGION_OF_OTHER_SERVERS = 'us-east-1';

let shared: Promise<S3Client> | undefined;

/** Returns the client that all stores and inputs of this process share. The first call creates it and loads the SDK. */
export function sharedS3Client(): Promise<S3Client> {
  shared ??= createS3Client(environment());
  return shared;
}

/**
 * Creates a client with the settings of the environment: AWS_* as in every AWS SDK, and S3_PATH_STYLE (`true` or `false`; without it,
 * buckets are in the path if an endpoint is set, and in the host name on AWS). The SDK reads the credentials itself, from the environment
 * or elsewhere in its chain, except a secret key in a file. Throws Error if that cannot be read.
 */
export async function createS3Client(env: Environment): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client(clientConfig(env));
}

function clientConfig(env: Environment): S3ClientConfig {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint && REGION_OF_OTHER_SERVERS);
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY
    ? null
    : readSetting('AWS_SECRET_ACCESS_KEY', COMMON.AWS_SECRET_ACCESS_KEY, env);
  const accessKeyId = env.AWS_ACCESS_KEY_ID;
  return {
    ...(accessKeyId && secretAccessKey !== null && { credentials: { accessKeyId, secretAccessKey } }),
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    forcePathStyle: env.S3_PATH_STYLE ? env.S3_PATH_STYLE !== 'false' : Boolean(endpoint),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    // Content-MD5, which every server checks, replaces the newer checksums, whose trailers many servers refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // This would open a new connection for every part.
    expectContinueHeader: false,
  };
}

import type { S3Client } from '@aws-sdk/client-s3';
import type { AddressGuard } from '../fetch/address-guard.ts';
import { DEFAULT_FETCH_LIMITS } from '../fetch/fetch-limits.ts';
import { guardedAgents } from '../fetch/guarded-agents.ts';
import { partsOfStream } from '../file-parts.ts';
import { s3Failure } from '../s3/s3-errors.ts';
import { parseS3Url, type S3Location, s3Url } from '../s3/s3-location.ts';
import { presignedLink } from '../s3/s3-presign.ts';
import { uploadFile } from '../s3/s3-upload.ts';
import { type CloudFields, type CloudProvider, FieldError } from './contract.ts';
import { CloudError, type CloudSubject, networkError, statusError } from './errors.ts';
import { given, serverUrl } from './fields.ts';
import { download } from './http.ts';

const DEFAULT_REGION = 'us-east-1';
const ATTEMPTS = 3;
const CONNECT_MS = 10_000;
/** How long a stopped upload may take to be removed, ms: some of its requests cannot be aborted. */
const STOP_MS = 5_000;

interface Access {
  readonly region: string;
  readonly endpoint: URL;
  readonly forcePathStyle: boolean;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** Amazon S3 and servers with its protocol. */
export const amazonS3: CloudProvider = {
  title: 'Amazon S3',
  parameters: {
    bucket: { required: true, description: 'Name of the bucket' },
    file: { required: true, description: 'Key of the object' },
    region: { description: `Region of the bucket; ${DEFAULT_REGION} if left out` },
    host: { description: 'A server other than AWS: its host with or without port, asked by https, or its URL' },
  },
  credentials: {
    accesskeyid: { required: true, description: 'Access key id' },
    secretaccesskey: { required: true, description: 'Secret access key' },
    sessiontoken: { description: 'Session token of temporary credentials' },
  },
  open(parameters, credentials) {
    const location = locationOf(parameters);
    const access = accessOf(parameters, credentials);
    const subject: CloudSubject = {
      title: 'Amazon S3',
      label: `${JSON.stringify(location.key)} in bucket ${JSON.stringify(location.bucket)}`,
      parameters: 'parameters.bucket, parameters.file and parameters.region',
      credentials: 'credentials.accesskeyid and credentials.secretaccesskey',
    };
    return {
      async fetch(path, options) {
        const client = await connect(access, null);
        try {
          const { totalMs } = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
          return await download({ url: await presignedLink(client, location, totalMs) }, path, options, subject);
        } finally {
          client.destroy();
        }
      },
      async put(content, size, { guard, signal, contentType, idleMs }) {
        signal.throwIfAborted();
        const ending = endingGuard(guard);
        const client = await connect(access, { guard: ending.guard, idleMs });
        const stop = () => ending.after(STOP_MS, () => client.destroy());
        signal.addEventListener('abort', stop);
        try {
          await uploadFile(partsOfStream(content), size, { client, target: location, contentType, signal });
        } catch (error) {
          signal.throwIfAborted();
          throw storageError(error, subject);
        } finally {
          signal.removeEventListener('abort', stop);
          ending.cancel();
          client.destroy();
        }
      },
    };
  },
};

function locationOf(parameters: CloudFields): S3Location {
  const bucket = given(parameters, 'bucket');
  const key = given(parameters, 'file').replace(/^\/+/, '');
  if (key === '' || key.endsWith('/')) throw new FieldError('parameters.file', 'must name a file, not a folder');
  // Names follow the rules of s3: URLs. A slash in the bucket would make its end a part of the key.
  const parsed = parseS3Url(s3Url({ bucket, key }));
  if (parsed.ok && parsed.location.bucket === bucket) return parsed.location;
  if (parsed.ok || parsed.reason.includes('bucket')) throw new FieldError('parameters.bucket', 'is not a valid name');
  throw new FieldError('parameters.file', `is not a key: ${parsed.reason}`);
}

function accessOf(parameters: CloudFields, credentials: CloudFields): Access {
  const { region = DEFAULT_REGION, host } = parameters;
  if (!/^[a-z\d-]{1,64}$/i.test(region)) throw new FieldError('parameters.region', 'is not a region such as eu-west-1');
  const { sessiontoken } = credentials;
  return {
    region,
    // Always set: without it, the SDK uses the server that this process's environment names.
    endpoint: host === undefined ? awsServer(region) : serverUrl(host, 'parameters.host'),
    // Only AWS has buckets in host names; no certificate covers a bucket with dots in its name.
    forcePathStyle: host !== undefined || given(parameters, 'bucket').includes('.'),
    credentials: {
      accessKeyId: given(credentials, 'accesskeyid'),
      secretAccessKey: given(credentials, 'secretaccesskey'),
      ...(sessiontoken !== undefined && { sessionToken: sessiontoken }),
    },
  };
}

/** https://docs.aws.amazon.com/general/latest/gr/s3.html */
const awsServer = (region: string): URL =>
  new URL(`https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);

/** Creates a client without this process's environment. @param network null: for a client that only signs links */
async function connect(
  { endpoint, ...access }: Access,
  network: { readonly guard: AddressGuard; readonly idleMs: number } | null,
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    ...access,
    endpoint: endpoint.href,
    maxAttempts: ATTEMPTS,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useAccelerateEndpoint: false,
    useArnRegion: false,
    disableS3ExpressSessionAuth: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    ...(network !== null && {
      requestHandler: {
        ...guardedAgents(network.guard),
        connectionTimeout: CONNECT_MS,
        socketTimeout: network.idleMs,
      },
    }),
  });
}

/** The guard, and a function after which it refuses every address, so that retries end at once. */
function endingGuard(guard: AddressGuard) {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    guard: {
      refusal: (...args: Parameters<AddressGuard['refusal']>) =>
        over ? 'the upload was stopped' : guard.refusal(...args),
    },
    after(milliseconds: number, end: () => void) {
      timer = setTimeout(() => {
        over = true;
        end();
      }, milliseconds);
    },
    cancel: () => clearTimeout(timer),
  };
}

function storageError(thrown: unknown, subject: CloudSubject): unknown {
  const failure = s3Failure(thrown);
  // An error of the content's own stream is for the caller, who provided it.
  if (failure === null) return thrown;
  if (failure.status !== null) return statusError(failure.status, subject);
  if (failure.name === 'TimeoutError') return new CloudError('timeout', subject, { cause: thrown });
  return networkError(thrown, subject);
}

import type { S3Client } from '@aws-sdk/client-s3';
import { ConversionError } from '../../task/errors.ts';
import { sharedS3Client } from '../s3/s3-client.ts';
import { s3Failure } from '../s3/s3-errors.ts';
import { isBelowS3, parseS3Url, type S3Location, s3Url } from '../s3/s3-location.ts';
import { presignedLink } from '../s3/s3-presign.ts';
import { type AddressAllowList, createAddressGuard } from './address-guard.ts';
import { type FetchedFile, type FetchOptions, fetchToFile } from './fetch.ts';
import { DEFAULT_FETCH_LIMITS } from './fetch-limits.ts';
import { describeUrl } from './http-request.ts';

/** Which `s3:` inputs may be read: all (the local runner), those below these `s3://bucket/prefix/` locations, or none. */
export type S3Sources = boolean | readonly string[];

export interface S3FetchOptions extends Omit<FetchOptions, 'guard'> {
  /** What the address guard allows besides public addresses and the S3 server. */
  readonly allow: AddressAllowList;
  /** Returns the client to use; default the one of this process. */
  readonly connect?: () => Promise<S3Client>;
}

/**
 * Downloads an `s3://bucket/key` input with the credentials of this process. It uses a presigned link, so it is resumed, measured and
 * limited as every download. The link is a secret; messages contain only the location itself.
 * @param path file to create
 * @throws ConversionError `input_source_unsupported`, and the codes of `fetchToFile`
 */
export async function fetchS3Source(
  source: string,
  path: string,
  allowed: S3Sources,
  { allow, connect = sharedS3Client, ...options }: S3FetchOptions,
): Promise<FetchedFile> {
  const location = allowedLocation(source, allowed);
  const name = s3Url(location);
  const { totalMs } = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  const link = await presign(await connect(), location, totalMs, name);
  try {
    return await fetchToFile(link, path, { ...options, guard: createAddressGuard(exempting(link, allow)) });
  } catch (error) {
    throw error instanceof ConversionError ? aboutObject(error, link, name) : error;
  }
}

/** @throws ConversionError `input_source_unsupported` */
function allowedLocation(source: string, allowed: S3Sources): S3Location {
  if (allowed === false || (allowed !== true && allowed.length === 0)) {
    throw unsupported('s3: inputs are read from locations that the operator allows; none is allowed here.');
  }
  const parsed = parseS3Url(source);
  if (!parsed.ok) throw unsupported(`The source of the input is not an S3 object: ${parsed.reason}.`);
  const { location } = parsed;
  if (location.key === '') throw unsupported('The source of the input is a bucket; name an object: s3://bucket/key.');
  if (allowed !== true && !allowed.some((folder) => isBelow(location, folder))) {
    throw unsupported(`${s3Url(location)} is not in a location from which s3: inputs are allowed.`);
  }
  return location;
}

function isBelow(location: S3Location, folder: string): boolean {
  const parsed = parseS3Url(folder);
  return parsed.ok && isBelowS3(location, parsed.location);
}

async function presign(client: S3Client, location: S3Location, totalMs: number, name: string): Promise<URL> {
  try {
    return await presignedLink(client, location, totalMs);
  } catch (cause) {
    if (s3Failure(cause)?.name !== 'CredentialsProviderError') throw cause;
    const message = `${name} cannot be read: there are no S3 credentials here. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    throw new ConversionError('input_download_failed', message, { cause });
  }
}

/** Returns the list with the link's S3 server, which the operator chose, on that port only. */
function exempting(link: URL, allow: AddressAllowList): AddressAllowList {
  const port = link.port || (link.protocol === 'https:' ? '443' : '80');
  const host = `${link.hostname.replace(/^\[|\]$/g, '')}:${port}`;
  return { ...allow, hosts: new Set([...allow.hosts, host]) };
}

/** Rewrites the error for the object: the user should see neither the address of the S3 server nor the signature. */
function aboutObject(error: ConversionError, link: URL, name: string): ConversionError {
  const { code, details, log, cause } = error;
  const message =
    details.status === 401 || details.status === 403
      ? `The S3 server denies access to ${name} (HTTP ${details.status}). Check that the object exists and that the credentials set here may read it.`
      : error.message.replaceAll(describeUrl(link), name);
  return new ConversionError(code, message, { details, cause, ...(log && { log }) });
}

function unsupported(message: string): ConversionError {
  return new ConversionError('input_source_unsupported', message);
}

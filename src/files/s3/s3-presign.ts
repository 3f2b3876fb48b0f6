import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './s3-location.ts';

/** Beyond the time that a download may take, so that a link never expires under it, seconds. */
const SPARE_SECONDS = 60;

/** The longest that SigV4 signs for, seconds. */
const MAX_SECONDS = 7 * 24 * 3600;

/**
 * A link by which anyone may download an object for some time; it is a secret. Made without asking the server.
 * @param totalMs how long the download may take
 * @throws the SDK's errors as they are
 */
export async function presignedLink(client: S3Client, { bucket, key }: S3Location, totalMs: number): Promise<URL> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const expiresIn = Math.min(Math.ceil(totalMs / 1000) + SPARE_SECONDS, MAX_SECONDS);
  return new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn }));
}

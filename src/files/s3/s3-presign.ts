import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './s3-location.ts';

/** Added to the time that a download may take, so that a link never expires during it, seconds. */
const SPARE_SECONDS = 60;

/** Longest validity of a SigV4 signature, seconds. */
const MAX_SECONDS = 7 * 24 * 3600;

/**
 * Returns a link by which anyone may download an object for some time; it is a secret. Made without asking the server.
 * @param totalMs how long the download may take
 * @throws the SDK's errors unchanged
 */
export async function presignedLink(client: S3Client, { bucket, key }: S3Location, totalMs: number): Promise<URL> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const expiresIn = Math.min(Math.ceil(totalMs / 1000) + SPARE_SECONDS, MAX_SECONDS);
  return new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn }));
}

/** An object. If the key is empty or ends in a slash: everything below it. */
export interface S3Location {
  readonly bucket: string;
  /** Key in the store, not percent-encoded and without a leading slash. */
  readonly key: string;
}

export type ParsedS3Url =
  | { readonly ok: true; readonly location: S3Location }
  | { readonly ok: false; readonly reason: string };

/** Longest key, bytes of UTF-8: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const MAX_KEY_BYTES = 1024;

/**
 * Wider than https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html, for other servers and old buckets. Nothing in it
 * can change the path or the host of a request.
 */
const BUCKET = /^[A-Za-z\d][A-Za-z\d_-]*(?:\.[A-Za-z\d_-]+)*$/;

/**
 * Reads `s3://bucket/key`. The key is percent-encoded as in any URL, but characters that need no encoding there (spaces, letters beyond
 * ASCII) may also be literal. It is never passed to a URL parser, which would resolve `..` and so compare keys other than the requested
 * ones. Keys with `.` and `..` as a part are refused, because HTTP clients resolve them.
 */
export function parseS3Url(text: string): ParsedS3Url {
  const refuse = (reason: string): ParsedS3Url => ({ ok: false, reason });
  const match = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(text);
  if (match === null) return refuse('it must have the form s3://bucket/key');
  const [, bucket = '', encoded = ''] = match;
  if (bucket.length < 3 || bucket.length > 255 || !BUCKET.test(bucket)) return refuse('its bucket name is not valid');
  if (/[?#]/.test(encoded)) return refuse('it must have no query or fragment; in a key, ? is %3F and # is %23');
  const key = decode(encoded);
  if (key === null) return refuse('a % in it is not followed by two digits of a UTF-8 byte; in a key, % is %25');
  if (key.split('/').some((part) => part === '.' || part === '..')) return refuse('its key has "." or ".." as a part');
  if (/\p{Cc}/u.test(key)) return refuse('its key has control characters');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return refuse(`its key is longer than ${MAX_KEY_BYTES} bytes`);
  return { ok: true, location: { bucket, key } };
}

/** Returns the URL that `parseS3Url` reads as this location. */
export function s3Url({ bucket, key }: S3Location): string {
  return `s3://${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Whether the location is below the folder, whose key is treated as if it ended in a slash. */
export function isBelowS3({ bucket, key }: S3Location, folder: S3Location): boolean {
  const prefix = folder.key === '' || folder.key.endsWith('/') ? folder.key : `${folder.key}/`;
  return bucket === folder.bucket && key.length > prefix.length && key.startsWith(prefix);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

import type { ListMultipartUploadsCommandInput, ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './s3-location.ts';

/** Start of the next page of a listing of uploads. */
type Markers = Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'>;

/** An object in a listing. */
export interface ListedObject {
  readonly key: string;
  readonly modified: Date;
}

/**
 * Removes the matching objects below a prefix.
 * @returns how many
 * @throws the SDK's errors unchanged
 */
export async function removeObjects(
  client: S3Client,
  { bucket, key: prefix }: S3Location,
  goes: (object: ListedObject) => boolean,
): Promise<number> {
  const { DeleteObjectCommand, paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  let removed = 0;
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key === undefined || LastModified === undefined || !goes({ key: Key, modified: LastModified })) continue;
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      removed++;
    }
  }
  return removed;
}

/**
 * Removes the matching multipart uploads below a prefix that were not completed.
 * @throws the SDK's errors unchanged
 */
export async function removeUploads(
  client: S3Client,
  { bucket, key: prefix }: S3Location,
  goes: (key: string) => boolean,
): Promise<void> {
  const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3');
  let markers: Markers | null = {};
  while (markers !== null) {
    const list = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...markers });
    const page: ListMultipartUploadsCommandOutput = await client.send(list);
    for (const { Key, UploadId } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || !goes(Key)) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(ignoreMissing);
    }
    markers = page.IsTruncated === true && page.NextKeyMarker ? nextMarkers(page) : null;
  }
}

function nextMarkers({ NextKeyMarker, NextUploadIdMarker }: ListMultipartUploadsCommandOutput): Markers {
  return {
    ...(NextKeyMarker !== undefined && { KeyMarker: NextKeyMarker }),
    ...(NextUploadIdMarker !== undefined && { UploadIdMarker: NextUploadIdMarker }),
  };
}

/** Ignores that the upload was completed or removed meanwhile. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error;
}

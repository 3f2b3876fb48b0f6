import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { attachment } from '../fetch/content-disposition.ts';
import { MAX_FILENAME_BYTES, safeFilename } from '../filename.ts';
import { sharedS3Client } from '../s3/s3-client.ts';
import { isMissingKey, s3StoreError } from '../s3/s3-errors.ts';
import { type S3Location, s3Url } from '../s3/s3-location.ts';
import { uploadFile } from '../s3/s3-upload.ts';
import type { OutputStore, StoredFile, StoreFile } from './output-store.ts';

/**
 * A bucket, or a prefix in it, as the output store. A name appears only when its file is complete; an output that is a link is refused. An
 * abort at the last moment may come too late: the complete file is then stored.
 * @param prefix empty, or ending in a slash
 * @param connect returns the client to use; default the one of this process
 */
export function createS3Store(
  { bucket, key: prefix }: S3Location,
  connect: () => Promise<S3Client> = sharedS3Client,
): OutputStore {
  const locationOf = (name: string): S3Location => {
    if (safeFilename(name, { maxBytes: MAX_FILENAME_BYTES }) !== name) throw new Error(`unsafe name: ${name}`);
    return { bucket, key: `${prefix}${name}` };
  };
  return {
    async put(path, file) {
      file.signal.throwIfAborted();
      try {
        return await store(path, locationOf(file.filename), file, await connect());
      } catch (error) {
        file.signal.throwIfAborted();
        throw s3StoreError(error, `The output "${file.filename}" could not be stored`, bucket);
      }
    },
    async remove(name) {
      try {
        const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
        const { key } = locationOf(name);
        const client = await connect();
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      } catch (error) {
        // Most servers report success if there is nothing to remove; some report this error.
        if (isMissingKey(error)) return;
        throw s3StoreError(error, `The output "${name}" could not be removed`, bucket);
      }
    },
  };
}

async function store(path: string, target: S3Location, file: StoreFile, client: S3Client): Promise<StoredFile> {
  const source = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = await source.stat();
    if (!info.isFile()) throw new Error('the output is not a regular file');
    const checksum = await uploadFile(source, info.size, {
      client,
      target,
      contentType: file.contentType,
      disposition: attachment(file.filename),
      signal: file.signal,
    });
    return { uri: s3Url(target), size: info.size, checksum };
  } finally {
    await source.close();
  }
}

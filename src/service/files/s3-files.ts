import { INPUTS_FOLDER } from '../../files/fetch/allowed-locations.ts';
import { sharedS3Client } from '../../files/s3/s3-client.ts';
import { isMissingKey, s3StoreError } from '../../files/s3/s3-errors.ts';
import { isBelowS3, parseS3Url, type S3Location, s3Url } from '../../files/s3/s3-location.ts';
import { copyObject, readObject } from '../../files/s3/s3-object.ts';
import { createS3Store } from '../../files/stores/s3-store.ts';
import { type FileBackend, fileGone, seen, storedName, TO_ITS_END } from './backend.ts';

/**
 * Stores files in buckets.
 * @param own location for received files; null if the store is not a bucket
 * @param locations locations that may be read and removed from
 */
export function createS3Files(own: S3Location | null, locations: readonly S3Location[]): FileBackend {
  const inputs = (id = ''): S3Location => {
    if (own === null || !/^[\w-]*$/.test(id)) throw new Error(`no location for received file ${id}`);
    return { bucket: own.bucket, key: `${own.key}${INPUTS_FOLDER}/${id && `${id}/`}` };
  };
  const find = (location: string): S3Location => {
    const parsed = parseS3Url(location);
    if (parsed.ok && locations.some((each) => isBelowS3(parsed.location, each))) return parsed.location;
    throw new Error('an object outside of the stores is none of ours');
  };
  const asking = async <Answer>(what: string, bucket: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      throw s3StoreError(error, what, bucket);
    }
  };
  return {
    async store(id, filename, path) {
      const { contentType, facts } = await seen(path);
      const stored = await createS3Store(inputs(id)).put(path, {
        filename: storedName(filename),
        contentType,
        signal: TO_ITS_END,
      });
      return { location: stored.uri, size: stored.size, checksum: stored.checksum, contentType, facts };
    },
    async copy(location, id, filename) {
      const source = find(location);
      const { bucket, key } = inputs(id);
      const target = { bucket, key: `${key}${storedName(filename)}` };
      const found = await asking('The input could not be stored', bucket, async () =>
        copyObject(await sharedS3Client(), source, target, TO_ITS_END),
      );
      if (!found) throw fileGone();
      return s3Url(target);
    },
    async read(location, range) {
      const object = find(location);
      const stream = await asking('The file could not be read', object.bucket, async () =>
        readObject(await sharedS3Client(), object, range, TO_ITS_END),
      );
      if (stream === null) throw fileGone();
      return stream;
    },
    readSmall: async () => null,
    pathInStore: async () => null,
    async remove(location) {
      const { bucket, key } = find(location);
      await asking('The file could not be removed', bucket, async () => {
        const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
        const client = await sharedS3Client();
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
          if (!isMissingKey(error)) throw error;
        });
      });
    },
    async *receivedBefore(time) {
      if (own === null) return;
      const { bucket, key: prefix } = inputs();
      const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
      const client = await sharedS3Client();
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined || LastModified === undefined || LastModified.getTime() >= time) continue;
          const [id = ''] = Key.slice(prefix.length).split('/');
          yield { id, location: s3Url({ bucket, key: Key }) };
        }
      }
    },
  };
}

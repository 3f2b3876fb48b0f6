import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { ConversionError } from '../../task/errors.ts';
import { sharedS3Client } from '../s3/s3-client.ts';
import { isMissingKey, s3StoreError } from '../s3/s3-errors.ts';
import type { S3Location } from '../s3/s3-location.ts';
import { removeObjects } from '../s3/s3-remove.ts';
import { checkDocumentKey, type DocumentStore } from './document-store.ts';

/**
 * Stores documents as objects of a bucket.
 * @param prefix empty, or ending in a slash
 * @param connect returns the client to use; default the one of this process
 */
export function createS3Documents(
  { bucket, key: prefix }: S3Location,
  connect: () => Promise<S3Client> = sharedS3Client,
): DocumentStore {
  const objectOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${checkDocumentKey(key)}` });
  const put = async (key: string, text: string, condition: { IfNoneMatch?: '*' }) => {
    const object = objectOf(key);
    const body = Buffer.from(text);
    try {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      const command = new PutObjectCommand({
        ...object,
        ...condition,
        Body: body,
        ContentMD5: createHash('md5').update(body).digest('base64'),
        ContentType: 'application/json',
      });
      await (await connect()).send(command);
    } catch (error) {
      throw s3StoreError(error, `Document "${key}" could not be stored`, bucket);
    }
  };
  const read = async (key: string) => {
    const object = objectOf(key);
    try {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const { Body } = await (await connect()).send(new GetObjectCommand(object));
      return (await Body?.transformToString('utf-8')) ?? '';
    } catch (error) {
      if (isMissingKey(error)) return null;
      throw s3StoreError(error, `Document "${key}" could not be read`, bucket);
    }
  };
  return {
    read,
    write: (key, text) => put(key, text, {}),
    async create(key, text) {
      try {
        await put(key, text, { IfNoneMatch: '*' });
        return true;
      } catch (error) {
        // 409: another one is being created at this moment.
        const status = statusOf(error instanceof ConversionError ? error.cause : error);
        if (status === 412 || status === 409) return false;
        if (status !== 501) throw error;
        // Some servers, such as Swift, do not support conditions: two that try at the same moment may then both succeed.
        if ((await read(key)) !== null) return false;
        await put(key, text, {});
        return true;
      }
    },
    async removeOlderThan(date) {
      try {
        return await removeObjects(await connect(), { bucket, key: prefix }, ({ modified }) => modified < date);
      } catch (error) {
        throw s3StoreError(error, 'Old documents could not be removed', bucket);
      }
    },
  };
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

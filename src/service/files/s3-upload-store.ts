import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';
import { lookAtRemote } from '../../files/facts/look.ts';
import { INPUTS_FOLDER } from '../../files/fetch/allowed-locations.ts';
import { attachment } from '../../files/fetch/content-disposition.ts';
import { partSize, readPart } from '../../files/file-parts.ts';
import { type RunningMd5, runningMd5 } from '../../files/running-md5.ts';
import { sharedS3Client } from '../../files/s3/s3-client.ts';
import { isMissingKey, s3Failure, s3StoreError } from '../../files/s3/s3-errors.ts';
import { type S3Location, s3Url } from '../../files/s3/s3-location.ts';
import {
  beginMultipart,
  completeMultipart,
  isMissingMultipart,
  removeMultipart,
  sendPart,
} from '../../files/s3/s3-multipart.ts';
import { readObject } from '../../files/s3/s3-object.ts';
import { createS3Store } from '../../files/stores/s3-store.ts';
import { type FileBackend, TO_ITS_END } from './backend.ts';
import { inPieces } from './pieces.ts';
import type { ReceivedFile } from './received-file.ts';
import {
  type ArrivedInS3,
  type Commit,
  noSuchUpload,
  type ResumableUpload,
  type ResumableUploadStore,
} from './resumable-upload-store.ts';
import type { PartialUpload, UploadSpool } from './upload-spool.ts';

const UNKNOWN_TYPE = 'application/octet-stream';
const UNLIMITED = { maxBytes: Number.POSITIVE_INFINITY, refuse: () => new Error('there is no limit') };

/**
 * Receives files in a bucket: whole parts as parts of a multipart upload, the rest as its own object, which the next request reads back. A
 * part is collected on this machine's disk, so that slow clients take no memory.
 * @param own location of the store
 */
export function createS3Arriving(
  own: S3Location,
  { store }: Pick<FileBackend, 'store'>,
  spool: UploadSpool,
): ResumableUploadStore<ArrivedInS3> {
  const folderOf = ({ id }: ResumableUpload): S3Location => {
    if (!/^[\w-]+$/.test(id)) throw new Error(`not the id of an upload: ${id}`);
    return { bucket: own.bucket, key: `${own.key}${INPUTS_FOLDER}/${id}/` };
  };
  return {
    begin: () => ({ kind: 's3', size: 0, file: null, multipart: null, etags: [], tail: 0, md5: null }),
    async append(file, state, content, commit) {
      if (state.file !== null) return state;
      const folder = folderOf(file);
      const part = await spool.begin(file.id, null);
      try {
        const client = await sharedS3Client();
        const target = { bucket: folder.bucket, key: `${folder.key}${targetName(file)}` };
        return await new Appending({ client, folder, target, file, part, commit, store }, state).run(content);
      } catch (error) {
        if (s3Failure(error) !== null) throw s3StoreError(error, 'The upload could not be stored', folder.bucket);
        throw error;
      } finally {
        await part.discard();
      }
    },
    async discard(file, { multipart, etags, tail }) {
      const folder = folderOf(file);
      try {
        const client = await sharedS3Client();
        const target = { bucket: folder.bucket, key: `${folder.key}${targetName(file)}` };
        if (multipart !== null) {
          await removeMultipart(client, target, multipart).catch((error: unknown) => {
            if (!isMissingMultipart(error)) throw error;
          });
        }
        if (tail > 0) await createS3Store(folder).remove(tailName(etags.length));
      } catch (error) {
        throw s3StoreError(error, 'The upload could not be removed', folder.bucket);
      }
    },
  };
}

/** Every request for the file finds it under this name; the id distinguishes it from other files. */
const targetName = ({ id, filename }: ResumableUpload): string => `${id.slice(0, 8)}-${filename}`;

/** Name by the number of parts before it. An object of one name only ever grows, so a request that was cut off cannot damage it. */
const tailName = (parts: number): string => `${parts}.tail`;

interface Surroundings {
  readonly client: S3Client;
  readonly folder: S3Location;
  readonly target: S3Location;
  readonly file: ResumableUpload;
  /** The part that is being collected. */
  readonly part: PartialUpload;
  readonly commit: Commit<ArrivedInS3>;
  readonly store: FileBackend['store'];
}

/** Appends one request's bytes to a file. */
class Appending {
  readonly #with: Surroundings;
  #state: ArrivedInS3;
  /** Buffer for one part; reused for the next. */
  #memory: Buffer = Buffer.alloc(0);

  constructor(surroundings: Surroundings, state: ArrivedInS3) {
    this.#with = surroundings;
    this.#state = state;
  }

  async run(content: AsyncIterable<Buffer>): Promise<ArrivedInS3> {
    const { part, file } = this.#with;
    const wanted = partSize(file.length);
    const md5 = await this.#resumeMd5();
    let size = this.#state.size;
    const pieces = inPieces(content, (chunk) => {
      size += chunk.length;
      md5?.update(chunk);
    });
    const progress = () => ({ size, md5: md5?.state() ?? null });
    await this.#fetchTail();
    do {
      // One byte beyond the last is asked for, because only the end of the request shows that it is complete.
      const room = size < file.length ? wanted - part.size() : 1;
      await part.append(Readable.from(pieces.take(room), { objectMode: false }), UNLIMITED);
      if (part.size() === wanted && size < file.length) await this.#sendPart(progress());
    } while (!pieces.ended());
    if (part.size() > this.#state.tail && (size < file.length || pieces.failed())) await this.#keepTail(progress());
    pieces.throwFailure();
    if (size === file.length) await this.#finish(progress(), md5);
    return this.#state;
  }

  async #change(changes: Partial<ArrivedInS3>): Promise<void> {
    const state = { ...this.#state, ...changes };
    await this.#with.commit(state);
    this.#state = state;
  }

  /** Returns null if the MD5 has to be computed of the whole file in the end, as after an upgrade of the library. */
  async #resumeMd5(): Promise<RunningMd5 | null> {
    const { md5, size } = this.#state;
    return md5 === null && size > 0 ? null : runningMd5(md5);
  }

  async #fetchTail(): Promise<void> {
    const { tail, etags } = this.#state;
    if (tail === 0) return;
    const { client, folder, part } = this.#with;
    const location = { ...folder, key: `${folder.key}${tailName(etags.length)}` };
    // Later bytes belong to a request that was interrupted before its progress was recorded.
    const stream = await readObject(client, location, { start: 0, end: tail - 1 }, TO_ITS_END);
    if (stream === null) throw noSuchUpload();
    await part.append(stream, UNLIMITED);
  }

  async #keepTail(progress: Pick<ArrivedInS3, 'size' | 'md5'>): Promise<void> {
    const { folder, part } = this.#with;
    const filename = tailName(this.#state.etags.length);
    const file = { filename, contentType: UNKNOWN_TYPE, signal: TO_ITS_END };
    const { size: tail } = await createS3Store(folder).put(part.path, file);
    await this.#change({ ...progress, tail });
  }

  /** Stores the collected bytes as the next part. */
  async #sendPart(progress: Pick<ArrivedInS3, 'size' | 'md5'>): Promise<void> {
    const { client, target, part } = this.#with;
    const multipart = this.#state.multipart ?? (await this.#beginMultipart());
    const { etags, tail } = this.#state;
    const source = await open(part.path);
    try {
      if (this.#memory.length < part.size()) this.#memory = Buffer.allocUnsafe(part.size());
      const next = await readPart(source, 0, this.#memory.subarray(0, part.size()), etags.length + 1);
      const etag = await sendPart(client, target, multipart, next, TO_ITS_END);
      await this.#change({ ...progress, etags: [...etags, etag], tail: 0 });
    } finally {
      await source.close();
    }
    if (tail > 0) await this.#removeTail(etags.length);
    await part.restart();
  }

  /** Recorded at once: without its id, the parts could not be removed. */
  async #beginMultipart(): Promise<string> {
    const { client, target, file } = this.#with;
    const disposition = attachment(targetName(file));
    const multipart = await beginMultipart({ client, target, contentType: UNKNOWN_TYPE, disposition });
    await this.#change({ multipart }).catch(async (error: unknown) => {
      await removeMultipart(client, target, multipart).catch(() => undefined);
      throw error;
    });
    return multipart;
  }

  async #finish(progress: Pick<ArrivedInS3, 'size' | 'md5'>, md5: RunningMd5 | null): Promise<void> {
    const { part, file, store } = this.#with;
    if (this.#state.etags.length > 0) {
      if (part.size() > 0) await this.#sendPart(progress);
      await this.#change({ file: await this.#complete(md5) });
      return;
    }
    const { tail } = this.#state;
    await this.#change({ ...progress, tail: 0, file: await store(file.id, file.filename, part.path) });
    if (tail > 0) await this.#removeTail(0);
  }

  /** Removes a tail. If it stays, it is removed later, like everything that belongs to no input. */
  async #removeTail(parts: number): Promise<void> {
    await createS3Store(this.#with.folder)
      .remove(tailName(parts))
      .catch(() => undefined);
  }

  async #complete(md5: RunningMd5 | null): Promise<ReceivedFile> {
    const { client, target, file } = this.#with;
    const { multipart, etags } = this.#state;
    await completeMultipart(client, target, multipart ?? '', etags).catch(async (error: unknown) => {
      // A request that was cut off had completed the file before it could record that.
      if (isMissingMultipart(error) && (await sizeOf(client, target)) === file.length) return;
      throw isMissingMultipart(error) ? noSuchUpload() : error;
    });
    const read = async (start: number, end: number) => {
      const stream = await readObject(client, target, { start, end }, TO_ITS_END);
      if (stream === null) throw noSuchUpload();
      return stream;
    };
    const readAt = async (offset: number, length: number) =>
      buffer(await read(offset, Math.min(offset + length, file.length) - 1));
    const { format, facts } = await lookAtRemote(file.length, readAt);
    return {
      location: s3Url(target),
      size: file.length,
      checksum: md5?.digest() ?? (await md5Of(await read(0, file.length - 1))),
      contentType: format?.contentType ?? UNKNOWN_TYPE,
      facts,
    };
  }
}

async function sizeOf(client: S3Client, { bucket, key }: S3Location): Promise<number | null> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  try {
    return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength ?? null;
  } catch (error) {
    if (isMissingKey(error)) return null;
    throw error;
  }
}

async function md5Of(stream: Readable): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { pluralize } from '../../../util/pluralize.ts';
import type { ServiceContext } from '../../context.ts';
import { fromJson } from '../../database/columns.ts';
import type { InputRow, UploadRow } from '../../database/tables.ts';
import { ServiceError } from '../../errors.ts';
import type { ReceivedFile } from '../../files/received-file.ts';
import { uploadPassword } from '../../secrets/sealed-columns.ts';
import { incompleteBody, isCutOff } from '../form.ts';
import { contentLength, wrongOffset } from '../headers.ts';
import { admitUpload, fillWithStored } from '../uploads.ts';
import { discardUpload, fileOf, findUpload } from './open-uploads.ts';
import type { Checksum } from './protocol.ts';
import { asWriter, interruptWriter, type Writing } from './writer.ts';

/** Bytes of a request for an upload. */
export interface NextBytes {
  readonly request: IncomingMessage;
  /** Their position in the file. */
  readonly offset: number;
  /** Null if they have none. */
  readonly checksum: Checksum | null;
}

/**
 * Adds the body of a request to an upload, and makes it an input of its job when it is complete.
 * @returns the upload as it is then
 * @throws ServiceError 404; 409 if the offset differs, or the job is not open; 413 for more bytes than the upload has; 423 if another
 *   request adds to it; 460 if the checksum differs; like `admitUpload`; ConversionError of the store
 */
export async function receiveBytes(
  context: ServiceContext,
  { id, job_id: jobId }: UploadRow,
  { request, offset, checksum }: NextBytes,
): Promise<UploadRow> {
  await asWriter(context, jobId, id, async (writing) => {
    const { size, length } = writing.row;
    if (offset !== size) throw wrongOffset(size);
    if (offset + contentLength(request.headers) > length) throw tooMuch(length);
    await admit(context, jobId, null, length);
    const body = bodyChunks(request, writing.signal, length - offset, () => tooMuch(length));
    if (checksum === null) await append(context, writing, body);
    else await verified(context, id, body, checksum, (content) => append(context, writing, content));
  }).catch((error: unknown) => {
    throw isCutOff(error) ? incompleteBody(error) : error;
  });
  return findUpload(context, jobId, id);
}

/**
 * Returns how much of an upload has arrived; first ends a request that still adds to it. A complete upload that could not become an input
 * before does so now.
 * @throws ServiceError 404; like `receiveBytes` for a complete upload
 */
export async function progressOf(context: ServiceContext, jobId: string, uploadId: string): Promise<UploadRow> {
  const found = await findUpload(context, jobId, uploadId);
  if (found.input_id !== null) return found;
  await interruptWriter(context, found);
  const row = await findUpload(context, jobId, uploadId);
  if (row.input_id !== null || row.size < row.length) return row;
  await asWriter(context, jobId, uploadId, (writing) => append(context, writing, nothing()));
  return findUpload(context, jobId, uploadId);
}

/** Admits a file of so many bytes. Throws ServiceError like `admitUpload`, and if it is too large. */
export async function admit(
  context: ServiceContext,
  jobId: string,
  uploadUuid: string | null,
  length: number,
): Promise<InputRow | null> {
  const admission = await admitUpload(context, jobId, uploadUuid);
  if (admission.received === null && length > admission.maxBytes) throw admission.refuse();
  return admission.received;
}

async function append(context: ServiceContext, writing: Writing, content: AsyncIterable<Buffer>): Promise<void> {
  const { row, commit } = writing;
  const { arriving } = context.files;
  let arrived = fromJson(row.arrived);
  try {
    arrived = await arriving.append(fileOf(row), arrived, content, async (state) => {
      await commit(state);
      arrived = state;
    });
    if (arrived.file !== null) await becomeInput(context, row, arrived.file);
  } catch (error) {
    // It is not allowed, or lost, and can never become an input. Other obstacles may be temporary.
    const isHopeless = error instanceof ServiceError && (error.status === 402 || error.status === 404);
    if (isHopeless) await discardUpload(context, row, arrived);
    throw error;
  }
}

async function becomeInput(context: ServiceContext, row: UploadRow, file: ReceivedFile): Promise<void> {
  const { secrets } = context;
  const upload = {
    type: 'upload',
    jobId: row.job_id,
    // If repeated after a crash, it finds the input of the first time.
    uploadId: row.upload_uuid ?? row.id,
    filename: row.filename || null,
    password: row.secret === null ? null : uploadPassword.open(secrets, row.id, row.secret),
    options: {},
  } as const;
  // In one transaction with the input: an upload without an input is treated as abandoned when its job has started, and its file removed.
  await fillWithStored(context, upload, file, row.id, async (db, { id }) => {
    await db.updateTable('uploads').set({ input_id: id, secret: null }).where('id', '=', row.id).execute();
  });
}

/** Yields the bytes once all are there and the checksum fits; otherwise none are kept. */
async function verified(
  { files }: ServiceContext,
  uploadId: string,
  body: AsyncIterable<Buffer>,
  { algorithm, digest }: Checksum,
  use: (content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const part = await files.spool.begin(uploadId, null);
  try {
    const hash = createHash(algorithm);
    const hashed = async function* () {
      for await (const chunk of body) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const unlimited = { maxBytes: Number.POSITIVE_INFINITY, refuse: () => new Error('there is no limit') };
    await part.append(Readable.from(hashed(), { objectMode: false }), unlimited);
    if (!hash.digest().equals(digest)) {
      const message = `The bytes do not have the ${algorithm} of Upload-Checksum; they were discarded. Send them again.`;
      throw new ServiceError('checksum_mismatch', message);
    }
    await use(createReadStream(part.path));
  } finally {
    await part.discard();
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Yields the body of a request as it arrives; what has arrived comes before the error that broke it off. */
async function* bodyChunks(
  request: IncomingMessage,
  signal: AbortSignal,
  maxBytes: number,
  refuse: () => Error,
): AsyncGenerator<Buffer> {
  const arrived = new PassThrough();
  let failure: unknown = null;
  const stop = (error: unknown) => {
    failure ??= error;
    request.unpipe(arrived);
    arrived.end();
  };
  const onAbort = () => stop(signal.reason);
  const onClose = () => {
    if (!request.complete) stop(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
  };
  request.once('error', stop).once('close', onClose);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  else if (request.destroyed) onClose();
  else request.pipe(arrived);
  try {
    let left = maxBytes;
    for await (const chunk of arrived as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw refuse();
      yield chunk;
    }
  } finally {
    request.off('error', stop).off('close', onClose).unpipe(arrived);
    signal.removeEventListener('abort', onAbort);
  }
  if (failure !== null) throw failure;
}

const tooMuch = (length: number): ServiceError =>
  new ServiceError(
    'too_large',
    `The upload has ${pluralize(length, 'byte')}, as its Upload-Length says; these are more.`,
  );

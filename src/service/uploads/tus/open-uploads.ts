import { randomUUID } from 'node:crypto';
import { pluralize } from '../../../util/pluralize.ts';
import type { ServiceContext } from '../../context.ts';
import { fromJson, toJson } from '../../database/columns.ts';
import type { InputRow, UploadRow } from '../../database/tables.ts';
import { noSuchJob, ServiceError } from '../../errors.ts';
import { type Arrived, noSuchUpload, type ResumableUpload } from '../../files/resumable-upload-store.ts';
import { notAllowed } from '../../jobs/change-open-job.ts';
import { lockJob } from '../../jobs/move-job.ts';
import { uploadPassword } from '../../secrets/sealed-columns.ts';
import { isOpen, JOB_STATUSES } from '../../states.ts';
import { UNNAMED } from '../uploads.ts';
import type { UploadMetadata } from './protocol.ts';

/** Largest number of unfinished uploads of a job: each may hold a whole file. */
const MAX_OPEN = 20;
/** Time that an upload is kept for its client to continue, ms; never longer than its job. */
const KEPT_MS = 24 * 3600_000;

const OPEN = JOB_STATUSES.filter(isOpen);

export interface NewUpload {
  readonly jobId: string;
  /** The client's id for it. Null if it gave none. */
  readonly uploadUuid: string | null;
  /** Bytes of the whole file. */
  readonly length: number;
  readonly metadata: UploadMetadata;
  /** The input that an upload with that id has become in another way. */
  readonly received: InputRow | null;
}

/**
 * Begins an upload, or finds the one that the client has begun with its id.
 * @throws ServiceError 400 if that one has another length; 404, 409 if the job is gone or not open; 429 for one too many
 */
export function createUpload(
  context: ServiceContext,
  { jobId, uploadUuid, length, metadata, received }: NewUpload,
): Promise<UploadRow> {
  const { db, secrets, files } = context;
  return db.transaction().execute(async (transact) => {
    const now = context.now();
    const job = await lockJob(transact, jobId);
    if (job === undefined) throw noSuchJob();
    const ofJob = transact.selectFrom('uploads').where('job_id', '=', jobId);
    const begun =
      uploadUuid === null
        ? undefined
        : await ofJob.selectAll().where('upload_uuid', '=', uploadUuid).executeTakeFirst();
    if (begun !== undefined) {
      if (begun.length !== length) throw otherLength(begun.length);
      // An upload that has just expired may continue.
      const changed = transact.updateTable('uploads').set({ expires_at: Math.min(now + KEPT_MS, job.expires_at) });
      return changed.where('id', '=', begun.id).returningAll().executeTakeFirstOrThrow();
    }
    if (received === null) {
      if (!isOpen(job.status)) throw notAllowed(job.status);
      const open = await ofJob.select('id').where('input_id', 'is', null).where('expires_at', '>', now).execute();
      if (open.length >= MAX_OPEN) throw tooMany();
    } else if (received.size !== length) throw otherLength(received.size ?? 0);
    const id = randomUUID();
    const arrived = files.arriving.begin();
    const { password } = metadata;
    const row: UploadRow = {
      id,
      job_id: jobId,
      upload_uuid: uploadUuid,
      length,
      filename: metadata.filename ?? '',
      metadata: metadata.shown,
      secret: password === null ? null : uploadPassword.seal(secrets, id, password),
      size: received === null ? 0 : length,
      arrived: toJson(arrived),
      input_id: received?.id ?? null,
      writer: null,
      writer_until: 0,
      interrupted: 0,
      created_at: now,
      expires_at: Math.min(now + KEPT_MS, job.expires_at),
    };
    await transact.insertInto('uploads').values(row).execute();
    return row;
  });
}

/** Finds an upload that is unfinished, or has become an input. Throws ServiceError 404. */
export async function findUpload(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  jobId: string,
  uploadId: string,
): Promise<UploadRow> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('job_id', '=', jobId)
    .where(({ or, eb }) => or([eb('input_id', 'is not', null), eb('expires_at', '>', now())]))
    .executeTakeFirst();
  if (row === undefined) throw noSuchUpload();
  return row;
}

/** Returns when an upload that got bytes now is removed, ms since 1970. */
export async function expiryOf(db: ServiceContext['db'], jobId: string, now: number): Promise<number> {
  const job = await db.selectFrom('jobs').select('expires_at').where('id', '=', jobId).executeTakeFirst();
  return Math.min(now + KEPT_MS, job?.expires_at ?? now);
}

/** Returns the file of an upload, for the store. */
export const fileOf = ({ id, filename, length }: UploadRow): ResumableUpload => ({
  id,
  filename: filename || UNNAMED,
  length,
});

/**
 * Removes an upload that has not become an input: first what has arrived, then its row, so that a failure can be repeated. A file that
 * belongs to an input stays, whatever the upload's row says.
 */
export async function discardUpload(
  { db, files }: ServiceContext,
  row: UploadRow,
  arrived: Arrived = fromJson(row.arrived),
): Promise<void> {
  if (arrived.file === null) await files.arriving.discard(fileOf(row), arrived);
  else if (!(await isInput(db, row.job_id, arrived.file.location))) await files.remove(arrived.file.location);
  await db.deleteFrom('uploads').where('id', '=', row.id).execute();
}

async function isInput(db: ServiceContext['db'], jobId: string, location: string): Promise<boolean> {
  const input = db.selectFrom('inputs').select('id').where('job_id', '=', jobId).where('location', '=', location);
  return (await input.executeTakeFirst()) !== undefined;
}

/** Selects uploads that nobody can continue: they have expired, or their job is no longer open. Ordered by id. */
export function abandonedUploads(
  db: ServiceContext['db'],
  { now, after, limit }: { now: number; after: string; limit: number },
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll('uploads')
    .leftJoin('jobs', 'jobs.id', 'uploads.job_id')
    .where('uploads.input_id', 'is', null)
    .where('uploads.id', '>', after)
    .where(({ or, eb }) => or([eb('uploads.writer', 'is', null), eb('uploads.writer_until', '<=', now)]))
    .where(({ or, eb }) =>
      or([eb('uploads.expires_at', '<=', now), eb('jobs.status', 'not in', OPEN), eb('jobs.id', 'is', null)]),
    )
    .orderBy('uploads.id')
    .limit(limit)
    .execute();
}

/** Removes the uploads of a canceled job. What the store does not remove now is removed when it expires. */
export async function discardUploadsOf(context: ServiceContext, jobId: string): Promise<void> {
  const { db, log } = context;
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('input_id', 'is', null)
    .execute();
  for (const row of rows) {
    await discardUpload(context, row).catch((err: unknown) =>
      log.warn({ err, upload_id: row.id }, 'upload of a canceled job not removed'),
    );
  }
}

function otherLength(length: number): ServiceError {
  const problem = `must be ${length}, the length of the upload that has this X-Svc-Upload-Uuid`;
  return new ServiceError('invalid_request', `The header Upload-Length ${problem}.`, {
    errors: { 'upload-length': problem },
  });
}

const tooMany = (): ServiceError =>
  new ServiceError(
    'too_many_uploads',
    `${pluralize(MAX_OPEN, 'upload')} of this job are unfinished, which is the limit; finish or delete one first.`,
  );

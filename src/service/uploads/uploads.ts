import { randomUUID } from 'node:crypto';
import type { OptionValues } from '../../task/types.ts';
import type { ServiceContext } from '../context.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { InputRow } from '../database/tables.ts';
import { noSuchJob, ServiceError } from '../errors.ts';
import { removeUnlessAdded } from '../files/discard-files.ts';
import type { ReceivedFile } from '../files/received-file.ts';
import { insertInput, refuseInputsBeyondContract } from '../inputs/inputs.ts';
import { changeOpenJob, notAllowed } from '../jobs/change-open-job.ts';
import { lockJob } from '../jobs/move-job.ts';
import { contractOfKey, refuseBeyondContract } from '../keys/limits.ts';
import { inputPassword } from '../secrets/sealed-columns.ts';
import { isOpen } from '../states.ts';
import { fileLimit, refuseOneMoreInput } from './file-limit.ts';

/** A client's description of a file that it sends. */
export interface Upload {
  readonly type: 'upload' | 'base64';
  readonly jobId: string;
  /** The client's id of the upload. Null if it cannot be repeated or resumed. */
  readonly uploadId: string | null;
  /** Safe file name. Null if the client gave none. */
  readonly filename: string | null;
  readonly password: string | null;
  readonly options: Record<string, unknown>;
}

/** Whether a job accepts a file now, and its largest size. */
export type Admission =
  /** The upload of that id is complete. */
  | { readonly received: InputRow }
  | { readonly received: null; readonly maxBytes: number; readonly refuse: () => ServiceError };

/** Name of an upload without a name. */
export const UNNAMED = 'file';
/** Number of attempts, as another upload may have filled the chosen input. */
const ATTEMPTS = 100;

/**
 * Called before a file is read, so that it can be refused at once, and again before it is stored.
 * @throws ServiceError 404; 409 if the job is not open; 402 and 429 if its contract does not let it have or process more
 */
export async function admitUpload(context: ServiceContext, jobId: string, uploadId: string | null): Promise<Admission> {
  const { db, config } = context;
  return db.transaction().execute(async (transact): Promise<Admission> => {
    const job = await transact.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
    if (job === undefined) throw noSuchJob();
    const received = uploadId === null ? undefined : await receivedUpload(transact, jobId, uploadId);
    if (received !== undefined) return { received };
    if (!isOpen(job.status)) throw notAllowed(job.status);
    const contract = await contractOfKey(transact, job.key_id, config.contracts);
    const inputs = await transact
      .selectFrom('inputs')
      .select(['type', 'status', 'size'])
      .where('job_id', '=', jobId)
      .execute();
    const waits = inputs.some(({ type, status }) => type === 'upload' && status === 'downloading');
    if (!waits) refuseOneMoreInput(contract, inputs.length);
    // The job starts with this file: the client learns that it cannot before it sends the file, not after.
    if (job.process === 1 && (await hasConversion(transact, jobId))) {
      await refuseBeyondContract(transact, job, 1, { contracts: config.contracts, now: context.now() });
    }
    const bytes = inputs.reduce((sum, { size }) => sum + (size ?? 0), 0);
    return { received: null, ...fileLimit(contract, config, bytes) };
  });
}

const hasConversion = async (transact: Transact, jobId: string): Promise<boolean> =>
  (await transact.selectFrom('conversions').select('id').where('job_id', '=', jobId).limit(1).executeTakeFirst()) !==
  undefined;

/**
 * Makes a received file an input of its job: the one that waits for it, otherwise a new one. Starts the job if it was waiting for this. If
 * anything throws, only files of inputs remain in the store; the file at the path may remain.
 * @param path path of the file in the spool; it is gone afterwards
 * @returns the input, and whether this call has filled it
 * @throws like `admitUpload`, and ConversionError `disk_full`, `output_store_failed`
 */
export async function completeUpload(
  context: ServiceContext,
  upload: Upload,
  path: string,
): Promise<{ row: InputRow; added: boolean }> {
  const { received } = await admitUpload(context, upload.jobId, upload.uploadId);
  if (received !== null) return { row: received, added: false };
  const { files } = context;
  let target = await chooseTarget(context, upload);
  let file = await files.store(target.id, upload.filename ?? UNNAMED, path);
  try {
    for (let attempt = 1; ; attempt++) {
      const filled = await fill(context, upload, target, file);
      if (filled !== null) {
        if (filled.location !== file.location) await files.remove(file.location);
        return { row: filled, added: filled.location === file.location };
      }
      if (attempt === ATTEMPTS) throw tooManyCompete();
      // Files are in the folder of their input, so it moves to the next one's.
      target = await chooseTarget(context, upload);
      const location = await files.copy(file.location, target.id, upload.filename ?? UNNAMED);
      await files.remove(file.location);
      file = { ...file, location };
    }
  } catch (error) {
    const stored = [{ id: target.id, location: file.location }];
    await removeUnlessAdded(context, stored, (transact) => lockJob(transact, upload.jobId));
    throw error;
  }
}

/**
 * Like `completeUpload`, for a file that is already in the store, in its own folder. If anything throws, it stays.
 * @param freshId id of the input if none waits for the file
 * @param onFilled makes further changes in the same transaction
 * @throws ServiceError 404; 409 if the job is not open; 402 and 429 if its contract does not allow it
 */
export async function fillWithStored(
  context: ServiceContext,
  upload: Upload,
  file: ReceivedFile,
  freshId: string,
  onFilled: OnFilled,
): Promise<InputRow> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const filled = await fill(context, upload, await chooseTarget(context, upload, freshId), file, onFilled);
    if (filled === null) continue;
    if (filled.location !== file.location) await context.files.remove(file.location);
    return filled;
  }
  throw tooManyCompete();
}

const tooManyCompete = (): ServiceError =>
  new ServiceError('uploads_compete', 'Too many uploads fill this job at once; send it again.');

interface Target {
  /** Id of the input. */
  readonly id: string;
  /** Whether it exists and waits. */
  readonly waits: boolean;
  /** What the client says about it. */
  readonly metadata?: OptionValues;
}

/** Returns the input for a file: of those that wait, one of its name, else one without a name, else any; otherwise a new one. */
async function chooseTarget(
  { db }: ServiceContext,
  { type, jobId, filename }: Upload,
  freshId: string = randomUUID(),
): Promise<Target> {
  const fresh = { id: freshId, waits: false };
  if (type !== 'upload') return fresh;
  const waiting = await db
    .selectFrom('inputs')
    .select(['id', 'filename', 'metadata'])
    .where('job_id', '=', jobId)
    .where('type', '=', 'upload')
    .where('status', '=', 'downloading')
    .orderBy('position')
    .execute();
  const chosen =
    waiting.find((row) => row.filename === filename) ?? waiting.find((row) => row.filename === '') ?? waiting[0];
  return chosen === undefined ? fresh : { id: chosen.id, waits: true, metadata: fromJson(chosen.metadata) };
}

type OnFilled = (db: ServiceContext['db'] | Transact, input: InputRow) => Promise<void>;

/** @returns null if the target no longer waits */
async function fill(
  context: ServiceContext,
  upload: Upload,
  target: Target,
  file: ReceivedFile,
  onFilled: OnFilled = async () => {},
): Promise<InputRow | null> {
  const { jobId, uploadId, filename, password, options } = upload;
  const content = {
    status: 'ready',
    location: file.location,
    size: file.size,
    hash: file.checksum,
    content_type: file.contentType,
    upload_uuid: uploadId,
  } as const;
  // A repeated upload must get its record even if the job has started meanwhile.
  const earlier = uploadId === null ? undefined : await receivedUpload(context.db, jobId, uploadId);
  if (earlier !== undefined) {
    await onFilled(context.db, earlier);
    return earlier;
  }
  return changeOpenJob(context, jobId, async (transact, job) => {
    const received = uploadId === null ? undefined : await receivedUpload(transact, jobId, uploadId);
    if (received !== undefined) {
      await onFilled(transact, received);
      return received;
    }
    const row = target.waits
      ? await transact
          .updateTable('inputs')
          .set({
            ...content,
            metadata: toJson({ ...file.facts, ...target.metadata }),
            ...(filename !== null && { filename }),
            ...(password !== null && { secret: inputPassword.seal(context.secrets, target.id, password) }),
            modified_at: context.now(),
          })
          .where('id', '=', target.id)
          .where('status', '=', 'downloading')
          .returningAll()
          .executeTakeFirst()
      : await insertInput(transact, context, {
          id: target.id,
          jobId,
          body: { options, filename: filename ?? UNNAMED, credentials: { decrypt_password: password } },
          content: { type: upload.type, source: '', ...content, facts: file.facts },
        });
    if (row === undefined) return null;
    await refuseInputsBeyondContract(transact, context, job);
    await onFilled(transact, row);
    return row;
  });
}

/** Returns the input that the upload of that id has filled. */
export function receivedUpload(
  db: ServiceContext['db'] | Transact,
  jobId: string,
  uploadId: string,
): Promise<InputRow | undefined> {
  return db
    .selectFrom('inputs')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('upload_uuid', '=', uploadId)
    .executeTakeFirst();
}

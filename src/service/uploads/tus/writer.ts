import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../context.ts';
import { toJson } from '../../database/columns.ts';
import type { UploadRow } from '../../database/tables.ts';
import { ServiceError } from '../../errors.ts';
import type { Arrived } from '../../files/resumable-upload-store.ts';
import { expiryOf, findUpload } from './open-uploads.ts';

/*
 * One request at a time adds to an upload, in whichever replica: the row says which (`writer`) and until when that is to be believed. A
 * client that comes back after its connection broke asks first how much has arrived; that ends a request which still waits for the
 * broken one's bytes.
 */

/** Longer than any pause of a healthy process, short enough to wait for where one was killed, ms. */
const LEASE_MS = 10_000;
/** How often a writer renews that, and looks whether it is to end, ms. */
const RENEW_MS = 1000;
/** Polling interval while waiting for a writer, ms. */
const POLL_MS = 50;

/** A request's hold on an upload. */
export interface Writing {
  readonly row: UploadRow;
  /** Aborted when the request is to end: what has arrived until then is kept. */
  readonly signal: AbortSignal;
  /** Records the progress of the upload. Throws ServiceError 409 if another request has taken it over. */
  commit(arrived: Arrived): Promise<void>;
}

/**
 * Does something with an upload that no other request has.
 * @throws ServiceError 404 where it is not there; 423 where another request adds to it; what `work` throws
 */
export async function asWriter<Result>(
  context: ServiceContext,
  jobId: string,
  uploadId: string,
  work: (writing: Writing) => Promise<Result>,
): Promise<Result> {
  const { db, now, log } = context;
  const writer = randomUUID();
  const row = await take(context, jobId, uploadId, writer);
  const expires = await expiryOf(db, jobId, now());
  const stop = new AbortController();
  const change = async (values: Partial<UploadRow>): Promise<void> => {
    const held = await db
      .updateTable('uploads')
      .set({ ...values, writer_until: now() + LEASE_MS })
      .where('id', '=', row.id)
      .where('writer', '=', writer)
      .returning('interrupted')
      .executeTakeFirst();
    if (held === undefined || held.interrupted === 1) stop.abort(takenOver());
    if (held === undefined) throw takenOver();
  };
  const timer = setInterval(() => {
    // What is wrong with the database shows at the next commit.
    change({}).catch(() => {});
  }, RENEW_MS);
  timer.unref();
  try {
    return await work({
      row,
      signal: stop.signal,
      commit: (arrived) => change({ arrived: toJson(arrived), size: arrived.size, expires_at: expires }),
    });
  } finally {
    clearInterval(timer);
    await db
      .updateTable('uploads')
      .set({ writer: null, writer_until: 0, interrupted: 0 })
      .where('id', '=', row.id)
      .where('writer', '=', writer)
      .execute()
      .catch((err: unknown) => log.warn({ err, upload_id: row.id }, 'upload not released; its lease will end'));
  }
}

async function take({ db, now }: ServiceContext, jobId: string, uploadId: string, writer: string): Promise<UploadRow> {
  const row = await db
    .updateTable('uploads')
    .set({ writer, writer_until: now() + LEASE_MS, interrupted: 0 })
    .where('id', '=', uploadId)
    .where('job_id', '=', jobId)
    .where('input_id', 'is', null)
    .where('expires_at', '>', now())
    .where(({ or, eb }) => or([eb('writer', 'is', null), eb('writer_until', '<=', now())]))
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return row;
  const present = await findUpload({ db, now }, jobId, uploadId);
  if (present.input_id !== null) throw takenOver();
  throw new ServiceError('upload_busy', 'Another request sends bytes of this upload; ask with HEAD how many arrived.');
}

/** Ends the request that adds to an upload, if there is one, and waits until what has arrived by it is kept. */
export async function interruptWriter({ db }: ServiceContext, { id, writer }: UploadRow): Promise<void> {
  if (writer === null) return;
  const upload = { id, writer };
  await held(db, upload).set({ interrupted: 1 }).execute();
  for (let waited = 0; waited < LEASE_MS; waited += POLL_MS) {
    const row = await db.selectFrom('uploads').select('writer').where('id', '=', id).executeTakeFirst();
    if (row?.writer !== writer) return;
    await sleep(POLL_MS);
  }
  // Its process was killed, or its store hangs: it can note nothing any more.
  await held(db, upload).set({ writer: null, writer_until: 0, interrupted: 0 }).execute();
}

const held = (db: ServiceContext['db'], { id, writer }: { id: string; writer: string }) =>
  db.updateTable('uploads').where('id', '=', id).where('writer', '=', writer);

const takenOver = (): ServiceError =>
  new ServiceError('upload_taken_over', 'Another request goes on with this upload, or has ended it.');

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../context.ts';
import { toJson } from '../../database/columns.ts';
import type { UploadRow } from '../../database/tables.ts';
import { ServiceError } from '../../errors.ts';
import type { Arrived } from '../../files/resumable-upload-store.ts';
import { expiryOf, findUpload } from './open-uploads.ts';

/*
 * One request at a time adds to an upload, in any replica: the row names it (`writer`), with the end of its lease. A client that returns
 * after its connection broke first asks how much has arrived; this ends a request that still waits for bytes of the broken one.
 */

/** Longer than any pause of a healthy process, but short enough to wait for after one was killed, ms. */
const LEASE_MS = 10_000;
/** Interval at which a writer renews its lease, and checks whether it must end, ms. */
const RENEW_MS = 1000;
/** Polling interval while waiting for a writer, ms. */
const POLL_MS = 50;

/** A request's lease on an upload. */
export interface Writing {
  readonly row: UploadRow;
  /** Aborted when the request must end: what has arrived until then is kept. */
  readonly signal: AbortSignal;
  /** Records the progress of the upload. Throws ServiceError 409 if another request has taken it over. */
  commit(arrived: Arrived): Promise<void>;
}

/**
 * Calls `work` with an upload that no other request has.
 * @throws ServiceError 404 if it does not exist; 423 if another request adds to it; errors of `work`
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
    // Errors of the database appear at the next commit.
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

/** Ends the request that adds to an upload, if there is one, and waits until what it has received is stored. */
export async function interruptWriter({ db }: ServiceContext, { id, writer }: UploadRow): Promise<void> {
  if (writer === null) return;
  const upload = { id, writer };
  await held(db, upload).set({ interrupted: 1 }).execute();
  for (let waited = 0; waited < LEASE_MS; waited += POLL_MS) {
    const row = await db.selectFrom('uploads').select('writer').where('id', '=', id).executeTakeFirst();
    if (row?.writer !== writer) return;
    await sleep(POLL_MS);
  }
  // Its process was killed, or its store hangs: it cannot record anything any more.
  await held(db, upload).set({ writer: null, writer_until: 0, interrupted: 0 }).execute();
}

const held = (db: ServiceContext['db'], { id, writer }: { id: string; writer: string }) =>
  db.updateTable('uploads').where('id', '=', id).where('writer', '=', writer);

const takenOver = (): ServiceError =>
  new ServiceError('upload_taken_over', 'Another request goes on with this upload, or has ended it.');

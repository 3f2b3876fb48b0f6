import type { ServiceContext } from '../context.ts';
import { noSuchJob } from '../errors.ts';
import { removeOutputs, removeReceived } from '../files/discard-files.ts';
import { isFinal } from '../states.ts';
import { cancelTasks } from '../tasks/cancel-tasks.ts';
import { discardUploadsOf } from '../uploads/tus/open-uploads.ts';
import { notAllowed } from './change-open-job.ts';
import { lockJob, moveJob } from './move-job.ts';

/**
 * Cancels a job that has not ended: its tasks are canceled and cost nothing, whoever runs them is notified, and its files are removed.
 * Throws ServiceError 404, 409.
 */
export async function cancelJob(context: ServiceContext, jobId: string): Promise<void> {
  const { db, dispatch, log } = context;
  const now = context.now();
  const { running, inputs, outputs } = await db.transaction().execute(async (transact) => {
    const job = await lockJob(transact, jobId);
    if (job === undefined) throw noSuchJob();
    if (isFinal(job.status)) throw notAllowed(job.status);
    const canceled = await cancelTasks(transact, job, now);
    await transact
      .updateTable('inputs')
      .set({ status: 'canceled', modified_at: now })
      .where('job_id', '=', jobId)
      .execute();
    await transact.updateTable('outputs').set({ status: 'disabled' }).where('job_id', '=', jobId).execute();
    await moveJob(transact, job, 'canceled', now, canceled.changes);
    return {
      running: canceled.running,
      inputs: await transact
        .selectFrom('inputs')
        .select(['id', 'type', 'location'])
        .where('job_id', '=', jobId)
        .execute(),
      outputs: await transact
        .selectFrom('outputs')
        .select(['id', 'location'])
        .where('job_id', '=', jobId)
        .where('deleted_at', 'is', null)
        .execute(),
    };
  });
  if (running.length > 0) dispatch.cancel(running);
  context.wakeCallbacks();
  context.wakeDeliveries();
  // The job has ended even if the store fails: its expiry removes what could not be removed here.
  await removeOutputs(context, outputs).catch((err: unknown) =>
    log.warn({ err, job_id: jobId }, 'outputs not removed'),
  );
  await removeReceived(context, inputs);
  await discardUploadsOf(context, jobId);
}

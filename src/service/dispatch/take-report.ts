import type { OrderedReport } from '../../task/types.ts';
import type { ServiceContext } from '../context.ts';
import { lockJob } from '../jobs/move-job.ts';
import { applyProgress } from '../tasks/apply-progress.ts';
import { applyReport, isFinalReport, lockJobOfTask, type ReportEffects } from '../tasks/apply-report.ts';
import { isLeased, type LeaseKey } from './leases.ts';

/** What a dispatch works with: all parts of the service but the dispatch itself. */
export type DispatchContext = Pick<
  ServiceContext,
  'config' | 'db' | 'secrets' | 'files' | 'wakeCallbacks' | 'wakeDeliveries' | 'log' | 'now'
>;

/**
 * `cancel`: tasks to stop, which still run although their job has ended. `added`: there are new tasks to start. `isLost`: the report does
 * not count, because the task belongs to another attempt.
 */
export type ReportOutcome = Pick<ReportEffects, 'cancel' | 'added'> & { readonly isLost?: true };

const NOTHING: ReportOutcome = { cancel: [] };

/**
 * Applies a report to its job, and carries out the consequences: wakes callbacks and deliveries, removes outputs that nobody wants. Throws
 * errors of the database.
 * @param lease if given, the report counts only while the lease is valid
 * @returns what the dispatch has to do now
 */
export async function takeReport(
  context: DispatchContext,
  report: OrderedReport,
  lease?: LeaseKey,
): Promise<ReportOutcome> {
  if (!isFinalReport(report)) {
    await takeProgress(context, [report], lease?.owner);
    return NOTHING;
  }
  const { db, secrets, files, wakeCallbacks, wakeDeliveries, log, now } = context;
  const effects = await db.transaction().execute(async (transact) => {
    const job = await (lease === undefined ? lockJobOfTask(transact, report.task_id) : lockJob(transact, lease.jobId));
    if (job === undefined || (lease !== undefined && !(await isLeased(transact, lease)))) return null;
    return applyReport(transact, job, report, { secrets, now: now() });
  });
  if (effects === null) return { cancel: [], isLost: true };
  wakeCallbacks();
  if (effects.deliver) wakeDeliveries();
  for (const location of effects.unwanted) {
    await files
      .remove(location)
      .catch((err: unknown) => log.warn({ err, task_id: report.task_id }, 'an output of a canceled task is left'));
  }
  return effects;
}

/**
 * Applies the last progress of each task, and wakes callbacks if a job's status changes by it. Throws errors of the database.
 * @param owner if given, it counts only for tasks that this process has leased, at the attempts of the reports
 */
export async function takeProgress(
  { db, wakeCallbacks, now }: DispatchContext,
  reports: readonly OrderedReport[],
  owner?: string,
): Promise<void> {
  const hasMoved = await applyProgress(db, reports, { now: now(), ...(owner !== undefined && { owner }) });
  if (hasMoved) wakeCallbacks();
}

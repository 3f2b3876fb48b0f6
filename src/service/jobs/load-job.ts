import { fromJson } from '../database/columns.ts';
import type { Database, Transact } from '../database/open.ts';
import type { JobIssueRow, JobRow } from '../database/tables.ts';
import type { FullJob } from '../documents/from-rows.ts';
import type { Contracts } from '../keys/contracts.ts';
import { contractOfKey } from '../keys/limits.ts';
import { outputsOf } from '../outputs/outputs.ts';

/** Loads a job with its inputs, conversions, outputs and issues, each in order. Null if there is no such job. */
export async function loadJob(db: Database | Transact, jobId: string, contracts: Contracts): Promise<FullJob | null> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
  return job === undefined ? null : ((await loadJobs(db, [job], contracts))[0] ?? null);
}

/** Loads many jobs, with as many queries as for one. */
export async function loadJobs(
  db: Database | Transact,
  jobs: readonly JobRow[],
  contracts: Contracts,
): Promise<FullJob[]> {
  const [first] = jobs;
  if (first === undefined) return [];
  const ids = jobs.map(({ id }) => id);
  const inputs = await db
    .selectFrom('inputs')
    .selectAll()
    .where('job_id', 'in', ids)
    .where('type', '<>', 'conversion')
    .orderBy('position')
    .execute();
  const conversions = await db
    .selectFrom('conversions')
    .selectAll()
    .where('job_id', 'in', ids)
    .orderBy('position')
    .execute();
  const targets = await db
    .selectFrom('output_targets')
    .selectAll()
    .where('job_id', 'in', ids)
    .orderBy('position')
    .execute();
  const outputs = await outputsOf(db, ...ids);
  const issues = await db.selectFrom('job_issues').selectAll().where('job_id', 'in', ids).orderBy('position').execute();
  const contract = await contractOfKey(db, first.key_id, contracts);
  const inputsOf = rowsByJob(inputs);
  const conversionsOf = rowsByJob(conversions);
  const targetsByJob = rowsByJob(targets);
  const outputsByJob = rowsByJob(outputs);
  const issuesByJob = rowsByJob(issues);
  const issuesOf = (jobId: string, wanted: JobIssueRow['kind']) =>
    issuesByJob(jobId).flatMap(({ kind, issue }) => (kind === wanted ? [fromJson(issue)] : []));
  return jobs.map((job) => ({
    job,
    contract,
    inputs: inputsOf(job.id),
    conversions: conversionsOf(job.id),
    targets: targetsByJob(job.id),
    outputs: outputsByJob(job.id),
    errors: issuesOf(job.id, 'error'),
    warnings: [...issuesOf(job.id, 'warning'), ...issuesOf(job.id, 'retry')],
  }));
}

function rowsByJob<Row extends { job_id: string }>(rows: readonly Row[]): (jobId: string) => readonly Row[] {
  const groups = Map.groupBy(rows, ({ job_id }) => job_id);
  return (jobId) => groups.get(jobId) ?? [];
}

import { createHash } from 'node:crypto';
import { ERROR_CODES, WARNING_CODES, type WarningCode } from '../../task/codes.ts';
import type { ErrorIssue, WarningIssue } from '../../task/errors.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { JobIssueRow } from '../database/tables.ts';
import { timestamp } from '../documents/from-rows.ts';
import type { JobIssueDocument } from '../documents/schemas.ts';

/** Converts an issue of a report for the job document; an issue of the whole task is attributed to its conversion. */
const jobError = (issue: ErrorIssue): JobIssueDocument => jobIssue(issue, ERROR_CODES[issue.code].number);
const jobWarning = (issue: WarningIssue): JobIssueDocument => jobIssue(issue, WARNING_CODES[issue.code].number);

function jobIssue({ source, id_source, message, details }: ErrorIssue | WarningIssue, code: number): JobIssueDocument {
  return { source: source === 'input' ? 'input' : 'conversion', id_source, code, message, details };
}

/** A failure after which something is tried again. */
interface Retry {
  /** Id of the task or the delivery. */
  readonly of: string;
  /** They may pass; at least one. */
  readonly errors: readonly ErrorIssue[];
  /** When the next try is due, ms since 1970. */
  readonly at: number;
}

/** Shows a warning with the reason and the time of the next try, in place of an earlier one, in a job that the caller has locked. */
export async function showRetry(transact: Transact, jobId: string, { of, errors, at }: Retry): Promise<void> {
  const [first] = errors;
  if (first === undefined) return;
  const reasons = [...new Set(errors.map(({ message }) => message))].join(' ');
  const shown = jobError(first);
  const details = { ...first.details, code: shown.code, retry_at: timestamp(at) };
  const message = `${reasons} This may pass: it is tried again at ${details.retry_at} UTC.`;
  const issue = toJson<JobIssueDocument>({ ...shown, code: WARNING_CODES.tried_again.number, message, details });
  await transact
    .insertInto('job_issues')
    .values({ job_id: jobId, kind: 'retry', position: 0, digest: of, issue })
    .onConflict((conflict) => conflict.columns(['job_id', 'kind', 'digest']).doUpdateSet({ issue }))
    .execute();
}

/** Removes the warnings of `showRetry`. @param of id of the task or the delivery that has ended; null: the job has */
export async function endRetries(transact: Transact, jobId: string, of: string | null): Promise<void> {
  await transact
    .deleteFrom('job_issues')
    .where('job_id', '=', jobId)
    .where('kind', '=', 'retry')
    .$if(of !== null, (query) => query.where('digest', '=', of))
    .execute();
}

interface Issues {
  readonly errors?: readonly ErrorIssue[];
  readonly warnings?: readonly WarningIssue[];
}

/** Adds errors and warnings to those of a job, which the caller has locked. */
export async function addIssues(
  transact: Transact,
  jobId: string,
  { errors = [], warnings = [] }: Issues,
): Promise<void> {
  await append(transact, jobId, 'error', errors.map(jobError));
  await append(transact, jobId, 'warning', warnings.map(jobWarning));
}

/** Puts warnings in place of those of some codes about an input or a conversion that changes, or is removed. */
export async function replaceWarnings(
  transact: Transact,
  jobId: string,
  { id, codes }: { readonly id: string; readonly codes: readonly WarningCode[] },
  warnings: readonly WarningIssue[],
): Promise<void> {
  const ofJob = transact.selectFrom('job_issues').where('job_id', '=', jobId).where('kind', '=', 'warning');
  const rows = await ofJob.select(['digest', 'issue']).execute();
  const numbers = codes.map((code): number => WARNING_CODES[code].number);
  const stale = rows.flatMap(({ digest, issue }) => {
    const { id_source, code: shown } = fromJson(issue);
    return id_source === id && numbers.includes(shown) ? [digest] : [];
  });
  if (stale.length > 0) {
    await transact.deleteFrom('job_issues').where('job_id', '=', jobId).where('digest', 'in', stale).execute();
  }
  await addIssues(transact, jobId, { warnings });
}

/** Adds issues. Each thread has the same issue with its options; it is reported once. */
async function append(
  transact: Transact,
  jobId: string,
  kind: 'error' | 'warning',
  issues: readonly JobIssueDocument[],
): Promise<void> {
  if (issues.length === 0) return;
  const row = await transact
    .selectFrom('job_issues')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('job_id', '=', jobId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const first = row?.last == null ? 0 : Number(row.last) + 1;
  await transact
    .insertInto('job_issues')
    .values(issues.map((issue, index) => issueRow(jobId, kind, { issue, position: first + index })))
    .onConflict((conflict) => conflict.columns(['job_id', 'kind', 'digest']).doNothing())
    .execute();
}

function issueRow(
  jobId: string,
  kind: 'error' | 'warning',
  { issue, position }: { issue: JobIssueDocument; position: number },
): JobIssueRow {
  const text = toJson(issue);
  return { job_id: jobId, kind, position, digest: createHash('sha256').update(text).digest('hex'), issue: text };
}

/** Makes the rows of warnings of a job that is about to be inserted; equal ones become one row. */
export function newWarnings(jobId: string, warnings: readonly WarningIssue[]): JobIssueRow[] {
  const rows = warnings.map((warning, position) =>
    issueRow(jobId, 'warning', { issue: jobWarning(warning), position }),
  );
  return [...new Map(rows.map((row) => [row.digest, row])).values()];
}

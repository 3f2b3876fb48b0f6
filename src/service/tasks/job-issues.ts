import { ERROR_CODES, WARNING_CODES } from '../../task/codes.ts';
import type { ErrorIssue, WarningIssue } from '../../task/errors.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { JobRow } from '../database/tables.ts';
import type { JobIssueDocument } from '../documents/schemas.ts';

type IssueList = JobRow['errors'];

/** An error of a report in the words of the job document; what is about the task as a whole is about its conversion. */
export const jobError = (issue: ErrorIssue): JobIssueDocument => jobIssue(issue, ERROR_CODES[issue.code].number);
export const jobWarning = (issue: WarningIssue): JobIssueDocument => jobIssue(issue, WARNING_CODES[issue.code].number);

function jobIssue({ source, id_source, message, details }: ErrorIssue | WarningIssue, code: number): JobIssueDocument {
  return { source: source === 'input' ? 'input' : 'conversion', id_source, code, message, details };
}

/** The errors of a job with more of them. */
export const addErrors = ({ errors }: Pick<JobRow, 'errors'>, more: readonly ErrorIssue[]): IssueList =>
  appendDistinct(errors, more.map(jobError));

/** The same thing is wrong with the options of each thread; it is reported once. */
export function appendDistinct(list: IssueList, issues: readonly JobIssueDocument[]): IssueList {
  const all = [...fromJson(list), ...issues].map((issue) => toJson(issue));
  return toJson([...new Set(all)].map((issue) => fromJson(issue)));
}

import { ERROR_CODES, WARNING_CODES } from '../../../task/codes.ts';
import { SERVICE_ERRORS } from '../../errors.ts';

/* The numbers that programs act on, as tables for the description (Markdown). */

interface Code {
  readonly number: number;
  readonly meaning: string;
}

const table = (codes: readonly Code[]): string =>
  ['| Code | Meaning |', '|---|---|', ...codes.map(({ number, meaning }) => `| ${number} | ${meaning} |`)].join('\n');

const OF_REQUESTS = Object.values(SERVICE_ERRORS).map(({ code, meaning }) => ({ number: code, meaning }));
const OF_CONVERSIONS = Object.values(ERROR_CODES);

export const ERROR_CODE_DESCRIPTION = `
Stable number of what went wrong: the HTTP status, or a larger one that says more. New ones may be added, so treat an unknown one like the
HTTP status of the answer.

${table(OF_REQUESTS)}

A number above 1000 is of the same list as the \`code\` of a job's errors (\`IssueCode\`).`.trim();

export const ISSUE_CODE_DESCRIPTION = `
Stable number of what went wrong with an input or a conversion. New ones may be added. From 1000 the request or the installation, from 2000
the input, from 3000 the conversion; these are errors. From 5000 warnings, which never change the status of a job.

${table([...OF_CONVERSIONS, ...Object.values(WARNING_CODES)])}`.trim();

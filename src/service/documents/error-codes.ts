import { ERROR_CODES, WARNING_CODES } from '../../task/codes.ts';
import { SERVICE_ERRORS } from '../error-names.ts';

/* Tables (Markdown) of the names and numbers that programs act on, for the description. */

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const OF_REQUESTS = Object.entries(SERVICE_ERRORS).map(([name, { status, meaning }]) => [
  `\`${name}\``,
  status,
  meaning,
]);

const ofTasks = (codes: Readonly<Record<string, { number: number; meaning: string }>>) =>
  Object.values(codes).map(({ number, meaning }) => [number, meaning]);

export const ERROR_NAME_DESCRIPTION = `
Stable name of why the request was refused: several have one HTTP status. New ones may be added, so treat an unknown one like the HTTP
status of the answer.

${table(['Name', 'Status', 'Meaning'], OF_REQUESTS)}

Where the \`code\` is above 1000, the name is that of the error of a task.`.trim();

export const ERROR_CODE_DESCRIPTION = `
The HTTP status, or a larger number that says more: one of the list of the \`code\` of a job's errors (\`IssueCode\`).`.trim();

export const ISSUE_CODE_DESCRIPTION = `
Stable number of what went wrong with an input or a conversion. New ones may be added. From 1000 the request or the installation, from 2000
the input, from 3000 the conversion; these are errors. From 5000 warnings, which never change the status of a job.

${table(['Code', 'Meaning'], [...ofTasks(ERROR_CODES), ...ofTasks(WARNING_CODES)])}`.trim();

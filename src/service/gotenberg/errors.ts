import { STATUS_CODES } from 'node:http';
import { ERROR_CODES, type ErrorCode } from '../../task/codes.ts';
import { failureOf } from '../convert/failure.ts';
import type { JobIssueDocument } from '../documents/schemas.ts';
import { serviceError } from '../http/service-error.ts';
import type { Form } from './form/form.ts';
import { isObject } from './form/go-json.ts';
import { Refusal } from './refusal.ts';
import { FailedJob } from './run/jobs.ts';

/** What a request was about, for the texts of its failures. */
export interface Subject {
  readonly form: Form;
  /** Whether LibreOffice reads its files. */
  readonly isOffice: boolean;
}

/** What a client gets for anything that was thrown. */
export interface Answer {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param subject null if the form was not read */
export function answerOf(error: unknown, subject: Subject | null): Answer {
  if (error instanceof Refusal) return { status: error.status, message: error.message, headers: {} };
  if (error instanceof FailedJob) {
    const known = subject === null ? null : knownFailure(error.errors, subject);
    if (known !== null) return { ...known, headers: {} };
    return fromService(failureOf({ id: '', status: 'failed' }, error.errors));
  }
  return fromService(error);
}

/** Our own statuses that clients of Gotenberg do not know, and those that mean the same to them. */
const STATUSES: Readonly<Record<number, number>> = { 402: 429, 422: 400, 504: 503 };

function fromService(error: unknown): Answer {
  const { status, message, headers } = serviceError(error);
  return { status: STATUSES[status] ?? status, message, headers };
}

const CODES = new Map<number, ErrorCode>(
  Object.entries(ERROR_CODES).map(([code, { number }]) => [number, code as ErrorCode]),
);

type Known = Pick<Answer, 'status' | 'message'> | null;

/** Returns Gotenberg's status and text for a failure that its clients tell apart. */
function knownFailure(errors: readonly JobIssueDocument[], subject: Subject): Known {
  const [first] = errors;
  if (first === undefined) return null;
  const code = CODES.get(first.code);
  if (code === 'input_address_refused') return { status: 403, message: 'Forbidden' };
  const byOption = BY_OPTION[String(first.details.option ?? '')]?.(first, subject.form) ?? null;
  if (byOption !== null) return byOption;
  if (subject.form.value('url') !== undefined && first.source === 'input') return pageFailure(first);
  return subject.isOffice ? officeFailure(code, first, subject.form) : null;
}

/** A page of the web that did not come. */
function pageFailure({ details, message }: JobIssueDocument): Known {
  if (typeof details.status === 'number') return mainStatus(details.status);
  return bad(`Chromium returned ${typeof details.error === 'string' ? `net::${details.error}` : message}`);
}

const bad = (message: string): Known => ({ status: 400, message });
const conflict = (message: string): Known => ({ status: 409, message });

/** Failures by the option that they are about. */
const BY_OPTION: Readonly<Record<string, (error: JobIssueDocument, form: Form) => Known>> = {
  page_ranges: (_error, form) =>
    bad(`The page ranges '${form.value('nativePageRanges') ?? ''}' (nativePageRanges) exceeds the page count`),
  wait_for_expression: (_error, form) =>
    bad(
      `The expression '${form.value('waitForExpression') ?? form.value('waitWindowStatus') ?? ''}' (waitForExpression) returned an exception or undefined`,
    ),
  wait_for_selector: (_error, form) =>
    bad(`The selector '${form.value('waitForSelector') ?? ''}' (waitForSelector) returned an exception or undefined`),
  selector: (_error, form) =>
    bad(`The selector '${form.value('selector') ?? ''}' (selector) matched no element with a visible box`),
  fail_on_status: ({ details }) => mainStatus(Number(details.status)),
  fail_on_resource_status: ({ details }) =>
    conflict(
      `Invalid HTTP status code from resources:\n${resourcesOf(details)
        .map(({ address, status }) => `${address} - ${statusText(Number(status))}`)
        .join('\n')}`,
    ),
  fail_on_resource_error: ({ details }) =>
    conflict(
      `Chromium failed to load resources: ${resourcesOf(details)
        .map(
          ({ type, error }) => `resource ${capitalized(String(type))}: ${String(error).replace(/^(?!net::)/, 'net::')}`,
        )
        .join('\n')}`,
    ),
  fail_on_console_errors: ({ details }) =>
    conflict(`Chromium console exceptions:\n${Array.isArray(details.errors) ? details.errors.join('\n') : ''}`),
  export_pages: (_error, form) => rangesProblem(form),
  split: () => splitProblem(),
  rearrange: (_error, form) => (form.value('splitMode') === undefined ? rangesProblem(form) : splitProblem()),
};

const statusText = (status: number): string => `${status}: ${STATUS_CODES[status] ?? ''}`;

const mainStatus = (status: number): Known =>
  conflict(`Invalid HTTP status code from the main page: ${statusText(status)}`);

const resourcesOf = ({ resources }: JobIssueDocument['details']): readonly Record<string, unknown>[] =>
  Array.isArray(resources) ? resources.filter(isObject) : [];

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const splitProblem = (): Known =>
  bad(
    "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
  );

const rangesProblem = (form: Form): Known =>
  bad(
    `LibreOffice could not apply the page ranges '${form.value('nativePageRanges') ?? ''}' to the document '${form.files()[0]?.filename ?? ''}'. Check the 'nativePageRanges' form field; valid values look like '1-4', '2' or '1,3,5-7'.`,
  );

function officeFailure(code: ErrorCode | undefined, { id_source }: JobIssueDocument, form: Form): Known {
  const file = form.files().find(({ stored }) => stored.id === id_source) ?? form.files()[0];
  const filename = file?.filename ?? '';
  switch (code) {
    case 'input_password_needed':
      return bad(
        `The document '${filename}' is password-protected. Provide its password in the 'password' form field.`,
      );
    case 'input_password_wrong':
      return bad(`The password for the document '${filename}' is incorrect. Check the 'password' form field.`);
    case 'input_empty':
    case 'input_truncated':
    case 'input_damaged':
    case 'input_wrong_type':
      return bad(
        `LibreOffice could not read the document '${filename}'. Ensure the file is not corrupted and that its extension matches its actual format.`,
      );
    default:
      return null;
  }
}

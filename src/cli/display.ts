import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { pathFilename } from '../files/filename.ts';
import type { Summary } from '../runner/run-all.ts';
import type { Issue } from '../task/errors.ts';
import type { OutputRecord, Task, TaskInput, ThreadReport } from '../task/types.ts';
import { pluralize } from '../util/pluralize.ts';
import { showProgress } from './progress.ts';
import { terminal } from './terminal.ts';

/** What the user calls inputs, by input id. Inputs that are missing here are called by their names. */
export type Labels = ReadonlyMap<string, string>;

/** Displays a run: JSON lines for programs, or for people a progress display on a terminal and a summary at the end. */
export interface Display {
  readonly labels: Labels;
  report(report: ThreadReport): void;
  /** Frees the terminal for other output; the next report takes it back. */
  pause(): void;
  /** @param skipped messages about inputs that were skipped */
  finish(summary: Summary, skipped?: readonly string[]): void;
}

const NO_LABELS: Labels = new Map();

/** Prints one JSON object a line to standard output. The last line is the summary, with `skipped` if something was skipped. */
export function jsonDisplay(): Display {
  const print = (value: unknown) => terminal().stdout.write(`${JSON.stringify(value)}\n`);
  return {
    labels: NO_LABELS,
    report: print,
    pause: () => {},
    finish: (summary, skipped = []) => print(skipped.length === 0 ? summary : { ...summary, skipped }),
  };
}

/**
 * Shows progress on standard error if that is a terminal, and the summary. The summary goes to standard error if something failed or if
 * standard output holds the converted file.
 */
export function humanDisplay(
  tasks: readonly Task[],
  labels: Labels = NO_LABELS,
  summaryTo: 'stdout' | 'stderr' = 'stdout',
): Display {
  const progress = showProgress(tasks.map((task) => ({ id: task.id, name: taskName(task, labels) })));
  const finals = new Map<string, ThreadReport>();
  return {
    labels,
    report: (report) => {
      progress.update(report);
      if (report.status !== 'processing') finals.set(report.task_id, report);
    },
    pause: () => progress.stop(),
    finish: (summary, skipped = []) => {
      progress.stop();
      const stream = summary.status === 'completed' && summaryTo === 'stdout' ? terminal().stdout : terminal().stderr;
      const style = { labels, skipped, stream, finals: [...finals.values()] };
      const place = summaryTo === 'stderr' ? 'standard output' : undefined;
      stream.write(renderSummary(summary, tasks, { ...style, ...(place && { place }) }));
    },
  };
}

function taskName({ input, conversion }: Task, labels: Labels): string {
  const [first] = input;
  const more = input.length > 1 ? ` and ${input.length - 1} more` : '';
  return `${first === undefined ? 'input' : inputLabel(first, labels)}${more} → ${conversion.target}`;
}

/** Returns what to call an input: what was typed, its name, or the end of its URL's path, which holds no secret. */
export function inputLabel(input: TaskInput, labels: Labels): string {
  const label = labels.get(input.id) ?? input.filename;
  if (label) return label;
  if (!URL.canParse(input.source) || input.source.startsWith('data:')) return 'input';
  return pathFilename(new URL(input.source)) ?? 'input';
}

export interface SummaryStyle {
  readonly labels?: Labels;
  readonly skipped?: readonly string[];
  /** Where the outputs went, if they are not files that stay. */
  readonly place?: string;
  /** Final reports of the threads; they show which thread an error belongs to. */
  readonly finals?: readonly ThreadReport[];
  /** Stream of the text. Colours are left out if it takes none (NO_COLOR, no terminal). */
  readonly stream?: NodeJS.WriteStream;
}

/** Returns the text shown at the end of a run: each output next to its input, then warnings, errors, and a line for the whole run. */
export const renderSummary = (summary: Summary, tasks: readonly Task[], style: SummaryStyle = {}): string =>
  `${[...summaryLines(summary, tasks, style), `${summary.status}${counts(summary, tasks)} in ${summary.exec_time.toFixed(1)} s`].join('\n')}\n`;

/** Like `renderSummary`, without the line for the whole run. */
export function summaryLines(
  summary: Summary,
  tasks: readonly Task[],
  { labels = NO_LABELS, skipped = [], finals = [], place, stream = terminal().stdout }: SummaryStyle = {},
): string[] {
  const inputs = new Map(tasks.flatMap((task) => task.input).map((input) => [input.id, inputLabel(input, labels)]));
  const styled = (style: 'red' | 'yellow' | 'dim', text: string) => styleText(style, text, { stream });
  const issueText = (issue: Issue) => {
    const about = inputs.size > 1 ? aboutWhich(issue, tasks, { inputs, finals }) : null;
    return `${about === null ? '' : `${about}: `}${issue.message} ${styled('dim', `[${issue.code}]`)}`;
  };
  return [
    ...summary.output.map((output) => outputLine(output, inputs, place)),
    ...skipped.map((each) => `skipped: ${each}`),
    ...summary.warnings.map((warning) => `${styled('yellow', 'warning:')} ${issueText(warning)}`),
    ...summary.errors.map((error) => `${styled('red', 'error:')} ${issueText(error)}`),
    ...summary.errors.flatMap(passwordHint).slice(0, 1),
  ];
}

/** Names the files that an error or a warning is about. Null if it is about all of them. */
function aboutWhich(
  issue: Issue,
  tasks: readonly Task[],
  { inputs, finals }: { inputs: ReadonlyMap<string, string>; finals: readonly ThreadReport[] },
): string | null {
  const named = issue.id_source === null ? undefined : inputs.get(issue.id_source);
  if (named !== undefined) return named;
  const text = JSON.stringify(issue);
  const has = ({ errors, warnings }: ThreadReport) =>
    [...errors, ...warnings].some((each) => JSON.stringify(each) === text);
  const ids = new Set(finals.filter(has).map((report) => report.task_id));
  const found = tasks
    .filter(({ id }) => ids.has(id))
    .flatMap(({ input }) => input.map(({ id }) => inputs.get(id) ?? 'input'));
  if (found.length === 0 || found.length === inputs.size) return null;
  return found.length > FEW ? pluralize(found.length, 'file') : found.join(', ');
}

/** Largest number of files that are named; more are counted. */
const FEW = 3;

function outputLine({ source, uri, size }: OutputRecord, inputs: ReadonlyMap<string, string>, place?: string): string {
  const [first, ...more] = source.input.map((id) => inputs.get(id) ?? 'input');
  const from = first === undefined ? '' : `${first}${more.length > 0 ? ` and ${more.length} more` : ''} → `;
  return `${from}${place ?? displayUri(uri)}  ${formatBytes(size)}`;
}

/** ` 38 of 40` if there was more than one and not all of them came through. */
function counts({ errors, output, status }: Summary, tasks: readonly Task[]): string {
  if (tasks.length < 2) return '';
  if (status === 'completed') return ` ${pluralize(tasks.length, 'file')}`;
  const failed = new Set(errors.map(({ id_source }) => id_source)).size;
  const done = new Set(output.map(({ source }) => source.input[0])).size;
  return `: ${done} of ${tasks.length} converted, ${Math.min(failed, tasks.length - done)} with errors,`;
}

const passwordHint = ({ code }: Issue): string[] =>
  code === 'input_password_needed' || code === 'input_password_wrong'
    ? [
        'Ways to give a password: --password-file FILE, the variable DECRYPT_PASSWORD, or at the prompt when run in a terminal.',
      ]
    : [];

function displayUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  const path = fileURLToPath(uri);
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
}

/** `1.4 MB`: decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}

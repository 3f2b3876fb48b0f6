import { fileURLToPath } from 'node:url';
import cliProgress from 'cli-progress';
import { pathFilename } from '../files/filename.ts';
import type { Summary } from '../runner/run-all.ts';
import type { Issue } from '../task/errors.ts';
import type { Task, TaskInput, ThreadReport } from '../task/types.ts';

/** How a run shows itself: JSON lines for programs, progress bars on a terminal, one summary at the end for both kinds of people. */
export interface Display {
  report(report: ThreadReport): void;
  finish(summary: Summary): void;
}

/** One JSON object a line on standard output; the last line is the summary. */
export function jsonDisplay(): Display {
  const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
  return { report: print, finish: print };
}

/** Bars on standard error where it is a terminal, nothing until the end where it is not. */
export function humanDisplay(tasks: readonly Task[]): Display {
  const bars = process.stderr.isTTY ? progressBars(tasks) : null;
  return {
    report: (report) => bars?.update(report),
    finish: (summary) => {
      bars?.stop();
      const text = renderSummary(summary, tasks);
      if (summary.status === 'completed') process.stdout.write(text);
      else process.stderr.write(text);
    },
  };
}

function progressBars(tasks: readonly Task[]) {
  const multibar = new cliProgress.MultiBar(
    { format: '{bar} {percentage}% {name}', hideCursor: true, clearOnComplete: true, stopOnComplete: false },
    cliProgress.Presets.shades_classic,
  );
  const bars = new Map(tasks.map((task) => [task.id, multibar.create(100, 0, { name: taskName(task) })]));
  return {
    update: (report: ThreadReport) => bars.get(report.task_id)?.update(report.progress),
    stop: () => multibar.stop(),
  };
}

function taskName({ input, conversion }: Task): string {
  const more = input.length > 1 ? ` and ${input.length - 1} more` : '';
  return `${inputName(input[0])}${more} → ${conversion.category}/${conversion.target}`;
}

/** What to call an input before it is fetched: its name, or the end of its URL's path, which holds no secret. */
function inputName(input: TaskInput | undefined): string {
  if (input?.filename) return input.filename;
  if (input === undefined || !URL.canParse(input.source) || input.source.startsWith('data:')) return 'input';
  return pathFilename(new URL(input.source)) ?? 'input';
}

/** The text a person reads at the end of a run. */
export function renderSummary(summary: Summary, tasks: readonly Task[]): string {
  const inputs = tasks.flatMap((task) => task.input);
  const issueText = (issue: Issue) => {
    const about = inputs.length > 1 ? inputs.find((input) => input.id === issue.id_source) : undefined;
    return `${about === undefined ? '' : `${inputName(about)}: `}${issue.message} [${issue.code}]`;
  };
  const lines = [
    ...summary.output.map((output) => `${displayUri(output.uri)}  ${formatBytes(output.size)}  md5 ${output.checksum}`),
    ...summary.warnings.map((warning) => `warning: ${issueText(warning)}`),
    ...summary.errors.map((error) => `error: ${issueText(error)}`),
    `${summary.status} in ${summary.exec_time.toFixed(1)} s`,
  ];
  return `${lines.join('\n')}\n`;
}

const displayUri = (uri: string) => (uri.startsWith('file:') ? fileURLToPath(uri) : uri);

/** `1.4 MB`: decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}

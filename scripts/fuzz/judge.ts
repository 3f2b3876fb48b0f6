import { homedir } from 'node:os';
import { ERROR_CODES } from '../../src/task/codes.ts';
import type { Issue } from '../../src/task/errors.ts';
import { INSIDES, REFUSALS } from '../corpus/convert.ts';
import type { Observation } from './observe.ts';

/** What should not be. */
export interface Finding {
  readonly kind: FindingKind;
  /** The error code that the task ended with; its status where it ended with none. */
  readonly code: string;
  /** Tells this defect from others: what is the same for every file that shows it. */
  readonly signature: string;
  /** For whoever looks at it. */
  readonly detail: string;
}

export type FindingKind =
  /** `internal`, or an error inside an engine's process that nobody had foreseen: a defect of convertd. */
  | 'internal'
  /** `engine_crashed`: the program died of the file, and the task with it, but nothing else. */
  | 'crash'
  /** The task outlived its own time limit. */
  | 'hang'
  /** It took far longer than its size explains. */
  | 'slow'
  /** An error that speaks of this installation, or of no known code: a file cannot be the reason. */
  | 'unexpected code'
  | 'unreadable output'
  | 'left behind'
  /** A message or its details show a path, a stack or the password. */
  | 'exposed'
  /** Of the process that runs all tasks: an error that nobody caught, or memory that grows. */
  | 'runner';

/** Judges one observation. No finding: the task was completed, or ended with a documented code that a file explains. */
export function judge(seen: Observation, password: string | null): Finding[] {
  const { report, logs } = seen;
  const log = logs.join('\n');
  if (report === null) return [{ kind: 'hang', code: 'none', signature: 'hang', detail: log }];
  const [error] = report.errors;
  const code = error?.code ?? report.status;
  const finding = (kind: FindingKind, signature: string, detail: string): Finding => {
    return { kind, code, signature: normalised(signature), detail };
  };
  return [
    ...(error === undefined ? [] : byCode(error, log).map((kind) => finding(kind, programOf(error, log), log))),
    ...exposures(report, password).map((text) => finding('exposed', text, text)),
    ...(password !== null && log.includes(password) ? [finding('exposed', 'the password is in the log', log)] : []),
    ...seen.files.map((name) => finding('left behind', `file ${name}`, name)),
    ...seen.processes.map((command) => finding('left behind', `process ${command}`, command)),
    ...(seen.unreadable === null
      ? []
      : [finding('unreadable output', telling(seen.unreadable.split('\n')), seen.unreadable)]),
  ];
}

/** What a host answers where its job threw an error that nobody had foreseen. */
const UNFORESEEN = 'The conversion failed inside its engine.';

function byCode({ code, message }: Issue, log: string): FindingKind[] {
  if (code === 'internal' || message === UNFORESEEN) return ['internal'];
  if (code === 'engine_crashed') return ['crash'];
  if (code === 'conversion_timeout') return ['slow'];
  const isKnown = Object.hasOwn(ERROR_CODES, code);
  // A program that ended by a crash's signal and was called a failure of the input.
  const isHidden = /: signal (?:4|6|7|8|11|31)\n/.test(log) && code === 'conversion_failed';
  return isKnown && REFUSALS.test(code) && !isHidden ? [] : ['unexpected code'];
}

/** Texts of the errors and warnings that tell of the inside. */
function exposures(
  report: { readonly errors: readonly Issue[]; readonly warnings: readonly Issue[] },
  secret: string | null,
) {
  const texts = [...report.errors, ...report.warnings].flatMap(({ message, details }) => [
    message,
    ...strings(details),
  ]);
  return texts.filter(
    (text) =>
      INSIDES.test(text) ||
      text.includes(homedir()) ||
      text.includes(ROOT) ||
      (secret !== null && text.includes(secret)),
  );
}

const ROOT = new URL('../../', import.meta.url).pathname;

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...strings(inner)]);
}

/** Which program ended how, and the line of its log that says why. */
function programOf({ code, message, details }: Issue, log: string): string {
  const program = typeof details.program === 'string' ? details.program : '';
  const ending = /(?:signal|exit) \d+/.exec(log)?.[0] ?? '';
  // Digits of it stay: they say which signal it was.
  const how = ending.replace(/\d+/, (digits) => `<${digits}>`);
  const lines = log.replaceAll(`${code}: `, '').split('\n');
  return [program, how, telling(lines) || message].filter((part) => part !== '').join(' | ');
}

const TELLING = /error|exception|assert|fatal|fail|cannot|unexpected|invalid|terminate/i;

/** The line that says most: of a stack its first line and first own frame, else the first that speaks of an error. */
function telling(lines: readonly string[]): string {
  const frame = lines.find((line) => /^\s+at .*(?:src|engines)\//.test(line) && !line.includes('node_modules'));
  const line = lines.find((each) => TELLING.test(each)) ?? lines.find((each) => each.trim() !== '') ?? '';
  return frame === undefined ? line : `${line} ${frame.trim()}`;
}

const LONGEST = 200;

/** Without what differs from file to file: numbers, addresses, paths, what is quoted. */
export function normalised(line: string): string {
  return line
    .replaceAll(/(?:file:\/\/)?(?:\/[\w.@+-]+){2,}/g, (path) => `…/${path.split('/').at(-1)?.replaceAll(/\d+/g, 'N')}`)
    .replaceAll(/0x[\da-f]+/gi, 'N')
    .replaceAll(/(["'`])(?:(?!\1).){1,200}\1/g, '"…"')
    .replaceAll(/(?<![<\d])\d+/g, 'N')
    .replaceAll(/[^\x20-\x7e…]+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
}

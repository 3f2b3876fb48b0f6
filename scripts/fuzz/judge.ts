import { homedir } from 'node:os';
import { ERROR_CODES } from '../../src/task/codes.ts';
import type { Issue } from '../../src/task/errors.ts';
import { INSIDES, REFUSALS } from '../corpus/convert.ts';
import type { Observation } from './observe.ts';

/** A defect. */
export interface Finding {
  readonly kind: FindingKind;
  /** The error code that the task ended with; its status if there is none. */
  readonly code: string;
  /** Identifies the defect: it is the same for every file that causes it. */
  readonly signature: string;
  /** Details for the person who examines it. */
  readonly detail: string;
}

export type FindingKind =
  /** `internal`, or an unforeseen error inside an engine's process: a defect of convertd. */
  | 'internal'
  /** `engine_crashed`: the file crashed the program, and thus the task, but nothing else. */
  | 'crash'
  /** The task exceeded its own time limit. */
  | 'hang'
  /** It took far longer than its size explains. */
  | 'slow'
  /** An error about this installation, or with an unknown code: a file cannot be the reason. */
  | 'unexpected code'
  | 'unreadable output'
  | 'left behind'
  /** A message or its details show a path, a stack or the password. */
  | 'exposed'
  /** A defect of the process that runs all tasks: an uncaught error, or growing memory. */
  | 'runner';

/** Judges one observation. Empty if the task was completed, or ended with a documented code that a file explains. */
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

/** Answer of a host if its job threw an unforeseen error. */
const UNFORESEEN = 'The conversion failed inside its engine.';

function byCode({ code, message }: Issue, log: string): FindingKind[] {
  if (code === 'internal' || message === UNFORESEEN) return ['internal'];
  if (code === 'engine_crashed') return ['crash'];
  if (code === 'conversion_timeout') return ['slow'];
  const isKnown = Object.hasOwn(ERROR_CODES, code);
  // A program that ended with a crash signal and was reported as a failure of the input.
  const isHidden = /: signal (?:4|6|7|8|11|31)\n/.test(log) && code === 'conversion_failed';
  // A form has other fields than those that the case fills in, or none.
  const isOfForm = code === 'option_invalid' && message.startsWith('Option fill');
  return isKnown && (REFUSALS.test(code) || isOfForm) && !isHidden ? [] : ['unexpected code'];
}

/** Texts of errors and warnings that reveal internals. */
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

/** Returns which program ended how, and the line of its log that says why. */
function programOf({ code, message, details }: Issue, log: string): string {
  const program = typeof details.program === 'string' ? details.program : '';
  const ending = /(?:signal|exit) \d+/.exec(log)?.[0] ?? '';
  // Digits in it stay: they are the number of the signal.
  const how = ending.replace(/\d+/, (digits) => `<${digits}>`);
  const lines = log.replaceAll(`${code}: `, '').split('\n');
  return [program, how, telling(lines) || message].filter((part) => part !== '').join(' | ');
}

const TELLING = /error|exception|assert|fatal|fail|cannot|unexpected|invalid|terminate/i;

/** Returns the most informative line: of a stack its first line and first own frame, otherwise the first that mentions an error. */
function telling(lines: readonly string[]): string {
  const frame = lines.find((line) => /^\s+at .*(?:src|engines)\//.test(line) && !line.includes('node_modules'));
  const line = lines.find((each) => TELLING.test(each)) ?? lines.find((each) => each.trim() !== '') ?? '';
  return frame === undefined ? line : `${line} ${frame.trim()}`;
}

const LONGEST = 200;

/** Removes what differs between files: numbers, addresses, paths, quoted text. */
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

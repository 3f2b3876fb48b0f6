import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LOG_LEVELS } from '../settings/schema.ts';
import type { Task } from '../task/types.ts';
import { traceFields } from '../util/trace.ts';
import { hideSecrets, isSecretName, urlForLog } from './hide-secrets.ts';

export { hideSecrets, urlForLog } from './hide-secrets.ts';
export type { Logger };

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Stream for the lines; default stdout. */
  readonly stream?: DestinationStream;
}

/**
 * Creates a logger that writes one JSON object a line: `time` (ISO 8601, UTC), `level` (a word), `msg`, and the given fields. Errors belong
 * under `err`; `url` is reduced to its location. No value under a secret's name and no secret in a URL is written, in any field. During a
 * trace, lines have its `trace_id` and `span_id`. Lines are written synchronously, so the last ones before an exit are not lost.
 */
export function createLogger({ level, stream }: LoggerOptions): Logger {
  const withStack = level === 'debug' || level === 'trace';
  const serialize = (value: unknown) => (value instanceof Error ? describeError(value, withStack) : value);
  const options = {
    level,
    base: null,
    mixin: traceFields,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serialize, error: serialize, cause: serialize },
    hooks: { streamWrite: cleanLine },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** Creates a logger that adds the task to every line. */
export function createTaskLogger(logger: Logger, task: Task): Logger {
  const { category, target } = task.conversion;
  return logger.child({
    task_id: task.id,
    job_id: task.job_id,
    category: category.slice(0, LONGEST_NAME),
    target: target.slice(0, LONGEST_NAME),
  });
}

/** Longest name: names come from messages, before they are validated. */
const LONGEST_NAME = 64;

/** Removes secrets from a line just before it is written, so that no caller can forget it. A line takes some ten microseconds. */
function cleanLine(line: string): string {
  return `${JSON.stringify(JSON.parse(line, cleanValue))}\n`;
}

/** For JSON.parse, which calls it for the values inside an object first. */
function cleanValue(key: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (isSecretName(key)) return '***';
  if (typeof value !== 'string') return value;
  return key === 'url' ? urlForLog(value) : hideSecrets(value);
}

/** Returns the field `err` of a failure that is always a defect: with its stack at every level of the log. */
export function withStack(error: unknown): unknown {
  return error instanceof Error ? describeError(error, true) : error;
}

interface ErrorDescription {
  type: string;
  code?: string | number;
  message: string;
  /** The part of a ConversionError that is only for the log: a program's stderr, a path. */
  log?: string;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

/** Deepest cause that is logged: there are seldom more than two, and a cycle must end. */
const DEEPEST_CAUSE = 5;

function describeError(error: Error, withStack: boolean, depth = 0): ErrorDescription {
  const { code, log } = error as { code?: unknown; log?: unknown };
  const nested = (each: unknown) =>
    each instanceof Error && depth < DEEPEST_CAUSE ? describeError(each, withStack, depth + 1) : null;
  const description: ErrorDescription = { type: error.name, message: error.message };
  if (typeof code === 'string' || typeof code === 'number') description.code = code;
  if (typeof log === 'string') description.log = log;
  if ((withStack || isDefect(error, code)) && error.stack !== undefined) description.stack = error.stack;
  const cause = nested(error.cause);
  if (cause !== null) description.cause = cause;
  if (error instanceof AggregateError) description.errors = error.errors.map(nested).filter((each) => each !== null);
  return description;
}

/** Whether an error is a defect: external faults have a code that is sufficient, but only the stack locates a defect of the program. */
function isDefect(error: Error, code: unknown): boolean {
  if (code !== undefined) return code === 'internal';
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

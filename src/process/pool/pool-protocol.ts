import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ConversionError } from '../../task/errors.ts';

/**
 * The protocol between convertd and a worker process, one JSON object a line. The worker process reads requests from standard input and
 * answers on standard output; its standard error is kept for the log.
 *
 *     worker process → convertd  {"ready": true}                                   once, when it can take jobs
 *     convertd → worker process  {"id": 1, "folder": "/…/job", …}                  one job; the next comes after its answer
 *     worker process → convertd  {"id": 1, "progress": 40}                         percent; any number of times
 *     worker process → convertd  {"id": 1, "ok": …}                                done: any JSON value
 *     worker process → convertd  {"id": 1, "error": {"code", "message", "details", "log"}}   failed; only `message` is required
 *
 * The worker process exits at the end of its input. If it forks a child for each job (fork_server.py), a message begins with its number of
 * bytes, as eight digits, and has no line end: the child reads it, not the parent. forked-answers.ts reads the output of such a process;
 * with `{"gone": "gone-1"}` it hands over a folder in its HOME, which convertd removes.
 */
export interface PoolError {
  /** One of ERROR_CODES; anything else counts as `conversion_failed`. */
  readonly code?: string;
  /** For the user: the same rules as a ConversionError's message. */
  readonly message: string;
  readonly details?: Record<string, unknown>;
  /** For the log only. */
  readonly log?: string;
}

export interface PoolJob {
  readonly id: number;
  /** The job's folder: the only place the worker process can write to, with the links to the request's `inputs`. */
  readonly folder: string;
  /** The inputs' own paths, name → path: only with `inputsByPath`, and then without links. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** Longest answer, characters or bytes: 16 Mi. */
export const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Parses a line as a message; null if it is something else, such as a library's output. */
export function parseMessage(line: string): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns the path at which the worker process reads an input, by its name in the request. */
export const inputPath = ({ folder, inputs }: PoolJob, name: string): string => inputs?.[name] ?? join(folder, name);

/**
 * The worker process's side in Node: answers jobs one after another until standard input ends, then returns. The handler's return value is
 * the `ok` answer (undefined becomes null). A ConversionError that it throws arrives as that error, any other as `conversion_failed` with
 * its stack in the log. Do not write to standard output elsewhere.
 */
export async function serveRequests(
  handler: (job: PoolJob, progress: (percent: number) => void) => unknown,
  streams: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stdout,
  },
): Promise<void> {
  const send = (message: object): void => {
    streams.output.write(`${JSON.stringify(message)}\n`);
  };
  send({ ready: true });
  for await (const line of createInterface({ input: streams.input })) {
    const job = JSON.parse(line) as PoolJob;
    try {
      const result = await handler(job, (percent) => send({ id: job.id, progress: percent }));
      send({ id: job.id, ok: result ?? null });
    } catch (error) {
      send({ id: job.id, error: toPoolError(error) });
    }
  }
}

/** Returns the error of a handler as the answer to its job. */
export function toPoolError(error: unknown): PoolError {
  if (error instanceof ConversionError) {
    return {
      code: error.code,
      message: error.message,
      details: error.details,
      ...(error.log === undefined ? {} : { log: error.log }),
    };
  }
  return {
    message: 'The conversion failed inside its engine.',
    log: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

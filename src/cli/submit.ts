import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { JobClient, type JobClientOptions } from '../execution/amqp/job-client.ts';
import { PublishError } from '../execution/amqp/publisher.ts';
import type { ReportMessage } from '../execution/report-message.ts';
import { splitTask, summarize } from '../runner/run-all.ts';
import { environment, overlay, readSettings } from '../settings/read.ts';
import { BROKER, requireBroker } from '../settings/schema.ts';
import { ConversionErrors } from '../task/errors.ts';
import type { Task } from '../task/types.ts';
import { type Display, humanDisplay, jsonDisplay } from './display.ts';
import { EXIT, exitCode } from './exit-codes.ts';
import { type Interrupt, listenForInterrupt } from './interrupt.ts';
import { readTaskFile } from './run.ts';

export interface SubmitFlags {
  wait?: boolean;
  json?: boolean;
  amqpUrl?: string;
  /** Seconds to wait for the reports. */
  timeout?: number;
}

/** How long the broker may be unreachable before a command gives up, ms. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Timeout without --timeout: the longest that a timer allows, 24 days. */
const FOREVER_SECONDS = 2_147_483;
/** Pause before resending a cancel that did not reach the broker, ms. */
const CANCEL_PAUSE_MS = 1000;

/** The task may be valid, but could not be sent, followed or canceled. The message is for the user. */
class SubmitError extends Error {
  override readonly name = 'SubmitError';
}

/**
 * `convertd submit TASK.json`: publishes the task, one message a thread. `--wait` follows the reports to their end; Ctrl-C then cancels the
 * task. Returns the exit code. Throws Error for a setting that is wrong or missing.
 */
export async function submitCommand(taskFile: string, flags: SubmitFlags): Promise<number> {
  const url = brokerUrl(flags);
  const display = flags.json ? jsonDisplay : humanDisplay;
  let threads: Task[];
  try {
    threads = await splitTask(await readTaskFile(taskFile));
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    const summary = {
      status: 'failed',
      output: [],
      warnings: [],
      errors: error.errors.map((each) => each.toIssue()),
      exec_time: 0,
    } as const;
    display([]).finish({ ...summary, output: [], warnings: [] });
    return exitCode(summary);
  }
  const jobId = threads[0]?.job_id ?? randomUUID();
  if (flags.wait === true) {
    const job = new Job(threads, display(threads));
    return withClient({ url, jobId, onReport: (report) => job.hear(report) }, flags.timeout, async (client) => {
      const interrupt = listenForInterrupt();
      for (const thread of threads) await send(client, thread);
      return follow(client, job, interrupt, flags);
    });
  }
  return withClient({ url, jobId, onReport: null }, flags.timeout, async (client) => {
    for (const thread of threads) await send(client, thread);
    announce(jobId, threads, flags);
    return EXIT.completed;
  });
}

/** `convertd cancel TASK_ID…`. Returns the exit code. Throws Error for a setting that is wrong or missing. */
export async function cancelCommand(taskIds: readonly string[], flags: Pick<SubmitFlags, 'amqpUrl'>): Promise<number> {
  const url = brokerUrl(flags);
  return withClient({ url, jobId: randomUUID(), onReport: null }, undefined, async (client) => {
    for (const taskId of taskIds) await cancel(client, taskId);
    return EXIT.completed;
  });
}

/** Returns the URL of the broker. Throws Error if the setting is wrong or missing. */
function brokerUrl({ amqpUrl }: Pick<SubmitFlags, 'amqpUrl'>): string {
  return requireBroker(readSettings(overlay(environment(), { AMQP_URL: amqpUrl }), BROKER));
}

/** Runs `use` on a connection and closes it. Reports errors of the broker, with exit code 1. */
async function withClient(
  options: Omit<JobClientOptions, 'onTrouble'>,
  timeout: number | undefined,
  use: (client: JobClient) => Promise<number>,
): Promise<number> {
  try {
    const client = await connect(options, Math.min(CONNECT_TIMEOUT_MS, (timeout ?? Number.POSITIVE_INFINITY) * 1000));
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error;
    process.stderr.write(`convertd: ${error.message}\n`);
    return EXIT.failed;
  }
}

/** The threads that were sent together, and their reports. */
class Job {
  readonly threads: readonly Task[];
  readonly #display: Display;
  readonly #finals = new Map<string, ReportMessage>();
  readonly #done = Promise.withResolvers<void>();
  readonly #started = performance.now();

  constructor(threads: readonly Task[], display: Display) {
    this.threads = threads;
    this.#display = display;
  }

  get done(): Promise<void> {
    return this.#done.promise;
  }

  get unfinished(): string[] {
    return this.threads.map((thread) => thread.id).filter((id) => !this.#finals.has(id));
  }

  hear(report: ReportMessage): void {
    if (!this.threads.some((thread) => thread.id === report.task_id)) return;
    this.#display.report(report);
    if (report.status !== 'processing') this.#finals.set(report.task_id, report);
    if (this.unfinished.length === 0) this.#done.resolve();
  }

  /** Shows the end of the job. Call it only when all threads have ended. */
  finish() {
    const finals = this.threads.flatMap((thread) => this.#finals.get(thread.id) ?? []);
    const summary = summarize(finals, (performance.now() - this.#started) / 1000);
    this.#display.finish(summary);
    return summary;
  }
}

async function connect(options: Omit<JobClientOptions, 'onTrouble'>, timeoutMs: number): Promise<JobClient> {
  let trouble: Error | null = null;
  const client = await JobClient.connect({
    ...options,
    onTrouble: (error) => {
      trouble = error;
    },
  });
  const done = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: done.signal }).then(() => {
    throw new SubmitError(`the broker was not reached in ${timeoutMs / 1000} s: ${reasonOf(trouble)}`);
  });
  try {
    await Promise.race([client.connected(), late]);
    return client;
  } catch (error) {
    await client.close();
    throw error;
  } finally {
    done.abort();
    late.catch(() => {});
  }
}

/** Returns the reason without the full message of the broker or the network, which may name user and host. */
function reasonOf(error: Error | null): string {
  if (error === null) return 'it does not answer; check AMQP_URL';
  if (/ACCESS.REFUSED/i.test(error.message)) return 'it refuses this user or password; check AMQP_URL';
  // amqplib's message for the broker's refusal to open one.
  if (/ConnectionOpenOk/.test(error.message))
    return 'it has no such virtual host, or not for this user; check AMQP_URL';
  return 'code' in error ? `${String(error.code)}; check AMQP_URL` : 'it closes the connection; check AMQP_URL';
}

/** Sends a task, again if it may not have reached the broker: workers recognize it by its id. */
async function send(client: JobClient, task: Task): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.submit(task);
    } catch (cause) {
      if (tries === 5) {
        const message = `the broker did not take task ${task.id}; send it again under the same id, which does no harm`;
        throw new SubmitError(message, { cause });
      }
      await setTimeout(500 * tries);
    }
  }
}

/** Cancels a task. Throws SubmitError if no worker is connected or the connection is lost. */
async function cancel(client: JobClient, taskId: string): Promise<void> {
  await client.cancel(taskId).catch((cause: unknown) => {
    if (!(cause instanceof PublishError)) throw cause;
    const message = cause.unroutable
      ? 'no worker is connected to the broker, so nothing was canceled'
      : 'the connection to the broker was lost; whether the task was canceled is not known';
    throw new SubmitError(message, { cause });
  });
}

function announce(jobId: string, threads: readonly Task[], flags: SubmitFlags): void {
  const ids = threads.map((thread) => thread.id);
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ job_id: jobId, task_ids: ids })}\n`
      : `job ${jobId}\n${ids.map((id) => `task ${id}\n`).join('')}`,
  );
}

/** Waits for the last final report. An interrupt cancels the remaining tasks, and the wait continues. */
async function follow(client: JobClient, job: Job, interrupt: Interrupt, flags: SubmitFlags): Promise<number> {
  const ended = new AbortController();
  const { signal } = ended;
  const interrupted = aborted(interrupt.signal).then(() => cancelRest(client, job, signal));
  const expired = setTimeout(Math.min(flags.timeout ?? FOREVER_SECONDS, FOREVER_SECONDS) * 1000, undefined, {
    signal,
  }).then(() => {
    const rest = job.unfinished.join(', ');
    throw new SubmitError(`no final report of ${rest} within ${flags.timeout} s; the conversion goes on`);
  });
  try {
    await Promise.race([job.done, expired, interrupted.then(() => job.done)]);
  } finally {
    ended.abort();
    for (const each of [expired, interrupted]) each.catch(() => {});
  }
  return interrupt.exitCode ?? exitCode(job.finish());
}

/** Cancels the rest, and retries while the broker is away. Throws SubmitError if no worker is connected: the tasks stay in their queue. */
async function cancelRest(client: JobClient, job: Job, signal: AbortSignal): Promise<void> {
  for (const id of job.unfinished) {
    for (let isCanceled = false; !isCanceled && !signal.aborted; ) {
      isCanceled = await client.cancel(id).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof PublishError && error.unroutable)) return false;
          throw new SubmitError('no worker is connected to the broker, so nothing was canceled', { cause: error });
        },
      );
      if (!isCanceled) await setTimeout(CANCEL_PAUSE_MS);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

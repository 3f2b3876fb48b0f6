import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { JobClient } from '../broker/job-client.ts';
import type { ReportMessage } from '../broker/messages.ts';
import { PublishError } from '../broker/publisher.ts';
import { splitTask, summarize } from '../runner/run-all.ts';
import { ConversionErrors } from '../task/errors.ts';
import type { Task } from '../task/types.ts';
import { brokerUrl } from '../worker/config.ts';
import { type Display, humanDisplay, jsonDisplay } from './display.ts';
import { EXIT, exitCode } from './exit-codes.ts';
import { listenForInterrupt } from './interrupt.ts';
import { readTaskFile } from './run.ts';

export interface SubmitFlags {
  wait?: boolean;
  json?: boolean;
  amqpUrl?: string;
  /** Seconds to wait for the reports. */
  timeout?: number;
}

/** How long the broker may be out of reach before a command gives up, ms. */
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * `convertd submit TASK.json`: publishes the task, one message a thread; with `--wait` follows the reports to their end. Ctrl-C
 * while waiting cancels the task. Returns the exit code.
 */
export async function submitCommand(taskFile: string, flags: SubmitFlags): Promise<number> {
  const url = brokerUrl({ AMQP_URL: flags.amqpUrl ?? process.env.AMQP_URL });
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
  const job = new Job(threads, display(threads));
  const client = await connect(url, job);
  try {
    for (const thread of threads) await send(client, thread);
    if (flags.wait !== true) {
      announce(job.id, threads, flags);
      return EXIT.completed;
    }
    return await follow(client, job, flags);
  } finally {
    await client.close();
  }
}

/** `convertd cancel TASK_ID…`. Returns the exit code. */
export async function cancelCommand(taskIds: readonly string[], flags: Pick<SubmitFlags, 'amqpUrl'>): Promise<number> {
  const url = brokerUrl({ AMQP_URL: flags.amqpUrl ?? process.env.AMQP_URL });
  const client = await connect(url, new Job([], jsonDisplay()));
  try {
    for (const taskId of taskIds) await client.cancel(taskId);
    return EXIT.completed;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    throw new Error('no worker is connected to the broker, so nothing was canceled', { cause: error });
  } finally {
    await client.close();
  }
}

/** The threads that were sent together, and what is known of them. */
class Job {
  readonly id: string;
  readonly threads: readonly Task[];
  readonly #display: Display;
  readonly #finals = new Map<string, ReportMessage>();
  readonly #done = Promise.withResolvers<void>();
  readonly #started = performance.now();

  constructor(threads: readonly Task[], display: Display) {
    this.id = threads[0]?.job_id ?? randomUUID();
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

  /** Shows the end of it; only once all threads have one. */
  finish() {
    const finals = this.threads.flatMap((thread) => this.#finals.get(thread.id) ?? []);
    const summary = summarize(finals, (performance.now() - this.#started) / 1000);
    this.#display.finish(summary);
    return summary;
  }
}

async function connect(url: string, job: Job): Promise<JobClient> {
  let trouble: Error | null = null;
  const client = await JobClient.connect({
    url,
    jobId: job.id,
    onReport: (report) => job.hear(report),
    onTrouble: (error) => {
      trouble = error;
    },
  });
  const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const late = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () =>
      reject(
        new Error(`the broker was not reached in ${CONNECT_TIMEOUT_MS / 1000} s (${codeOf(trouble)}); check AMQP_URL`),
      ),
    );
  });
  try {
    await Promise.race([client.connected(), late]);
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

const codeOf = (error: Error | null): string => (error !== null && 'code' in error ? String(error.code) : 'no answer');

/** A task that may or may not have reached the broker is sent again: workers know it by its id. */
async function send(client: JobClient, task: Task): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.submit(task);
    } catch (error) {
      if (tries === 5) throw error;
      await setTimeout(500 * tries);
    }
  }
}

function announce(jobId: string, threads: readonly Task[], flags: SubmitFlags): void {
  const ids = threads.map((thread) => thread.id);
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ job_id: jobId, task_ids: ids })}\n`
      : `job ${jobId}\n${ids.map((id) => `task ${id}\n`).join('')}`,
  );
}

async function follow(client: JobClient, job: Job, flags: SubmitFlags): Promise<number> {
  const interrupt = listenForInterrupt();
  interrupt.signal.addEventListener('abort', () => {
    for (const id of job.unfinished) client.cancel(id).catch(() => {});
  });
  const late = new AbortController();
  const expired =
    flags.timeout === undefined
      ? new Promise<never>(() => {})
      : setTimeout(flags.timeout * 1000, undefined, { signal: late.signal }).then(() => {
          throw new Error(
            `no final report within ${flags.timeout} s of ${job.unfinished.join(', ')}; the task goes on`,
          );
        });
  try {
    await Promise.race([job.done, expired]);
  } finally {
    late.abort();
  }
  return interrupt.exitCode ?? exitCode(job.finish());
}

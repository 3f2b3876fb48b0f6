import { workFor } from '../process/owner.ts';
import { ConversionError } from '../task/errors.ts';
import { failedReport } from '../task/failed-report.ts';
import type { OrderedReport, Task, ThreadReport } from '../task/types.ts';
import { createTaskLogger, type Logger } from '../telemetry/log.ts';
import type { Metrics, TaskResult } from '../telemetry/metrics.ts';
import { taskAttributes } from '../telemetry/task-attributes.ts';
import { inSpan, type Span } from '../util/trace.ts';
import { nextStep, type StopReason } from './next-step.ts';
import { Progress } from './progress.ts';
import type { Done, Lease, Settled } from './queue.ts';
import { retry } from './retry.ts';
import { type AttemptHooks, newAttemptName, type TaskRunner } from './task-runner.ts';

/** How long to try to remove outputs while the store is away, ms. */
const REMOVE_MS = 10_000;

/** What every attempt of a process uses. */
export interface AttemptServices {
  readonly runner: TaskRunner;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Pauses before each retry of a task that failed with a transient error, ms. */
  readonly retryDelaysMs: readonly number[];
}

/** See Attempt. */
export type AttemptState =
  | { readonly name: 'ready' }
  | { readonly name: 'running' }
  | { readonly name: 'stopping'; readonly why: StopReason }
  | { readonly name: 'settling' }
  | { readonly name: 'ended' };

type StateName = AttemptState['name'];

const NEXT: Readonly<Record<StateName, readonly StateName[]>> = {
  ready: ['running', 'stopping', 'ended'],
  running: ['stopping', 'settling', 'ended'],
  stopping: ['settling', 'ended'],
  settling: ['ended'],
  ended: [],
};

/** How an attempt ended. The report is null if this attempt sent none. */
interface Outcome {
  readonly result: TaskResult;
  readonly report: ThreadReport | null;
}

const RETURNED: Outcome = { result: 'returned', report: null };

/**
 * One attempt at a task in this process, from its lease to the settlement. Its states:
 *
 * | state    | what happens                                    | next                     |
 * |----------|-------------------------------------------------|--------------------------|
 * | ready    | its task is read                                | running, stopping, ended |
 * | running  | the conversion runs                             | stopping, settling, ended |
 * | stopping | it was told to stop, perhaps before it began    | settling, ended          |
 * | settling | the final report, or the task, is on its way    | ended                    |
 * | ended    | nothing is left to do                           |                          |
 *
 * An error that is not a result of the conversion ends it in any state: the infrastructure is away, the lease ends by itself, and the
 * task comes to another attempt.
 */
export class Attempt {
  readonly #lease: Lease;
  readonly #services: AttemptServices;
  readonly #name: string;
  readonly #abort = new AbortController();
  #state: AttemptState = { name: 'ready' };
  #sequence = 0;
  /** Whether outputs of a report that could not be recorded may be left. */
  #mayHaveLeft = false;

  constructor(lease: Lease, services: AttemptServices) {
    this.#lease = lease;
    this.#services = services;
    this.#name = newAttemptName(lease.attempt);
    const lose = () => this.stop('lost');
    if (lease.lost.aborted) lose();
    else lease.lost.addEventListener('abort', lose, { once: true });
  }

  get lease(): Lease {
    return this.#lease;
  }

  get state(): AttemptState {
    return this.#state;
  }

  /** Stops the conversion. Does nothing if it was stopped before or is over. */
  stop(why: StopReason): void {
    if (this.#state.name !== 'ready' && this.#state.name !== 'running') return;
    this.#enter({ name: 'stopping', why });
    this.#abort.abort();
  }

  /** Throws if the infrastructure is away. */
  run(): Promise<void> {
    const { taskId, attempt, traceparent: parent } = this.#lease;
    const attributes = { 'convertd.task.id': taskId, 'convertd.attempt': attempt };
    const run = (span: Span) => workFor(this.#lease.owner, () => this.#run(span));
    return inSpan('attempt', { kind: 'consumer', parent, attributes }, run);
  }

  async #run(span: Span): Promise<void> {
    const started = performance.now();
    const task = await this.#read();
    if (task === null) return this.#enter({ name: 'ended' });
    if (this.#state.name === 'ready') this.#enter({ name: 'running' });
    span.set(taskAttributes(task));
    const { metrics } = this.#services;
    const log = createTaskLogger(this.#services.log, task);
    metrics.taskStarted(task, this.#lease.waitedSeconds());
    let { result, report } = RETURNED;
    try {
      ({ result, report } = await this.#runToEnd(task, log));
    } catch (error) {
      this.#lease.abandon();
      throw error;
    } finally {
      this.#enter({ name: 'ended' });
      const seconds = Math.round(performance.now() - started) / 1000;
      metrics.taskEnded(task, result, report, seconds);
      const errors = report?.errors.map(({ code }) => code);
      span.set({ 'convertd.result': result });
      if (errors?.[0] !== undefined) span.fail(errors[0]);
      log.info({ result, seconds, attempt: this.#lease.attempt, errors }, 'task ended');
    }
  }

  async #read(): Promise<Task | null> {
    try {
      return await this.#lease.read();
    } catch (error) {
      this.#lease.abandon();
      this.#enter({ name: 'ended' });
      throw error;
    }
  }

  async #runToEnd(task: Task, log: Logger): Promise<Outcome> {
    const report = await this.#convert(task, log);
    if (report === null) {
      this.#enter({ name: 'settling' });
      return outcomeOf(await this.#lease.settle({ kind: 'repeated' }), 'repeated', null);
    }
    const { state } = this;
    const stopped = state.name === 'stopping' ? state.why : null;
    if (stopped !== 'lost') return this.#settle(task, report, stopped, log);
    await this.#tidy(task, report, log, false);
    return RETURNED;
  }

  /** @returns null if the task has its final report */
  async #convert(task: Task, log: Logger): Promise<ThreadReport | null> {
    const progress = new Progress((report) => this.#lease.progress(this.#ordered(report)));
    const hooks: AttemptHooks = {
      onReport: (report) => {
        if (report.status === 'processing') progress.report(report);
      },
      onLog: (text) => log.warn({ detail: text }, 'left by the conversion for the log'),
    };
    try {
      const found = await this.#lease.lookUp(task);
      if (found.state === 'ended') {
        // The attempt that ended it may have been aborted before it removed them.
        if (found.attempt !== null) await this.#discardOthers(task, found.attempt, log);
        return null;
      }
      if (found.state === 'canceled') this.stop('canceled');
      return await this.#services.runner.run(task, this.#name, hooks, this.#abort.signal);
    } catch (error) {
      if (error instanceof ConversionError) return failedReport(task, error);
      throw error;
    } finally {
      await progress.end();
    }
  }

  /** Decides whether this attempt's report ends the task or another attempt follows. */
  async #settle(
    task: Task,
    report: ThreadReport,
    stopped: Exclude<StopReason, 'lost'> | null,
    log: Logger,
  ): Promise<Outcome> {
    if (this.#state.name !== 'settling') this.#enter({ name: 'settling' });
    const next = nextStep(report, stopped, this.#services.retryDelaysMs[this.#lease.retries]);
    switch (next.kind) {
      case 'return':
        return outcomeOf(await this.#lease.settle({ kind: 'returned', begun: true }), 'returned', null);
      case 'retry':
        log.warn(
          { errors: report.errors, delay_ms: next.delayMs },
          'task failed with a temporary error; it is retried',
        );
        return outcomeOf(await this.#lease.settle({ ...next, report: this.#ordered(report) }), 'retried', report);
      case 'report': {
        const tidy = (isFinal: boolean) => this.#tidy(task, report, log, isFinal);
        const done: Done = { kind: 'done', report: this.#ordered(report), attempt: this.#name, tidy };
        try {
          return outcomeOf(await this.#lease.settle(done), finalResult(report), report);
        } catch (error) {
          if (!(error instanceof ConversionError) || report.output.length === 0) throw error;
          // It is not known whether the report was recorded, so its outputs stay until another one is.
          this.#mayHaveLeft = true;
          return this.#settle(task, failedReport(task, error), null, log);
        }
      }
    }
  }

  /** Removes outputs that do not count: those of this attempt, or those of earlier ones. Leftovers do no harm. */
  async #tidy(task: Task, report: ThreadReport, log: Logger, isFinal: boolean): Promise<void> {
    const { runner } = this.#services;
    if (isFinal) {
      const keep = report.output.length > 0 ? this.#name : null;
      if (this.#lease.attempt > 1 || this.#mayHaveLeft) await this.#discardOthers(task, keep, log);
    } else if (report.output.length > 0) await patiently(() => runner.discard(task, this.#name), log);
  }

  async #discardOthers(task: Task, name: string | null, log: Logger): Promise<void> {
    await patiently(() => this.#services.runner.discardOthers(task, name), log);
  }

  #ordered(report: ThreadReport): OrderedReport {
    this.#sequence += 1;
    return { ...report, attempt: this.#lease.attempt, sequence: this.#sequence };
  }

  #enter(next: AttemptState): void {
    const { name } = this.#state;
    if (!NEXT[name].includes(next.name)) throw new Error(`An attempt that is ${name} cannot become ${next.name}`);
    this.#state = next;
  }
}

function outcomeOf(settled: Settled, result: TaskResult, report: ThreadReport | null): Outcome {
  if (settled === 'settled') return { result, report };
  return settled === 'repeated' ? { result: 'repeated', report: null } : RETURNED;
}

/** Tries again while the store is away, for a limited time. Leftovers do no harm. */
async function patiently(remove: () => Promise<void>, log: Logger): Promise<void> {
  await retry(remove, { signal: AbortSignal.timeout(REMOVE_MS) }).catch((err: unknown) =>
    log.warn({ err }, 'what an attempt has stored was not removed'),
  );
}

function finalResult(report: ThreadReport): TaskResult {
  return report.status === 'processing' ? 'failed' : report.status;
}

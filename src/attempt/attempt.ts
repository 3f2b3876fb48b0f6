import { ConversionError } from '../task/errors.ts';
import { failedReport } from '../task/failed-report.ts';
import type { OrderedReport, Task, ThreadReport } from '../task/types.ts';
import { createTaskLogger, type Logger } from '../telemetry/log.ts';
import type { Metrics, TaskResult } from '../telemetry/metrics.ts';
import { taskAttributes } from '../telemetry/task-attributes.ts';
import { inSpan, type Span } from '../trace.ts';
import type { ConversionHooks, Convert } from './convert-task.ts';
import { nextStep, type StopReason } from './next-step.ts';
import { Progress } from './progress.ts';
import type { Handover, Transport } from './transport.ts';

/** What every attempt of a process works with. */
export interface AttemptServices {
  readonly convert: Convert;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Pauses before each retry of a task that failed by a fault that may pass, ms. */
  readonly retryDelaysMs: readonly number[];
}

/** See Attempt. */
export type AttemptState =
  | { readonly name: 'ready' }
  | { readonly name: 'running' }
  | { readonly name: 'stopping'; readonly why: StopReason }
  | { readonly name: 'overtaken'; readonly handover: Handover }
  | { readonly name: 'leaving' }
  | { readonly name: 'reporting' }
  | { readonly name: 'ended' };

type StateName = AttemptState['name'];

const NEXT: Readonly<Record<StateName, readonly StateName[]>> = {
  ready: ['running', 'stopping', 'leaving', 'ended'],
  running: ['stopping', 'overtaken', 'leaving', 'reporting', 'ended'],
  stopping: ['overtaken', 'leaving', 'reporting', 'ended'],
  overtaken: ['ended'],
  leaving: ['ended'],
  reporting: ['overtaken', 'ended'],
  ended: [],
};

/** How an attempt ended. The report is null where it was none of this attempt's. */
interface Outcome {
  readonly result: TaskResult;
  readonly report: ThreadReport | null;
}

const RETURNED: Outcome = { result: 'returned', report: null };

/**
 * One attempt at a task in this process, from taking the task to its final report or to its way back. Its states:
 *
 * | state     | what happens                                             | next                                    |
 * |-----------|----------------------------------------------------------|-----------------------------------------|
 * | ready     | it waits for a slot, or its task is read                | running, stopping, leaving, ended       |
 * | running   | the conversion runs                                      | stopping, overtaken, leaving, reporting |
 * | stopping  | it was told to stop, perhaps before it began             | overtaken, leaving, reporting, ended    |
 * | overtaken | another process has the task, or has sent its end        | ended                                   |
 * | leaving   | the task is on its way to another attempt                | ended                                   |
 * | reporting | the final report is on its way                           | overtaken, ended                        |
 * | ended     | nothing is left to do                                    |                                         |
 *
 * An error that is not a result of the conversion ends it in any state: the transport is away, and gives the task to another
 * attempt by itself.
 */
export class Attempt {
  readonly #transport: Transport;
  readonly #services: AttemptServices;
  readonly #abort = new AbortController();
  #state: AttemptState = { name: 'ready' };
  #sequence = 0;

  constructor(transport: Transport, services: AttemptServices) {
    this.#transport = transport;
    this.#services = services;
  }

  get taskId(): string {
    return this.#transport.taskId;
  }

  get state(): AttemptState {
    return this.#state;
  }

  /** Stops the conversion; nothing where it was stopped before or is over. */
  stop(why: StopReason): void {
    if (this.#state.name !== 'ready' && this.#state.name !== 'running') return;
    this.#enter({ name: 'stopping', why });
    this.#abort.abort();
  }

  /** Instead of `run`: returns a task that has not begun, for another worker. Throws what the transport does. */
  async giveBack(): Promise<void> {
    this.#enter({ name: 'leaving' });
    await this.#transport.giveBack(false);
    this.#enter({ name: 'ended' });
  }

  /** Throws where the transport is away, which then gives the task to another attempt. */
  run(): Promise<void> {
    const { attempt, traceparent: parent } = this.#transport;
    const attributes = { 'convertd.task.id': this.taskId, 'convertd.attempt': attempt };
    return inSpan('attempt', { kind: 'consumer', parent, attributes }, (span) => this.#run(span));
  }

  async #run(span: Span): Promise<void> {
    const started = performance.now();
    const task = await this.#transport.read();
    if (task === null) return this.#enter({ name: 'ended' });
    if (this.#state.name === 'ready') this.#enter({ name: 'running' });
    span.set(taskAttributes(task));
    const { metrics } = this.#services;
    const log = createTaskLogger(this.#services.log, task);
    metrics.taskStarted(task, this.#transport.waitedSeconds());
    let { result, report } = RETURNED;
    try {
      ({ result, report } = await this.#conclude(await this.#convert(task, log), log));
    } catch (error) {
      this.#transport.abandon();
      throw error;
    } finally {
      this.#enter({ name: 'ended' });
      const seconds = Math.round(performance.now() - started) / 1000;
      metrics.taskEnded(task, result, report, seconds);
      const errors = report?.errors.map(({ code }) => code);
      span.set({ 'convertd.result': result });
      if (errors?.[0] !== undefined) span.fail(errors[0]);
      log.info({ result, seconds, attempt: this.#transport.attempt, errors }, 'task ended');
    }
  }

  async #convert(task: Task, log: Logger): Promise<ThreadReport> {
    const progress = new Progress((report) => this.#transport.progress(this.#ordered(report)));
    const hooks: ConversionHooks = {
      onReport: (report) => {
        if (report.status === 'processing') progress.report(report);
      },
      onLog: (text) => log.warn({ detail: text }, 'left by the conversion for the log'),
      beforeStore: async () => {
        const handover = await this.#transport.lostTo();
        if (handover !== null) throw this.#overtake(handover);
      },
    };
    try {
      const found = await this.#transport.lookUp(task);
      if (typeof found === 'function') throw this.#overtake(found);
      if (found === 'canceled') this.stop('canceled');
      return await this.#services.convert(task, this.#transport.attempt, hooks, this.#abort.signal);
    } catch (error) {
      if (error instanceof ConversionError) return failedReport(task, error);
      throw error;
    } finally {
      await progress.end();
    }
  }

  /** Decides what this attempt's report means: the end, or another attempt. */
  async #conclude(report: ThreadReport, log: Logger): Promise<Outcome> {
    const state = this.#state;
    if (state.name === 'overtaken') return { result: await state.handover(), report: null };
    const stopped = state.name === 'stopping' ? state.why : null;
    if (stopped === 'lost') return RETURNED;
    const next = nextStep(report, stopped, this.#services.retryDelaysMs[this.#transport.retries]);
    switch (next.kind) {
      case 'give back':
        this.#enter({ name: 'leaving' });
        await this.#transport.giveBack(true);
        return RETURNED;
      case 'retry':
        log.warn(
          { errors: report.errors, delay_ms: next.delayMs },
          'task failed with a temporary error; it is retried',
        );
        this.#enter({ name: 'leaving' });
        await this.#transport.retry(next.delayMs);
        return { result: 'retried', report };
      case 'report':
        this.#enter({ name: 'reporting' });
        return this.#report(report);
    }
  }

  async #report(report: ThreadReport): Promise<Outcome> {
    const handover = await this.#transport.report(this.#ordered(report));
    if (handover === null) return { result: finalResult(report), report };
    this.#overtake(handover);
    return { result: await handover(), report: null };
  }

  #ordered(report: ThreadReport): OrderedReport {
    this.#sequence += 1;
    return { ...report, attempt: this.#transport.attempt, sequence: this.#sequence };
  }

  /** What another process stores must not be replaced. @returns what ends the conversion; it is reported to nobody */
  #overtake(handover: Handover): ConversionError {
    if (this.#state.name !== 'overtaken') this.#enter({ name: 'overtaken', handover });
    this.#abort.abort();
    return new ConversionError('conversion_canceled', 'Another process has the task.');
  }

  #enter(next: AttemptState): void {
    const { name } = this.#state;
    if (!NEXT[name].includes(next.name)) throw new Error(`An attempt that is ${name} cannot become ${next.name}`);
    this.#state = next;
  }
}

function finalResult(report: ThreadReport): TaskResult {
  return report.status === 'processing' ? 'failed' : report.status;
}

import { setTimeout } from 'node:timers/promises';
import type { ConversionHooks, Convert } from '../attempt/convert-task.ts';
import type { ReportMessage } from '../broker/messages.ts';
import { ERROR_CODES } from '../task/codes.ts';
import { ConversionError } from '../task/errors.ts';
import { failedReport } from '../task/failed-report.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import { createTaskLogger, type Logger } from '../telemetry/log.ts';
import type { Metrics, TaskResult } from '../telemetry/metrics.ts';
import type { Delivery } from './delivery.ts';
import type { FinalEntry, Ledger } from './ledger.ts';
import { publishFinal, publishProgress, reportMessage, retryLater, returnToQueue } from './settle.ts';

export type StopReason = 'canceled' | 'shutdown';

/** What every task run of a worker works with. */
export interface TaskRunServices {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly retryDelaysMs: readonly number[];
  readonly convert: Convert;
}

type Outcome = { readonly result: TaskResult; readonly report: ThreadReport | null };

/** How long another worker is given to tell that it sent the final report it has recorded. */
const OTHER_SENDS_MS = 1500;

/** A delivery of the task, and the job that it came from: several may send the same task. */
interface Held {
  readonly delivery: Delivery;
  readonly jobId: string | null;
}

/** One task on this worker, from its delivery to the acknowledgement of it. */
export class TaskRun {
  readonly task: Task;
  readonly #services: TaskRunServices;
  readonly #log: Logger;
  readonly #abort = new AbortController();
  readonly #first: Delivery;
  /** The first, and those that repeated the task while it was here. */
  readonly #held: Held[];
  #stopped: StopReason | null = null;
  /** The task is on its way to another attempt. */
  #leaving = false;
  /** The final report of another worker that was quicker with the same task. */
  #overtaken: FinalEntry | null = null;
  #sequence = 0;

  constructor(task: Task, delivery: Delivery, services: TaskRunServices) {
    this.task = task;
    this.#first = delivery;
    this.#held = [{ delivery, jobId: task.job_id }];
    this.#services = services;
    this.#log = createTaskLogger(services.log, task);
  }

  /** The same task came again, as it does after a lost connection: what runs is for this delivery too. */
  adopt(delivery: Delivery, jobId: string | null): boolean {
    if (this.#leaving) return false;
    this.#held.push({ delivery, jobId });
    this.#log.info({ attempt: delivery.attempt }, 'task delivered again while it is here');
    return true;
  }

  /** The first reason counts. */
  stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#abort.abort();
  }

  /** Gives a task that has not begun to whoever takes it next. Throws PublishError. */
  async giveBack(): Promise<void> {
    await this.#leave((delivery) => returnToQueue(delivery, delivery.attempt));
    this.#log.debug('task given back before it began');
  }

  /** Throws PublishError where the broker went away, which then delivers the task again. */
  async run(): Promise<void> {
    const started = performance.now();
    this.#services.metrics.taskStarted(this.task, this.#first.waitedSeconds);
    let outcome: Outcome = { result: 'returned', report: null };
    try {
      outcome = await this.#process();
    } catch (error) {
      // Nothing is known to throw but a broker that is away. Whatever else does counts as a vain delivery, so it has an end.
      for (const delivery of this.#live) delivery.reject();
      throw error;
    } finally {
      const seconds = Math.round(performance.now() - started) / 1000;
      this.#services.metrics.taskEnded(this.task, outcome.result, outcome.report, seconds);
      const errors = outcome.report?.errors.map((error) => error.code);
      this.#log.info({ result: outcome.result, seconds, attempt: this.#first.attempt, errors }, 'task ended');
    }
  }

  async #process(): Promise<Outcome> {
    const known = await this.#lookUp();
    if (known instanceof ConversionError) return this.#conclude(failedReport(this.task, known));
    if (known !== null) return this.#answerForOther(known);
    const report = await this.#convert();
    return this.#overtaken === null ? this.#conclude(report) : this.#answerForOther(this.#overtaken);
  }

  /** What is known of the task from before; an error where the ledger cannot be read. */
  async #lookUp(): Promise<FinalEntry | null | ConversionError> {
    try {
      const { final, canceled } = await this.#services.ledger.find(this.task.id);
      if (canceled && final === null) this.stop('canceled');
      return final;
    } catch (error) {
      if (error instanceof ConversionError) return error;
      throw error;
    }
  }

  async #convert(): Promise<ThreadReport> {
    const hooks: ConversionHooks = {
      onReport: (report) => this.#publishProgress(report),
      onLog: (text) => this.#log.warn({ detail: text }, 'left by the conversion for the log'),
      beforeStore: async () => {
        const { final } = await this.#services.ledger.find(this.task.id);
        if (final === null) return;
        this.#overtaken = final;
        throw new ConversionError('conversion_canceled', 'Another worker has finished the task.');
      },
    };
    try {
      return await this.#services.convert(this.task, this.#first.attempt, hooks, this.#abort.signal);
    } catch (error) {
      if (error instanceof ConversionError) return failedReport(this.task, error);
      throw error;
    }
  }

  /** Decides what this attempt's report means: the end, or another attempt. */
  async #conclude(report: ThreadReport): Promise<Outcome> {
    if (this.#stopped === 'shutdown' && report.status === 'canceled') {
      await this.#leave((delivery) => returnToQueue(delivery, delivery.attempt + 1));
      return { result: 'returned', report: null };
    }
    const delayMs = mayPass(report) ? this.#services.retryDelaysMs[this.#first.retries] : undefined;
    if (delayMs !== undefined) {
      this.#log.warn(
        { errors: report.errors, delay_ms: delayMs },
        'task failed by a fault that may pass; it is tried again',
      );
      await this.#leave((delivery) => retryLater(delivery, delayMs));
      return { result: 'retried', report };
    }
    const message = this.#message(report);
    const other = await this.#record(message);
    return other === null ? this.#answer({ report: message, sent: false }) : this.#answerForOther(other);
  }

  /** @returns the final report that the task has already, if it has one */
  async #record(report: ReportMessage): Promise<FinalEntry | null> {
    try {
      return await this.#services.ledger.recordFinal(report);
    } catch (error) {
      // Its outputs are there, or there are none: better told twice than not at all.
      this.#log.error({ err: error }, 'the final report could not be recorded before it is sent');
      return null;
    }
  }

  async #answerForOther(final: FinalEntry): Promise<Outcome> {
    this.#log.info('the task has its final report already');
    if (final.sent) return this.#repeat(final);
    await setTimeout(OTHER_SENDS_MS);
    return this.#repeat((await this.#finalOfOther()) ?? final);
  }

  /** The final report that is recorded by now; null also where the store does not answer. */
  async #finalOfOther(): Promise<FinalEntry | null> {
    return this.#services.ledger.find(this.task.id).then(
      ({ final }) => final,
      () => null,
    );
  }

  /** Answers with a report that was counted when it was made. */
  async #repeat(final: FinalEntry): Promise<Outcome> {
    await this.#answer(final);
    return { result: 'repeated', report: null };
  }

  /**
   * Sends the final report to each job that has not had it, and acknowledges. Where no delivery is ours any more, whoever gets
   * the next one does it.
   */
  async #answer({ report, sent }: FinalEntry): Promise<Outcome> {
    const outcome: Outcome = { result: finalResult(report), report };
    const asked = this.#live.some(({ tellAgain }) => tellAgain);
    const told = new Set(sent && !asked ? [report.job_id] : []);
    for (let next = this.#ofOtherJob(told); next !== undefined; next = this.#ofOtherJob(told)) {
      await publishFinal(next.delivery, { ...report, job_id: next.jobId });
      told.add(next.jobId);
    }
    if (!sent && told.has(report.job_id)) {
      this.#services.ledger
        .recordSent(report)
        .catch((error: unknown) =>
          this.#log.warn({ err: error }, 'it could not be recorded that the final report was sent'),
        );
    }
    await this.#settle(async (each) => each.ack());
    return outcome;
  }

  /** A delivery that is still ours, of none of these jobs. */
  #ofOtherJob(jobs: ReadonlySet<string | null>): Held | undefined {
    return this.#held.find(({ delivery, jobId }) => delivery.live && !jobs.has(jobId));
  }

  #publishProgress(report: ThreadReport): void {
    if (report.status !== 'processing') return;
    const delivery = this.#live[0];
    if (delivery !== undefined) publishProgress(delivery, this.#message(report));
  }

  #message(report: ThreadReport): ReportMessage {
    this.#sequence += 1;
    return reportMessage(report, this.#first.attempt, this.#sequence);
  }

  /** The first delivery of each job stands for the task; the others only repeat it, also those that come meanwhile. */
  async #settle(end: (delivery: Delivery) => Promise<void>): Promise<void> {
    const ended = new Set<string | null>();
    for (let next = this.#ofOtherJob(ended); next !== undefined; next = this.#ofOtherJob(ended)) {
      await end(next.delivery);
      ended.add(next.jobId);
    }
    for (const repeat of this.#live) repeat.ack();
  }

  /**
   * Sends the task away for another attempt. What comes from now on is that attempt, perhaps to this same worker, before
   * the broker has even confirmed it: never a repeat of ours.
   */
  async #leave(send: (delivery: Delivery) => Promise<void>): Promise<void> {
    this.#leaving = true;
    await this.#settle(send);
  }

  get #live(): Delivery[] {
    return this.#held.map(({ delivery }) => delivery).filter((delivery) => delivery.live);
  }
}

/** Whether the same task may succeed later. */
function mayPass(report: ThreadReport): boolean {
  return report.status === 'failed' && report.errors.every(({ code }) => ERROR_CODES[code].transient);
}

function finalResult(report: ThreadReport): TaskResult {
  return report.status === 'processing' ? 'failed' : report.status;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Handover, Transport } from '../attempt/transport.ts';
import type { ReportMessage } from '../broker/messages.ts';
import type { FinalEntry, Ledger } from '../execution/ledger.ts';
import type { OrderedReport, Task } from '../task/types.ts';
import { createTaskLogger, type Logger } from '../telemetry/log.ts';
import type { Delivery } from './delivery.ts';
import { publishFinal, publishProgress, reportMessage, retryLater, returnToQueue } from './settle.ts';

/** How long another worker is given to tell that it sent the final report it has recorded. */
const OTHER_SENDS_MS = 1500;

/**
 * How long the first report of progress waits, ms. Where the task has ended by then it is not sent: the final report says more, and each
 * message takes the broker and its reader a third of a millisecond.
 */
const BEGINNING_WAITS_MS = 20;

/** A delivery of the task, and the job that it came from: several may send the same task. */
interface Held {
  readonly delivery: Delivery;
  readonly jobId: string | null;
}

/**
 * A task that came as a message of the broker, with all deliveries of it that came while it is here. The ledger makes sure
 * that a task which is delivered again has one final report. All that settles the task throws PublishError where the broker
 * went away, which then delivers the task again.
 */
export class MessageTransport implements Transport {
  readonly attempt: number;
  readonly retries: number;
  readonly traceparent: string | null;
  readonly #task: Task;
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #first: Delivery;
  /** The first, and those that repeated the task while it was here. */
  readonly #held: Held[];
  /** The first report of progress while it waits, and what ends that. */
  #beginning: { readonly report: ReportMessage; readonly timer: NodeJS.Timeout } | null = null;

  constructor(task: Task, delivery: Delivery, { ledger, log }: { ledger: Ledger; log: Logger }) {
    this.attempt = delivery.attempt;
    this.retries = delivery.retries;
    this.traceparent = delivery.traceparent;
    this.#task = task;
    this.#ledger = ledger;
    this.#log = createTaskLogger(log, task);
    this.#first = delivery;
    this.#held = [{ delivery, jobId: task.job_id }];
  }

  get taskId(): string {
    return this.#task.id;
  }

  /** The same task came again, as it does after a lost connection: what is done with it is done for this delivery too. */
  adopt(delivery: Delivery, jobId: string | null): void {
    this.#held.push({ delivery, jobId });
    this.#log.info({ attempt: delivery.attempt }, 'task delivered again while it is here');
  }

  async read(): Promise<Task> {
    return this.#task;
  }

  waitedSeconds(): number | null {
    return this.#first.waitedSeconds;
  }

  async lookUp(): Promise<'free' | 'canceled' | Handover> {
    const { final, canceled } = await this.#ledger.find(this.taskId);
    if (final !== null) return this.#handover(final);
    return canceled ? 'canceled' : 'free';
  }

  async lostTo(): Promise<Handover | null> {
    const final = await this.#ledger.findFinal(this.taskId);
    return final === null ? null : this.#handover(final);
  }

  async progress(report: OrderedReport): Promise<void> {
    const message = asMessage(report);
    if (report.sequence > 1) {
      this.#sendBeginning();
      this.#publishProgress(message);
    } else {
      const timer = setTimeout(() => this.#sendBeginning(), BEGINNING_WAITS_MS);
      this.#beginning = { report: message, timer };
    }
  }

  async report(final: OrderedReport): Promise<Handover | null> {
    const message = asMessage(final);
    const other = await this.#record(message);
    if (other !== null) return this.#handover(other);
    this.#takeBeginning();
    await this.#answer({ report: message, sent: false });
    return null;
  }

  async retry(delayMs: number): Promise<void> {
    this.#sendBeginning();
    await this.#settle((delivery) => retryLater(delivery, delayMs));
  }

  async giveBack(begun: boolean): Promise<void> {
    this.#sendBeginning();
    await this.#settle((delivery) => returnToQueue(delivery, delivery.attempt + (begun ? 1 : 0)));
    if (!begun) this.#log.debug('task given back before it began');
  }

  /** Nothing is known to come here but a broker that is away. Whatever else does counts as a vain delivery, so it has an end. */
  abandon(): void {
    this.#takeBeginning();
    for (const delivery of this.#live) delivery.reject();
  }

  #sendBeginning(): void {
    const report = this.#takeBeginning();
    if (report !== null) this.#publishProgress(report);
  }

  /** @returns the first report of progress if it still waits; it does no longer */
  #takeBeginning(): ReportMessage | null {
    const waiting = this.#beginning;
    if (waiting === null) return null;
    this.#beginning = null;
    clearTimeout(waiting.timer);
    return waiting.report;
  }

  #publishProgress(report: ReportMessage): void {
    const delivery = this.#live[0];
    if (delivery !== undefined) publishProgress(delivery, report);
  }

  /** @returns the final report that the task has already, if it has one */
  async #record(report: ReportMessage): Promise<FinalEntry | null> {
    try {
      return await this.#ledger.recordFinal(report);
    } catch (error) {
      // Its outputs are stored, or there are none: reporting twice is better than not at all.
      this.#log.error({ err: error }, 'the final report could not be recorded before it is sent');
      return null;
    }
  }

  /** Answers with the final report that another worker, or an earlier attempt, has recorded. */
  #handover(final: FinalEntry): Handover {
    // Whoever reads it may have the end already.
    this.#takeBeginning();
    return async () => {
      this.#log.info('the task has its final report already');
      if (final.sent) await this.#answer(final);
      else {
        await pause(OTHER_SENDS_MS);
        // What is recorded by now, if the store answers.
        const latest = await this.#ledger.findFinal(this.taskId).catch(() => null);
        await this.#answer(latest ?? final);
      }
      return 'repeated';
    };
  }

  /**
   * Sends the final report to each job that has not had it, and acknowledges. Where no delivery is ours any more, whoever gets
   * the next one does it.
   */
  async #answer({ report, sent }: FinalEntry): Promise<void> {
    const asked = this.#live.some(({ reportAgain }) => reportAgain);
    const told = new Set(sent && !asked ? [report.job_id] : []);
    for (let next = this.#ofOtherJob(told); next !== undefined; next = this.#ofOtherJob(told)) {
      await publishFinal(next.delivery, { ...report, job_id: next.jobId });
      told.add(next.jobId);
    }
    if (!sent && told.has(report.job_id)) {
      this.#ledger
        .recordSent(report)
        .catch((error: unknown) => this.#log.warn({ err: error }, 'could not record that the final report was sent'));
    }
    await this.#settle(async (each) => each.ack());
  }

  /** A delivery that is still ours, of none of these jobs. */
  #ofOtherJob(jobs: ReadonlySet<string | null>): Held | undefined {
    return this.#held.find(({ delivery, jobId }) => delivery.live && !jobs.has(jobId));
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

  get #live(): Delivery[] {
    return this.#held.map(({ delivery }) => delivery).filter((delivery) => delivery.live);
  }
}

const asMessage = (report: OrderedReport): ReportMessage => reportMessage(report, report.attempt, report.sequence);

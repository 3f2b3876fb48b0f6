import type { OrderedReport, Task } from '../../task/types.ts';
import { createTaskLogger, type Logger } from '../../telemetry/log.ts';
import type { FinalEntry, Ledger } from '../ledger.ts';
import type { Done, Found, Lease, Settled, Settlement } from '../queue.ts';
import { type ReportMessage, reportMessage } from '../report-message.ts';
import { retry } from '../retry.ts';
import { publishFinal, publishProgress, retryLater, returnToQueue } from './acknowledge.ts';
import type { Delivery } from './delivery.ts';

/** How long to try to record a final report while the store is away, ms. */
const RECORD_MS = 30_000;

/** How long to wait for another worker to send the final report that it has recorded, ms. */
const OTHER_SENDS_MS = 1500;

/**
 * Delay of the first progress report, ms. If the task ends earlier, the report is not sent: the final one says more, and each message
 * costs the broker and its reader a third of a millisecond.
 */
const BEGINNING_WAITS_MS = 20;

/** A delivery of the task and the job it belongs to: several jobs may send the same task. */
interface JobDelivery {
  readonly delivery: Delivery;
  readonly jobId: string | null;
}

export interface MessageLeaseOptions {
  readonly ledger: Ledger;
  readonly log: Logger;
  /** Called when nothing is left to report about the task. */
  readonly onEnd: () => void;
}

/**
 * The lease of a task that came as a message of the broker, with all deliveries of the task that arrive meanwhile. The ledger makes sure
 * that a task that is delivered again has one final report. Settling throws PublishError if the broker is gone; the broker then delivers
 * the task again.
 */
export class MessageLease implements Lease {
  readonly attempt: number;
  readonly retries: number;
  readonly traceparent: string | null;
  readonly owner: string;
  /** Never aborts. When the connection ends, another worker may get the task, but it may also come back to this one, which goes on. */
  readonly lost = new AbortController().signal;
  readonly #task: Task;
  readonly #options: MessageLeaseOptions;
  readonly #log: Logger;
  readonly #first: Delivery;
  /** The first delivery, and those that repeated the task meanwhile. */
  readonly #deliveries: JobDelivery[];
  /** The first progress report and its timer, while it waits. */
  #beginning: { readonly report: ReportMessage; readonly timer: NodeJS.Timeout } | null = null;
  /** The final report that the task had when it was looked up. */
  #final: FinalEntry | null = null;
  #isCanceled = false;
  #isHere = true;

  constructor(task: Task, delivery: Delivery, options: MessageLeaseOptions) {
    this.attempt = delivery.attempt;
    this.retries = delivery.retries;
    this.traceparent = delivery.traceparent;
    this.owner = delivery.owner;
    this.#task = task;
    this.#options = options;
    this.#log = createTaskLogger(options.log, task);
    this.#first = delivery;
    this.#deliveries = [{ delivery, jobId: task.job_id }];
  }

  get taskId(): string {
    return this.#task.id;
  }

  /** Whether a repeat of the task belongs to this lease. After the task was returned, even unconfirmed, it is the next attempt. */
  get isHere(): boolean {
    return this.#isHere;
  }

  /** Adds a repeated delivery of the same task, as it arrives after a lost connection. It is settled together with the others. */
  adopt(delivery: Delivery, jobId: string | null): void {
    this.#deliveries.push({ delivery, jobId });
    this.#log.info({ attempt: delivery.attempt }, 'task delivered again while it is here');
  }

  /** Cancels the task before it begins. */
  cancel(): void {
    this.#isCanceled = true;
  }

  async read(): Promise<Task> {
    return this.#task;
  }

  waitedSeconds(): number | null {
    return this.#first.waitedSeconds;
  }

  async lookUp(): Promise<Found> {
    const { final, canceled } = await this.#options.ledger.find(this.taskId);
    this.#final = final;
    if (final !== null) return { state: 'ended', attempt: final.sent ? null : final.attempt };
    return { state: canceled || this.#isCanceled ? 'canceled' : 'free' };
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

  async settle(end: Settlement): Promise<Settled> {
    const settled = await this.#settleAs(end);
    this.#end();
    return settled;
  }

  /** The only known cause is a broker that is away. Any other error counts as a loss, so that it cannot repeat forever. */
  abandon(): void {
    this.#takeBeginning();
    for (const delivery of this.#live) delivery.reject();
    this.#end();
  }

  #end(): void {
    this.#isHere = false;
    this.#options.onEnd();
  }

  async #settleAs(end: Settlement): Promise<Settled> {
    switch (end.kind) {
      case 'done': {
        const report = asMessage(end.report);
        const other = await this.#record(report, end);
        if (other !== null) return this.#repeat(other);
        this.#takeBeginning();
        await this.#answer({ report, attempt: end.attempt, sent: false });
        return 'settled';
      }
      case 'repeated':
        if (this.#final === null) throw new Error('a task without a final report has none to repeat');
        return this.#repeat(this.#final);
      case 'retry':
        this.#announceRetry(end.report, end.delayMs);
        await this.#sendAway((delivery) => retryLater(delivery, end.delayMs));
        return 'settled';
      case 'returned':
        await this.#sendAway((delivery) => returnToQueue(delivery, delivery.attempt + (end.begun ? 1 : 0)));
        if (!end.begun) this.#log.debug('task returned before it began');
        return 'settled';
    }
  }

  async #sendAway(send: (delivery: Delivery) => Promise<void>): Promise<void> {
    this.#isHere = false;
    this.#sendBeginning();
    await this.#settleEach(send);
  }

  /** Says why the task waits, and how long. The report takes the place of the first one, if that still waits. */
  #announceRetry(report: OrderedReport, delayMs: number): void {
    this.#takeBeginning();
    const retry = { at: new Date(Date.now() + delayMs).toISOString(), errors: report.errors };
    this.#publishProgress(asMessage({ ...report, status: 'processing', errors: [], retry }));
  }

  #sendBeginning(): void {
    const report = this.#takeBeginning();
    if (report !== null) this.#publishProgress(report);
  }

  /** Takes the first progress report if it still waits, and stops its timer. */
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
  async #record(report: ReportMessage, { attempt, tidy }: Done): Promise<FinalEntry | null> {
    const { ledger } = this.#options;
    try {
      const record = () => ledger.recordFinal(report, attempt);
      const other = await retry(record, { signal: AbortSignal.timeout(RECORD_MS) });
      await tidy(other === null);
      return other;
    } catch (error) {
      // Another attempt could remove the outputs of a report that is not recorded. Without outputs, two reports are better than none.
      if (report.output.length > 0) throw error;
      this.#log.error({ err: error }, 'the final report could not be recorded before it is sent');
      return null;
    }
  }

  /** Answers with the final report that another worker or an earlier attempt has recorded. */
  async #repeat(final: FinalEntry): Promise<'repeated'> {
    // The reader of a progress report may have the final one already.
    this.#takeBeginning();
    this.#log.info('the task has its final report already');
    if (final.sent) await this.#answer(final);
    else {
      await new Promise((resolve) => setTimeout(resolve, OTHER_SENDS_MS));
      // The final report as it is recorded by now, if the store answers.
      const latest = await this.#options.ledger.findFinal(this.taskId).catch(() => null);
      await this.#answer(latest ?? final);
    }
    return 'repeated';
  }

  /**
   * Sends the final report to each job that has not had it, and acknowledges. If this worker has no delivery left, the worker that gets
   * the next one does this.
   */
  async #answer({ report, sent }: FinalEntry): Promise<void> {
    const asked = this.#live.some(({ reportAgain }) => reportAgain);
    const notified = new Set(sent && !asked ? [report.job_id] : []);
    for (let next = this.#ofOtherJob(notified); next !== undefined; next = this.#ofOtherJob(notified)) {
      await publishFinal(next.delivery, { ...report, job_id: next.jobId });
      notified.add(next.jobId);
    }
    if (!sent && notified.has(report.job_id)) {
      this.#options.ledger
        .recordSent(this.taskId)
        .catch((error: unknown) => this.#log.warn({ err: error }, 'could not record that the final report was sent'));
    }
    await this.#settleEach(async (each) => each.ack());
  }

  /** Returns a delivery that still belongs to this worker and to none of these jobs. */
  #ofOtherJob(jobs: ReadonlySet<string | null>): JobDelivery | undefined {
    return this.#deliveries.find(({ delivery, jobId }) => delivery.live && !jobs.has(jobId));
  }

  /** Ends the first delivery of each job and acknowledges the others, which only repeat it, including those that arrive meanwhile. */
  async #settleEach(end: (delivery: Delivery) => Promise<void>): Promise<void> {
    const ended = new Set<string | null>();
    for (let next = this.#ofOtherJob(ended); next !== undefined; next = this.#ofOtherJob(ended)) {
      await end(next.delivery);
      ended.add(next.jobId);
    }
    for (const repeat of this.#live) repeat.ack();
  }

  get #live(): Delivery[] {
    return this.#deliveries.map(({ delivery }) => delivery).filter((delivery) => delivery.live);
  }
}

const asMessage = (report: OrderedReport): ReportMessage => reportMessage(report, report.attempt, report.sequence);

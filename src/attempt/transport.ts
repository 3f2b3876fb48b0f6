import type { OrderedReport, Task } from '../task/types.ts';

/**
 * What is left to do here for a task that another process has taken or ended. Its result: `repeated` where this process
 * sends the other's final report once more, else `returned`.
 */
export type Handover = () => Promise<'repeated' | 'returned'>;

/**
 * Where the task of an attempt came from and where its reports go: a message of the broker, or a row of the database. Each
 * of `report`, `retry` and `giveBack` ends this process's hold on the task: an attempt calls one of them, once, or none where
 * another process has the task.
 */
export interface Transport {
  readonly taskId: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** How many retries the task has used up. */
  readonly retries: number;
  /** W3C Trace Context of what sent the task; null where that was not traced. */
  readonly traceparent: string | null;
  /** @returns null where there is nothing to convert, and that is settled */
  read(): Promise<Task | null>;
  /** Seconds from the sending of the task to now; null where nobody knows. */
  waitedSeconds(): number | null;
  /**
   * Looks up what became of the task before this attempt. Throws ConversionError where the attempt has failed already.
   * @returns `free`: nothing, so it is to be converted
   */
  lookUp(task: Task): Promise<'free' | 'canceled' | Handover>;
  /**
   * Asked before each change of what is stored. Throws ConversionError where that cannot be known.
   * @returns null while the task is this process's to finish
   */
  lostTo(): Promise<Handover | null>;
  /** Sends a progress report, which may be lost. Resolves when the next one may follow; never rejects. */
  progress(report: OrderedReport): Promise<void>;
  /**
   * Sends the final report, unless the task has one.
   * @returns null where this is it now
   */
  report(final: OrderedReport): Promise<Handover | null>;
  /** Puts the task off, to be tried again after so many milliseconds. */
  retry(delayMs: number): Promise<void>;
  /**
   * Returns the task for another worker.
   * @param begun whether this counts as an attempt
   */
  giveBack(begun: boolean): Promise<void>;
  /** The attempt ends by an error that is not a result of the conversion. */
  abandon(): void;
}

import type { OrderedReport, Task } from '../task/types.ts';

/** Where a process gets tasks from: the queues of a broker or the table of a database. Code that claims tasks uses only this interface. */
export interface TaskQueue {
  /** How often to claim if nothing reports that there is a task, ms. */
  readonly pollMs: number;
  /**
   * Leases the next task to this process. Throws the infrastructure's error; nothing is leased then.
   * @returns null if there is none now
   */
  claim(): Promise<Lease | null>;
  /** Set if leases end by themselves unless they are extended. Without it, they last as long as the connection. */
  readonly extension?: {
    readonly everyMs: number;
    /** Aborts `lost` of leases that have ended. Throws the infrastructure's error. */
    extend(leases: readonly Lease[]): Promise<void>;
  };
}

/**
 * A task fails if its worker is lost more often than this, by a crash or a network error: the task may be the cause. Losses are counted
 * apart from retries and returns.
 */
export const MOST_LOSSES = 5;

/** How an attempt leaves its task. If an attempt settles nothing, the task is lost, which the queue counts by itself. */
export type Settlement =
  /** With its final report. */
  | Done
  /** It failed with errors that may pass, those of the report. One of its retries is used up. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly report: OrderedReport }
  /** This process cannot finish it, which says nothing about the task. `begun`: whether an attempt was made. */
  | { readonly kind: 'returned'; readonly begun: boolean }
  /** It had its final report before, which is sent once more in case somebody missed it. */
  | { readonly kind: 'repeated' };

export interface Done {
  readonly kind: 'done';
  readonly report: OrderedReport;
  /** Name of the attempt that stored the outputs. */
  readonly attempt: string;
  /**
   * Removes stored outputs that do not count, of other attempts or of this one. Called when it is known whether the report is the task's
   * final one, before the lease ends if the queue can do that. Never rejects.
   */
  readonly tidy: (isFinal: boolean) => Promise<void>;
}

/** State of a task before an attempt at it. `attempt`: the one that ended it and may not have tidied up; null: it has. */
export type Found =
  | { readonly state: 'free' | 'canceled' }
  | { readonly state: 'ended'; readonly attempt: string | null };

/**
 * Result of settling a task. `repeated` and `lost`: another attempt has settled it or has it now, and this attempt's outputs do not
 * count. For `repeated`, the other attempt's final report was sent again.
 */
export type Settled = 'settled' | 'repeated' | 'lost';

/** The right of one attempt to run a task and to report how it ended. */
export interface Lease {
  readonly taskId: string;
  /** Number of the attempt, from 1. Two attempts that do not know of each other may have the same number. */
  readonly attempt: number;
  /** How many retries the task has used up. */
  readonly retries: number;
  /** W3C Trace Context of the sender; null if it was not traced. */
  readonly traceparent: string | null;
  /** Owner of the task, see src/process/owner.ts. */
  readonly owner: string;
  /** Aborts when another process may have the task. */
  readonly lost: AbortSignal;
  /** Throws the infrastructure's error. @returns null if there is nothing to convert and the task is already settled */
  read(): Promise<Task | null>;
  /** Seconds since the task was sent. Null if it is not known. */
  waitedSeconds(): number | null;
  /** Looks up what happened to the task before this attempt. Throws ConversionError if the attempt has failed already. */
  lookUp(task: Task): Promise<Found>;
  /** Sends a progress report, which may be lost. Resolves when the next one may be sent; never rejects. */
  progress(report: OrderedReport): Promise<void>;
  /**
   * Ends the lease, once. Throws the infrastructure's error: the lease then ends by itself, and the task is claimed again. Throws
   * ConversionError if the report of a `done` task cannot be stored; settle it in another way then.
   */
  settle(end: Settlement): Promise<Settled>;
  /** Ends the lease after an error that is not the result of the conversion. */
  abandon(): void;
}

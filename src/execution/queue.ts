import type { OrderedReport, Task } from '../task/types.ts';

/**
 * Where a process gets tasks from: the queues of a broker, or the table of a database. What claims them knows it by this alone.
 */
export interface TaskQueue {
  /** How often to claim where nobody says that a task is there, ms. */
  readonly pollMs: number;
  /**
   * Leases the next task to this process. Throws what the infrastructure says; then nothing is leased.
   * @returns null if there is none now
   */
  claim(): Promise<Lease | null>;
  /** For leases that end by themselves unless they are extended. Without it, they last as long as the connection. */
  readonly extension?: {
    readonly everyMs: number;
    /** Aborts `lost` of those that have ended. Throws what the infrastructure says. */
    extend(leases: readonly Lease[]): Promise<void>;
  };
}

/**
 * A task that its worker loses more often than this, by a crash or by a fault of the network, has failed: it may be what kills them.
 * Losses are counted apart from retries and returns.
 */
export const MOST_LOSSES = 5;

/** How an attempt leaves its task. An attempt that settles nothing has lost it, which the queue counts by itself. */
export type Settlement =
  /** By its final report. */
  | Done
  /** It failed by a fault that may pass. One of its retries is used up. */
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** This process cannot end it, which says nothing about the task. `begun`: whether that was an attempt. */
  | { readonly kind: 'returned'; readonly begun: boolean }
  /** It had its final report before, and whoever may have missed that gets it once more. */
  | { readonly kind: 'repeated' };

export interface Done {
  readonly kind: 'done';
  readonly report: OrderedReport;
  /** Name of the attempt, under which it has stored its outputs. */
  readonly attempt: string;
  /**
   * Called when it is known whether the report is the task's final one, and before the lease ends where the queue can: takes away what
   * others, or this attempt, have stored and does not count. Never rejects.
   */
  readonly tidy: (isFinal: boolean) => Promise<void>;
}

/** What is known of a task before an attempt at it. `ended`: by that attempt, which may not have tidied up; null: it has. */
export type Found =
  | { readonly state: 'free' | 'canceled' }
  | { readonly state: 'ended'; readonly attempt: string | null };

/**
 * What came of settling a task. `repeated` and `lost`: another attempt has settled it or has it now, and nothing that this one stored
 * counts; in the first case the other's final report was sent again.
 */
export type Settled = 'settled' | 'repeated' | 'lost';

/** The right of one attempt to run a task and to say how it ended. */
export interface Lease {
  readonly taskId: string;
  /** Number of the attempt, from 1. Two attempts that do not know of each other may have the same. */
  readonly attempt: number;
  /** How many retries the task has used up. */
  readonly retries: number;
  /** W3C Trace Context of what sent the task; null if that was not traced. */
  readonly traceparent: string | null;
  /** Whose task it is, see src/process/owner.ts. */
  readonly owner: string;
  /** Aborts when another process may have the task. */
  readonly lost: AbortSignal;
  /** @returns null if there is nothing to convert, and that is settled. Throws what the infrastructure says */
  read(): Promise<Task | null>;
  /** Seconds from the sending of the task to now; null where nobody knows. */
  waitedSeconds(): number | null;
  /** Looks up what became of the task before this attempt. Throws ConversionError where the attempt has failed already. */
  lookUp(task: Task): Promise<Found>;
  /** Sends a progress report, which may be lost. Resolves when the next one may follow; never rejects. */
  progress(report: OrderedReport): Promise<void>;
  /**
   * Ends the lease, once. Throws what the infrastructure says: then the lease ends by itself, and the task is claimed again; and
   * ConversionError where the report of a `done` task cannot be kept, which is to be settled in another way.
   */
  settle(end: Settlement): Promise<Settled>;
  /** Ends the lease after an error that is not a result of the conversion. */
  abandon(): void;
}

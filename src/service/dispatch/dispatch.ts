/**
 * Passes the waiting tasks of jobs to workers, and applies their reports to the jobs. Two kinds: local.ts runs them in
 * this process, broker.ts sends them to workers. Both live on the table of tasks alone, so a service that was killed goes on
 * where it was.
 */
export interface Dispatch {
  /** There may be waiting tasks: look now instead of at the next turn. */
  wake(): void;
  /** Stops tasks that were handed over. Their jobs have ended already, so nothing depends on it but the work that is saved. */
  cancel(taskIds: readonly string[]): void;
  /** Takes no further task; local ones that still run after the time go back to waiting. */
  stop(graceMs: number): Promise<void>;
}

/** A dispatch as the process that started it sees it. */
export interface RunningDispatch extends Dispatch {
  health(): DispatchHealth;
}

export interface DispatchHealth {
  /** Tasks that run in this process. */
  readonly running: number;
  /** `blocked`: takes no tasks, as its memory or disk is full. Null: there is none, tasks run here. */
  readonly broker: 'connected' | 'blocked' | 'disconnected' | null;
  /** Whether the database takes what tasks report; false while it is full, read-only or away. */
  readonly reportsTaken: boolean;
}

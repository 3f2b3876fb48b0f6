/**
 * Passes the waiting tasks of jobs to workers, and applies their reports to the jobs. There are two kinds: local.ts runs the tasks in this
 * process, broker.ts sends them to workers. Both keep all state in the table of tasks, so a killed service continues where it stopped.
 */
export interface Dispatch {
  /** Looks for waiting tasks now instead of at the next turn. */
  wake(): void;
  /** Stops tasks that were handed over. Their jobs have ended already, so this only saves work. */
  cancel(taskIds: readonly string[]): void;
  /** Takes no further task. Local tasks that still run after the time wait again. */
  stop(graceMs: number): Promise<void>;
}

/** A dispatch as the process that started it uses it. */
export interface RunningDispatch extends Dispatch {
  health(): DispatchHealth;
}

export interface DispatchHealth {
  /** Number of tasks that run in this process. */
  readonly running: number;
  /** `blocked`: takes no tasks, as its memory or disk is full. Null if there is no broker: tasks run here. */
  readonly broker: 'connected' | 'blocked' | 'disconnected' | null;
  /** Whether the database accepts the reports of tasks; false while it is full, read-only or unreachable. */
  readonly reportsTaken: boolean;
}

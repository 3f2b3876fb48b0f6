export interface TimeLimit {
  /** Aborted when the time is over or the outer signal is aborted. */
  readonly signal: AbortSignal;
  /** Whether the time is over. */
  readonly over: boolean;
  /** Cancels the limit. */
  end(): void;
}

/**
 * Returns a signal that is aborted after so many milliseconds, or with the outer one. Unlike AbortSignal.timeout it can be canceled: a
 * process that does many short things would otherwise keep each timer until its time is over.
 */
export function startTimeLimit(milliseconds: number, outer: AbortSignal): TimeLimit {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), milliseconds);
  return {
    signal: AbortSignal.any([outer, timeout.signal]),
    get over() {
      return timeout.signal.aborted;
    },
    end: () => clearTimeout(timer),
  };
}

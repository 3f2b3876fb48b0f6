export interface TimeLimit {
  /** Aborted when the time is over, or the outer signal is. */
  readonly signal: AbortSignal;
  /** Whether it was the time. */
  readonly over: boolean;
  /** Takes it back. */
  end(): void;
}

/**
 * A signal that is aborted after so many milliseconds, or with the outer one. Unlike AbortSignal.timeout it can be taken back:
 * a process that does many short things would else hold each one's timer for as long as it was allowed to take.
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

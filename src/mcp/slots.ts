/** Limits how much work runs at the same time; the rest waits, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param count 1 or more */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a slot, calls `work` in it, and throws its errors. If the signal aborts before a slot is free, `work` is called without one:
   * with the same signal, it ends at once in its own way.
   */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (!(await this.#take(signal))) return work();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Returns false if the signal aborts first. */
  #take(signal: AbortSignal): boolean | Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = (isTaken: boolean) => {
      this.#waiting.delete(take);
      signal.removeEventListener('abort', abort);
      resolve(isTaken);
    };
    const take = () => leave(true);
    const abort = () => leave(false);
    this.#waiting.add(take);
    signal.addEventListener('abort', abort);
    return promise;
  }
}

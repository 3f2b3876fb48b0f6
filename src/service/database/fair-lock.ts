/**
 * For how long requests may use the database before the event loop goes round, ms. Node accepts one new connection each time round
 * (libuv 1.45): when 200 clients came back at once and every round answered all who were in, some waited for more than 10 s.
 */
const ROUND_MS = 5;

/**
 * One connection that many want: first come, first served, with a turn of the event loop in between.
 *
 * Queries of SQLite are not waited for, they are computed; so without this the requests that came together would all be answered
 * before anything else happens.
 */
export class FairLock {
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  /** When the database was first used in this round of the event loop. */
  #roundStarted: number | null = null;
  #pending = false;

  /** Resolves when the connection is the caller's, who must give it back. */
  async acquire(): Promise<void> {
    if (!this.#taken && this.#waiting.length === 0 && !this.#roundIsOver()) {
      this.#taken = true;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#taken) this.#continueNextRound();
    });
  }

  release(): void {
    this.#taken = false;
    if (this.#waiting.length === 0) return;
    if (this.#roundIsOver()) this.#continueNextRound();
    else this.#handOver();
  }

  #handOver(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#taken = true;
    next();
  }

  #continueNextRound(): void {
    if (this.#pending) return;
    this.#pending = true;
    setImmediate(() => {
      this.#pending = false;
      if (!this.#taken) this.#handOver();
    });
  }

  #roundIsOver(): boolean {
    if (this.#roundStarted !== null) return performance.now() - this.#roundStarted > ROUND_MS;
    this.#roundStarted = performance.now();
    setImmediate(() => {
      this.#roundStarted = null;
    });
    return false;
  }
}

/** A mutex: first come, first served. */
export class Lock {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Resolves when the caller has the lock, which it must release. */
  async acquire(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}

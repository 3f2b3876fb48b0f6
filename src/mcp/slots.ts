/** Room for so much work at a time; what comes later waits, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count 1 or more */
  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a slot, does the work in it, and throws what that throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/**
 * What goes wrong in a call: it fails without an effect; it is not answered, and fails when its deadline is over; it has its effect, and
 * is reported as failed; the process that makes it dies before, or after it had its effect.
 */
export const FAULTS = ['fails', 'hangs', 'lies', 'dies', 'dies after it'] as const;
export type Fault = (typeof FAULTS)[number];

/** Which calls go wrong, by their number from 1. */
export type FaultPlan = ReadonlyMap<number, Fault>;

/** How long a call that hangs takes, ms. */
const DEADLINE_MS = 25_000;

/** The calls of a life, counted over all processes. */
export class CallCounter {
  readonly names: string[] = [];
  readonly #plan: FaultPlan;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  next(name: string): Fault | undefined {
    this.names.push(name);
    return this.#plan.get(this.names.length);
  }
}

/** The calls of one process, of which those of the plan go wrong. */
export class FaultyCalls {
  readonly #counter: CallCounter;
  readonly #onDeath: () => void;
  #isDead = false;

  /** @param onDeath the process is gone; nothing it does from now on has an effect */
  constructor(counter: CallCounter, onDeath: () => void) {
    this.#counter = counter;
    this.#onDeath = onDeath;
  }

  /**
   * @param work the effect of the call
   * @param error what the caller sees where the call goes wrong
   */
  async make<T>(name: string, work: () => T, error: () => Error): Promise<T> {
    const fault = this.next(name, work);
    if (fault === undefined) return work();
    if (fault === 'gone') return new Promise(() => {});
    if (fault === 'lies') work();
    if (fault === 'hangs') await new Promise((resolve) => setTimeout(resolve, DEADLINE_MS));
    throw error();
  }

  /**
   * For calls that are not promises.
   * @param effect what a process does before it dies after it
   */
  next(name: string, effect: () => unknown): 'fails' | 'hangs' | 'lies' | 'gone' | undefined {
    if (this.#isDead) return 'gone';
    const fault = this.#counter.next(name);
    if (fault !== 'dies' && fault !== 'dies after it') return fault;
    if (fault === 'dies after it') effect();
    this.#isDead = true;
    this.#onDeath();
    return 'gone';
  }
}

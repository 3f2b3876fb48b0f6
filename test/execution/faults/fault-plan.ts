/**
 * What goes wrong in a call: it fails without an effect; it gets no answer, and fails at its deadline; it has its effect but
 * is reported as failed; its process dies before, or after, the effect.
 */
export const FAULTS = ['fails', 'hangs', 'lies', 'dies', 'dies after it'] as const;
export type Fault = (typeof FAULTS)[number];

/** Number of a call, from 1, to its fault. */
export type FaultPlan = ReadonlyMap<number, Fault>;

/** Duration of a hanging call, ms. */
const DEADLINE_MS = 25_000;

/** Counts the calls in the life of a task over all processes. */
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

/** The calls of one process; those in the plan go wrong. */
export class FaultyCalls {
  readonly #counter: CallCounter;
  readonly #onDeath: () => void;
  #isDead = false;

  /** @param onDeath called when the process dies; nothing that it does later has an effect */
  constructor(counter: CallCounter, onDeath: () => void) {
    this.#counter = counter;
    this.#onDeath = onDeath;
  }

  /**
   * @param work the effect of the call
   * @param error makes the error that the caller gets if the call goes wrong
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
   * @param effect what the process does before it dies, with the fault `dies after it`
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

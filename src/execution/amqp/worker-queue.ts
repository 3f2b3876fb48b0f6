import type { Task } from '../../task/types.ts';
import { Attempt, type AttemptServices } from '../attempt.ts';
import type { Ledger } from '../ledger.ts';
import { RunningAttempts } from '../running-attempts.ts';
import type { Delivery } from './delivery.ts';
import { MessageTransport } from './message-lease.ts';

export interface DispatcherOptions extends AttemptServices {
  /** Tasks at a time. */
  readonly slots: number;
  readonly ledger: Ledger;
}

/** A task that is here, from its delivery to the acknowledgement of it. */
interface Held {
  readonly attempt: Attempt;
  readonly transport: MessageTransport;
}

/** A task that found no free slot is kept this long at first, four times as long after each return, and at most a minute. */
const FIRST_HOLD_MS = 1000;
const LONGEST_HOLD_MS = 60_000;

/**
 * Gives tasks their slots. The broker may give as many tasks of each category as there are slots in all; what is too much
 * when several categories are busy waits here for a moment and then goes back, so that an idle worker can have it.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #running: RunningAttempts;
  /** The running and the waiting ones by task id: what a delivery may be a repeat of. */
  readonly #known = new Map<string, Held>();
  /** Those that wait for a slot, with what ends their wait. */
  readonly #waiting = new Map<Held, NodeJS.Timeout>();
  /** Those on their way back to the queue. */
  readonly #returning = new Set<Promise<void>>();
  #draining = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#running = new RunningAttempts(options.slots, options.log);
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes a task: into a slot, into the queue for one, or to the same task that is here already. */
  accept(task: Task, delivery: Delivery): void {
    const known = this.#known.get(task.id);
    if (known !== undefined && endsHere(known)) {
      known.transport.adopt(delivery, task.job_id);
      return;
    }
    const transport = new MessageTransport(task, delivery, this.#options);
    const held: Held = { transport, attempt: new Attempt(transport, this.#options) };
    this.#known.set(task.id, held);
    if (this.#draining) this.#giveBack(held);
    else if (this.#running.hasPlace) this.#start(held);
    else this.#hold(held, delivery.returns);
  }

  has(taskId: string): boolean {
    return this.#known.has(taskId);
  }

  /** Stops the task where it is here; nothing where it is not. */
  cancel(taskId: string): void {
    this.#known.get(taskId)?.attempt.stop('canceled');
  }

  /**
   * No task begins any more, the waiting ones go back. Resolves when no task is left; what still runs after `graceMs` is
   * stopped and goes back too.
   */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    for (const held of this.#waiting.keys()) this.#giveBack(held);
    await this.#running.drain(graceMs);
    while (this.#returning.size > 0) await Promise.all(this.#returning);
  }

  #start(held: Held): void {
    this.#running.start(held.attempt, () => {
      this.#forget(held);
      const [next] = this.#waiting.keys();
      if (next === undefined || !this.#running.hasPlace) return;
      this.#endWait(next);
      this.#start(next);
    });
  }

  #hold(held: Held, returns: number): void {
    const holdMs = Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 4 ** returns);
    const timer = setTimeout(() => this.#giveBack(held), holdMs);
    this.#waiting.set(held, timer);
  }

  #endWait(held: Held): void {
    clearTimeout(this.#waiting.get(held));
    this.#waiting.delete(held);
  }

  /** If the broker is away, it delivers the task again automatically. */
  #giveBack(held: Held): void {
    this.#endWait(held);
    const { log } = this.#options;
    const returning = held.attempt
      .giveBack()
      .catch((err: unknown) => log.debug({ err, task_id: held.attempt.taskId }, 'a task could not be given back'))
      .then(() => {
        this.#forget(held);
        this.#returning.delete(returning);
      });
    this.#returning.add(returning);
  }

  #forget(held: Held): void {
    const { taskId } = held.attempt;
    // The next attempt at a task that was sent away may be here already.
    if (this.#known.get(taskId) === held) this.#known.delete(taskId);
  }
}

/**
 * Whether a repeat of the task may count on this attempt. Once the task was sent away, what comes is the next attempt, perhaps
 * before the broker has even confirmed it.
 */
function endsHere({ attempt }: Held): boolean {
  const { name } = attempt.state;
  return name !== 'leaving' && name !== 'ended';
}

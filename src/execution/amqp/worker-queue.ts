import type { Task } from '../../task/types.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Ledger } from '../ledger.ts';
import type { TaskQueue } from '../queue.ts';
import type { Delivery } from './delivery.ts';
import { MessageLease } from './message-lease.ts';

export interface WorkerQueueOptions {
  readonly ledger: Ledger;
  readonly log: Logger;
  /** Called when a task waits to be claimed. */
  readonly onTask: () => void;
}

/** How long a task that nobody claims is kept at first, ms: four times as long after each return, and at most a minute. */
const FIRST_HOLD_MS = 1000;
const LONGEST_HOLD_MS = 60_000;

/**
 * The tasks that the broker has delivered to this worker. The broker may deliver as many tasks of each category as there are slots in
 * total. If several categories are busy, the surplus waits here for a moment and is then returned, so that an idle worker can have it.
 */
export class WorkerQueue implements TaskQueue {
  /** Deliveries arrive without polling. */
  readonly pollMs = 60_000;
  readonly #options: WorkerQueueOptions;
  /** All tasks that are here, by task id: a delivery may repeat one of them. */
  readonly #known = new Map<string, MessageLease>();
  /** The tasks that are not claimed, each with its timer. */
  readonly #waiting = new Map<MessageLease, NodeJS.Timeout>();
  /** The tasks on their way back to the broker. */
  readonly #returning = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: WorkerQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes a delivery, which may repeat a task that is here already. */
  accept(task: Task, delivery: Delivery): void {
    const known = this.#known.get(task.id);
    if (known?.isHere) known.adopt(delivery, task.job_id);
    else this.#add(task, delivery);
  }

  has(taskId: string): boolean {
    return this.#known.has(taskId);
  }

  /** Cancels a task. One that is not claimed yet is never begun. */
  cancel(taskId: string): void {
    this.#known.get(taskId)?.cancel();
  }

  async claim(): Promise<MessageLease | null> {
    const [lease] = this.#waiting.keys();
    if (lease === undefined) return null;
    this.#endWait(lease);
    return lease;
  }

  /** Returns all tasks that are not claimed, and all that arrive from now on. Resolves when the broker has the former. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const lease of this.#waiting.keys()) this.#return(lease);
    while (this.#returning.size > 0) await Promise.all(this.#returning);
  }

  #add(task: Task, delivery: Delivery): void {
    const { ledger, log, onTask } = this.#options;
    const lease = new MessageLease(task, delivery, { ledger, log, onEnd: () => this.#forget(lease) });
    this.#known.set(task.id, lease);
    if (this.#stopped) this.#return(lease);
    else {
      const holdMs = Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 4 ** delivery.returns);
      const timer = setTimeout(() => this.#return(lease), holdMs);
      this.#waiting.set(lease, timer);
      onTask();
    }
  }

  #endWait(lease: MessageLease): void {
    clearTimeout(this.#waiting.get(lease));
    this.#waiting.delete(lease);
  }

  #return(lease: MessageLease): void {
    this.#endWait(lease);
    const { log } = this.#options;
    const returning = lease
      .settle({ kind: 'returned', begun: false })
      .catch((err: unknown) => {
        log.debug({ err, task_id: lease.taskId }, 'a task could not be returned');
        lease.abandon();
      })
      .then(() => void this.#returning.delete(returning));
    this.#returning.add(returning);
  }

  #forget(lease: MessageLease): void {
    // The next attempt at a returned task may be here already.
    if (this.#known.get(lease.taskId) === lease) this.#known.delete(lease.taskId);
  }
}

import type { Task } from '../task/types.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Delivery } from './delivery.ts';
import type { TaskRun } from './task-run.ts';

export interface DispatcherOptions {
  /** Tasks at a time. */
  readonly places: number;
  readonly makeRun: (task: Task, delivery: Delivery) => TaskRun;
  readonly log: Logger;
}

interface Waiting {
  readonly run: TaskRun;
  readonly timer: NodeJS.Timeout;
}

/** A task that found no free place is kept this long at first, four times as long after each return, and at most a minute. */
const FIRST_HOLD_MS = 1000;
const LONGEST_HOLD_MS = 60_000;

/**
 * Gives tasks their places. The broker may give as many tasks of each category as there are places in all; what is too much
 * when several categories are busy waits here for a moment and then goes back, so that an idle worker can have it.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** The running and the waiting ones by task id: what a delivery may be a repeat of. */
  readonly #known = new Map<string, TaskRun>();
  /** All whose deliveries are not acknowledged yet, those on their way back included. */
  readonly #unsettled = new Set<TaskRun>();
  readonly #running = new Set<TaskRun>();
  readonly #waiting = new Set<Waiting>();
  #draining = false;
  #allDone: (() => void) | null = null;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes a task: into a place, into the queue for one, or to the same task that is here already. */
  accept(task: Task, delivery: Delivery): void {
    if (this.#known.get(task.id)?.adopt(delivery, task.job_id)) return;
    const run = this.#options.makeRun(task, delivery);
    this.#known.set(task.id, run);
    this.#unsettled.add(run);
    if (this.#draining) this.#giveBack(run);
    else if (this.#running.size < this.#options.places) this.#start(run);
    else this.#hold(run, delivery);
  }

  has(taskId: string): boolean {
    return this.#known.has(taskId);
  }

  /** Stops the task where it is here; nothing where it is not. */
  cancel(taskId: string): void {
    this.#known.get(taskId)?.stop('canceled');
  }

  /**
   * No task begins any more, the waiting ones go back. Resolves when no task is left; what still runs after `graceMs` is
   * stopped and goes back too.
   */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    for (const { run, timer } of this.#waiting) {
      clearTimeout(timer);
      this.#giveBack(run);
    }
    this.#waiting.clear();
    if (this.#unsettled.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#allDone = resolve;
    const timer = setTimeout(() => {
      this.#options.log.warn(
        { running: this.#running.size },
        'the grace period is over: running tasks go back to the queue',
      );
      for (const run of this.#running) run.stop('shutdown');
    }, graceMs);
    await promise;
    clearTimeout(timer);
  }

  #start(run: TaskRun): void {
    this.#running.add(run);
    run
      .run()
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, task_id: run.task.id }, 'a task could not be settled'),
      )
      .finally(() => {
        this.#running.delete(run);
        this.#forget(run);
        this.#startNext();
      });
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#running.size >= this.#options.places) return;
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    this.#start(next.run);
  }

  #hold(run: TaskRun, delivery: Delivery): void {
    const holdMs = Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 4 ** delivery.returns);
    const waiting: Waiting = {
      run,
      timer: setTimeout(() => {
        this.#waiting.delete(waiting);
        this.#giveBack(run);
      }, holdMs),
    };
    this.#waiting.add(waiting);
  }

  /** Where the broker is away it delivers the task again by itself. */
  #giveBack(run: TaskRun): void {
    run
      .giveBack()
      .catch((error: unknown) =>
        this.#options.log.debug({ err: error, task_id: run.task.id }, 'a task could not be given back'),
      )
      .finally(() => this.#forget(run));
  }

  #forget(run: TaskRun): void {
    // The next attempt at a task that was sent away may be here already.
    if (this.#known.get(run.task.id) === run) this.#known.delete(run.task.id);
    this.#unsettled.delete(run);
    if (this.#unsettled.size === 0) this.#allDone?.();
  }
}

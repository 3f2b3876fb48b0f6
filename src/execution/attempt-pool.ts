import type { Logger } from '../telemetry/log.ts';
import { Attempt, type AttemptServices } from './attempt.ts';
import { type Poller, startPoller } from './poller.ts';
import type { Lease, TaskQueue } from './queue.ts';

export interface AttemptPoolOptions extends AttemptServices {
  readonly queue: TaskQueue;
  /** Attempts that run at the same time. */
  readonly slots: number;
}

/** The attempts that run in this process, one in each slot. It takes leases from a queue while a slot is free. */
export class AttemptPool {
  readonly #options: AttemptPoolOptions;
  readonly #log: Logger;
  readonly #running = new Map<Attempt, Promise<void>>();
  readonly #claims: Poller;
  readonly #extensions: Poller | null;
  #draining = false;

  constructor(options: AttemptPoolOptions) {
    const { queue, log } = options;
    const { extension } = queue;
    this.#options = options;
    this.#log = log;
    const failure = 'waiting tasks could not be looked for';
    this.#claims = startPoller(() => this.#claim(), { intervalMs: queue.pollMs, log, failure });
    this.#extensions = extension === undefined ? null : this.#extend(extension);
  }

  get size(): number {
    return this.#running.size;
  }

  /** Claims now instead of at the next poll, because there may be a task. */
  wake(): void {
    this.#claims.wake();
  }

  /** Stops the tasks that run here. */
  cancel(taskIds: readonly string[]): void {
    const ids = new Set(taskIds);
    for (const attempt of this.#running.keys()) if (ids.has(attempt.lease.taskId)) attempt.stop('canceled');
  }

  /** Claims nothing more. Resolves when no attempt runs. Attempts that still run after `graceMs` are stopped and their tasks returned. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    const timer = setTimeout(() => {
      this.#log.warn({ running: this.size }, 'the grace period is over: running tasks are returned');
      for (const attempt of this.#running.keys()) attempt.stop('shutdown');
    }, graceMs);
    // A task that is being leased at this moment still runs.
    await this.#claims.stop();
    await Promise.all(this.#running.values());
    clearTimeout(timer);
    await this.#extensions?.stop();
  }

  get #leases(): Lease[] {
    return [...this.#running.keys()].map(({ lease }) => lease);
  }

  async #claim(): Promise<void> {
    const { queue, slots } = this.#options;
    while (!this.#draining && this.#running.size < slots) {
      const lease = await queue.claim();
      if (lease === null) return;
      this.#start(new Attempt(lease, this.#options));
    }
  }

  #extend({ everyMs, extend }: NonNullable<TaskQueue['extension']>): Poller {
    return startPoller(() => extend(this.#leases), {
      intervalMs: everyMs,
      longestPauseMs: everyMs,
      log: this.#log,
      failure: 'leases could not be extended',
    });
  }

  #start(attempt: Attempt): void {
    const ended = attempt
      .run()
      .catch((err: unknown) => this.#log.error({ err, task_id: attempt.lease.taskId }, 'a task could not be settled'))
      .then(() => {
        this.#running.delete(attempt);
        this.wake();
      });
    this.#running.set(attempt, ended);
  }
}

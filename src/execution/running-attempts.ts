import type { Logger } from '../telemetry/log.ts';
import type { Attempt } from './attempt.ts';
import type { StopReason } from './next-step.ts';

/** The attempts that run in this process, each in a slot of its own. */
export class RunningAttempts {
  readonly #slots: number;
  readonly #log: Logger;
  readonly #running = new Map<Attempt, Promise<void>>();

  /** @param slots how many attempts may run at a time */
  constructor(slots: number, log: Logger) {
    this.#slots = slots;
    this.#log = log;
  }

  get size(): number {
    return this.#running.size;
  }

  get hasPlace(): boolean {
    return this.#running.size < this.#slots;
  }

  /** For a moment a task may be here twice: the attempt that sent it away, and the next one. */
  get all(): readonly Attempt[] {
    return [...this.#running.keys()];
  }

  /** @param onEnd called when the attempt is over, however it ended, and its slot is free */
  start(attempt: Attempt, onEnd: () => void): void {
    const ended = attempt
      .run()
      .catch((err: unknown) => this.#log.error({ err, task_id: attempt.taskId }, 'a task could not be settled'))
      .then(() => {
        this.#running.delete(attempt);
        onEnd();
      });
    this.#running.set(attempt, ended);
  }

  /** Stops the task where it runs; nothing where it does not. */
  stop(taskId: string, why: StopReason): void {
    for (const attempt of this.all) if (attempt.taskId === taskId) attempt.stop(why);
  }

  stopAll(why: StopReason): void {
    for (const attempt of this.all) attempt.stop(why);
  }

  /** Resolves when none runs any more; what still does after `graceMs` is stopped and goes back. Nothing may start meanwhile. */
  async drain(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      this.#log.warn({ running: this.size }, 'the grace period is over: running tasks are returned');
      this.stopAll('shutdown');
    }, graceMs);
    await Promise.all(this.#running.values());
    clearTimeout(timer);
  }
}

import type { Logger } from '../../telemetry/log.ts';

/** Work that goes on when its request has been answered, until it ends or the service stops. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Aborted when the service stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(work: () => Promise<void>): void {
    const running = work()
      .catch((err: unknown) => this.#log.error({ err }, "work of Gotenberg's interface failed"))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}

import type { Logger } from '../telemetry/log.ts';

/** Closes something that was started. */
export type Closer = () => Promise<unknown> | unknown;

/** Closes what a service has started, in the opposite order. */
export class Closers {
  readonly #closers: Closer[] = [];
  readonly #log: Pick<Logger, 'error'>;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  push(...closers: Closer[]): void {
    this.#closers.push(...closers);
  }

  /**
   * Closes everything, one after the other. Failures do not prevent the rest from being closed, and neither do hanging closers: after the
   * deadline, all remaining ones are called and not awaited.
   * @param deadlineMs for all of them
   */
  async close(deadlineMs: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#log.error({ deadline_ms: deadlineMs }, 'the service does not close in time: its parts are not waited for');
      over.resolve();
    }, deadlineMs);
    for (const closer of this.#closers.splice(0).reverse()) await Promise.race([this.#run(closer), over.promise]);
    clearTimeout(timer);
  }

  async #run(closer: Closer): Promise<void> {
    try {
      await closer();
    } catch (err) {
      this.#log.error({ err }, 'a part of the service did not close');
    }
  }
}

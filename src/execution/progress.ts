import type { ThreadReport } from '../task/types.ts';

/**
 * Sends progress reports one after the other. While one is on its way only the latest waits: what it replaces is of no use
 * any more.
 */
export class Progress {
  readonly #send: (report: ThreadReport) => Promise<void>;
  #next: ThreadReport | null = null;
  #sending: Promise<void> | null = null;

  /** @param send must not reject */
  constructor(send: (report: ThreadReport) => Promise<void>) {
    this.#send = send;
  }

  report(report: ThreadReport): void {
    this.#next = report;
    this.#sending ??= this.#sendAll();
  }

  /** Drops what waits. Resolves when nothing is on its way any more. */
  async end(): Promise<void> {
    this.#next = null;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#next !== null) {
      const report = this.#next;
      this.#next = null;
      await this.#send(report);
    }
    this.#sending = null;
  }
}

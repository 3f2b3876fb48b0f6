import type { ThreadReport } from '../task/types.ts';

/** Sends progress reports one after the other. While one is being sent, only the latest waits; it replaces older ones. */
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

  /** Drops the waiting report. Resolves when none is being sent. */
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

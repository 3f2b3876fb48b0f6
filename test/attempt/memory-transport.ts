import type { Handover, Transport } from '../../src/attempt/transport.ts';
import type { OrderedReport, Task } from '../../src/task/types.ts';

export const TASK: Task = {
  id: '11111111-1111-4111-8111-111111111111',
  job_id: null,
  conversion: { id: '22222222-2222-4222-8222-222222222222', category: 'hash', target: 'md5', options: {} },
  input: [],
  output: { store: null },
};

/** A transport that keeps in memory what an attempt tells it. */
export class MemoryTransport implements Transport {
  readonly taskId: string = TASK.id;
  readonly attempt: number;
  readonly retries: number;
  readonly traceparent = null;
  /** What settled the task, in order. */
  readonly settled: string[] = [];
  readonly told: OrderedReport[] = [];
  final: OrderedReport | null = null;
  /** What became of the task before. */
  found: 'free' | 'canceled' | Handover = 'free';
  /** Another process that has the task from now on. */
  other: Handover | null = null;
  task: Task | null = TASK;
  /** What the transport throws when the task is settled, as one that is away does. */
  away: Error | null = null;
  /** What each progress report waits for. */
  sending: Promise<void> = Promise.resolve();

  constructor({ retries = 0 }: { retries?: number } = {}) {
    this.retries = retries;
    this.attempt = retries + 1;
  }

  async read(): Promise<Task | null> {
    return this.task;
  }

  waitedSeconds(): number {
    return 0;
  }

  async lookUp(): Promise<'free' | 'canceled' | Handover> {
    return this.found;
  }

  async lostTo(): Promise<Handover | null> {
    return this.other;
  }

  async progress(report: OrderedReport): Promise<void> {
    this.told.push(report);
    await this.sending;
  }

  async report(final: OrderedReport): Promise<Handover | null> {
    if (this.other !== null) return this.other;
    this.#settle(`report ${final.status}`);
    this.final = final;
    return null;
  }

  async retry(delayMs: number): Promise<void> {
    this.#settle(`retry after ${delayMs} ms`);
  }

  async giveBack(begun: boolean): Promise<void> {
    this.#settle(begun ? 'give back' : 'give back as it came');
  }

  abandon(): void {
    this.settled.push('abandon');
  }

  #settle(how: string): void {
    if (this.away !== null) throw this.away;
    this.settled.push(how);
  }
}

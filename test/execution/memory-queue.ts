import type { Found, Lease, Settled, Settlement, TaskQueue } from '../../src/execution/queue.ts';
import type { OrderedReport, Task } from '../../src/task/types.ts';

export const TASK: Task = {
  id: '11111111-1111-4111-8111-111111111111',
  job_id: null,
  conversion: { id: '22222222-2222-4222-8222-222222222222', category: 'hash', target: 'md5', options: {} },
  input: [],
  output: { store: null },
};

/** A lease that keeps the reports of an attempt in memory. */
export class MemoryLease implements Lease {
  readonly taskId: string;
  readonly attempt: number;
  readonly retries: number;
  readonly traceparent = null;
  readonly owner = '';
  /** How the task was settled, in order. */
  readonly settled: string[] = [];
  readonly told: OrderedReport[] = [];
  final: OrderedReport | null = null;
  /** State of the task before. */
  found: Found = { state: 'free' };
  /** Result of settling: another attempt may have been quicker. */
  comesTo: Settled = 'settled';
  task: Task | null;
  /** Error that the queue throws when the task is settled, like a queue that is down; null: none. */
  away: Error | null = null;
  /** Error because of which the first final report cannot be kept; null: none. */
  refused: Error | null = null;
  /** Promise that each progress report waits for. */
  sending: Promise<void> = Promise.resolve();
  readonly #lost = new AbortController();
  readonly #onSettled: (end: Settlement) => void;

  constructor(
    { task = TASK, retries = 0, attempt = retries + 1 }: { task?: Task; retries?: number; attempt?: number } = {},
    onSettled: (end: Settlement) => void = () => {},
  ) {
    this.task = task;
    this.taskId = task.id;
    this.retries = retries;
    this.attempt = attempt;
    this.#onSettled = onSettled;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  lose(): void {
    this.#lost.abort();
  }

  async read(): Promise<Task | null> {
    return this.task;
  }

  waitedSeconds(): number {
    return 0;
  }

  async lookUp(): Promise<Found> {
    return this.found;
  }

  async progress(report: OrderedReport): Promise<void> {
    this.told.push(report);
    await this.sending;
  }

  async settle(end: Settlement): Promise<Settled> {
    if (this.away !== null) throw this.away;
    const { refused } = this;
    this.refused = null;
    if (end.kind === 'done' && refused !== null) throw refused;
    this.settled.push(nameOf(end));
    if (end.kind === 'done') {
      if (this.comesTo === 'settled') this.final = end.report;
      await end.tidy(this.comesTo === 'settled');
    }
    this.#onSettled(end);
    return end.kind === 'repeated' ? 'repeated' : this.comesTo;
  }

  abandon(): void {
    this.settled.push('abandoned');
  }
}

/** A minimal queue of one process: tasks come back at once, and no lease ends by itself. */
export class MemoryQueue implements TaskQueue {
  readonly pollMs = 60_000;
  readonly leases: MemoryLease[] = [];
  readonly #waiting: { task: Task; retries: number; attempt: number }[] = [];
  readonly #wake: () => void;

  /** @param wake called when there is a task */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  add(task: Task, { retries = 0, attempt = 1 } = {}): void {
    this.#waiting.push({ task, retries, attempt });
    this.#wake();
  }

  async claim(): Promise<MemoryLease | null> {
    const next = this.#waiting.shift();
    if (next === undefined) return null;
    const { task, retries, attempt } = next;
    const lease = new MemoryLease(next, (end) => {
      if (end.kind === 'retry') this.add(task, { retries: retries + 1, attempt: attempt + 1 });
      if (end.kind === 'returned') this.add(task, { retries, attempt: attempt + (end.begun ? 1 : 0) });
    });
    this.leases.push(lease);
    return lease;
  }
}

function nameOf(end: Settlement): string {
  if (end.kind === 'done') return `done: ${end.report.status}`;
  return end.kind === 'retry' ? `retry after ${end.delayMs} ms` : end.kind;
}

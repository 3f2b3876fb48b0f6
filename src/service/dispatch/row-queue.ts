import type { TaskQueue } from '../../execution/queue.ts';
import { LEASE_MS, renew, takeNext } from './leases.ts';
import { RowLease, type RowLeaseOptions } from './row-lease.ts';

const EXTEND_MS = LEASE_MS / 3;

/** The table of tasks as a queue from which several processes claim. */
export class RowQueue implements TaskQueue {
  /** Nothing notifies this process of tasks that others have made, or whose pause is over. */
  readonly pollMs = 1000;
  readonly extension = { everyMs: EXTEND_MS, extend: (leases: readonly RowLease[]) => this.#extend(leases) };
  readonly #options: RowLeaseOptions;
  /** Key whose task was claimed last: other keys come first. */
  #lastKey = '';
  #extendedAt: number;

  constructor(options: RowLeaseOptions) {
    this.#options = options;
    this.#extendedAt = options.context.now();
  }

  async claim(): Promise<RowLease | null> {
    const { owner, context } = this.#options;
    const now = context.now();
    // After a change of the clock or a long pause, its own leases would seem to have ended: they are extended first.
    if (now - this.#extendedAt > LEASE_MS - EXTEND_MS) return null;
    const next = await takeNext(context.db, owner, this.#lastKey, now);
    if (next === null) return null;
    this.#lastKey = next.key;
    return new RowLease(next.task, this.#options);
  }

  /** Ends leases of tasks that were canceled elsewhere, and of tasks that others may claim because an extension came too late. */
  async #extend(leases: readonly RowLease[]): Promise<void> {
    const { owner, context } = this.#options;
    const asked = context.now();
    const ids = leases.map(({ taskId }) => taskId);
    try {
      const ours = await renew(context.db, owner, ids, asked);
      this.#extendedAt = asked;
      for (const lease of leases) if (!ours.has(lease.taskId)) lease.lose();
    } catch (error) {
      if (context.now() - this.#extendedAt > LEASE_MS - EXTEND_MS) for (const lease of leases) lease.lose();
      throw error;
    }
  }
}

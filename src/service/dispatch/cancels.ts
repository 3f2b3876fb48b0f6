import { PublishError } from '../../execution/amqp/publisher.ts';
import type { TaskSender } from '../../execution/amqp/task-sender.ts';
import type { Ledger } from '../../execution/ledger.ts';
import { startPoller } from '../../execution/poller.ts';
import type { Logger } from '../../telemetry/log.ts';

/** Largest number of tasks of one message to the workers. Each worker reads all of it. */
const MOST = 500;
/** Interval between attempts to send again, ms. */
const RETRY_MS = 2000;

export interface Cancels {
  /** Stops tasks that the broker may have. */
  add(taskIds: readonly string[]): void;
  /** Call this when the broker is back. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Stops tasks that run or wait. It records once for all workers that they are canceled, and tells the workers that are running now.
 * Messages that cannot be sent are kept until they can; what cannot be recorded is left to the workers.
 * @param senderOf null while the broker is unreachable
 */
export function startCancels(ledger: Ledger, senderOf: () => TaskSender | null, log: Logger): Cancels {
  const waiting = new Set<string>();

  async function send(): Promise<void> {
    for (let sender = senderOf(); sender !== null && waiting.size > 0; sender = senderOf()) {
      const ids = [...waiting].slice(0, MOST);
      const recorded = await record(ids);
      await sender.cancel(ids, { recorded }).catch((error: unknown) => {
        // No worker is connected, so nothing runs.
        if (!(error instanceof PublishError && error.unroutable)) throw error;
      });
      for (const id of ids) waiting.delete(id);
    }
  }

  async function record(ids: readonly string[]): Promise<boolean> {
    try {
      for (const id of ids) await ledger.recordCancel(id);
      return true;
    } catch (err) {
      log.warn({ err }, 'cancels could not be recorded');
      return false;
    }
  }

  const poller = startPoller(send, { intervalMs: RETRY_MS, log, failure: 'cancels not sent yet' });
  return {
    add: (taskIds) => {
      for (const id of taskIds) waiting.add(id);
      if (taskIds.length > 0) poller.wake();
    },
    wake: poller.wake,
    stop: poller.stop,
  };
}

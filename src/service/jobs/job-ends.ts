import { type PollerLog, startPoller } from '../../execution/poller.ts';
import type { Database } from '../database/open.ts';
import { isFinal } from '../states.ts';

/** Interval at which the database is queried while somebody waits, for jobs that end in other processes, ms. */
const LOOK_MS = 400;
/** Largest number of jobs in one query. */
const BATCH = 500;

/** Waits for jobs to end. However many requests wait, one query at a time checks all of their jobs. */
export interface JobEnds {
  /**
   * Resolves with true when the job has ended or is gone; with false after the time, when the signal aborts, and when the service stops.
   */
  wait(jobId: string, limits: { readonly ms: number; readonly signal: AbortSignal }): Promise<boolean>;
  /** Checks at once, as jobs may have ended. */
  wake(): void;
  /** Ends all waits. */
  stop(): Promise<void>;
}

export function watchJobEnds(db: Database, log: PollerLog): JobEnds {
  const waiting = new Map<string, Set<(ended: boolean) => void>>();
  let stopped = false;

  async function look(): Promise<void> {
    const ids = [...waiting.keys()];
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const rows = await db.selectFrom('jobs').select(['id', 'status']).where('id', 'in', batch).execute();
      const running = new Set(rows.filter(({ status }) => !isFinal(status)).map(({ id }) => id));
      for (const id of batch) if (!running.has(id)) for (const end of waiting.get(id) ?? []) end(true);
    }
  }
  const poller = startPoller(look, { intervalMs: LOOK_MS, log, failure: 'jobs that ended could not be looked for' });

  return {
    wake: () => {
      if (waiting.size > 0) poller.wake();
    },
    wait: (jobId, { ms, signal }) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const end = (ended: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        const others = waiting.get(jobId);
        others?.delete(end);
        if (others?.size === 0) waiting.delete(jobId);
        resolve(ended);
      };
      const giveUp = () => end(false);
      const timer = setTimeout(giveUp, ms);
      signal.addEventListener('abort', giveUp);
      waiting.set(jobId, (waiting.get(jobId) ?? new Set()).add(end));
      if (stopped || signal.aborted) giveUp();
      else poller.wake();
      return promise;
    },
    stop: async () => {
      stopped = true;
      for (const each of [...waiting.values()]) for (const end of [...each]) end(false);
      await poller.stop();
    },
  };
}

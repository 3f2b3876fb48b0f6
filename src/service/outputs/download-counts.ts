import { setTimeout as sleep } from 'node:timers/promises';
import { isAnyOf } from '../database/dialect.ts';
import type { Database } from '../database/open.ts';
import { touchJobs } from '../database/touch-jobs.ts';

/** Records which outputs were sent completely. Downloads that end within PAUSE_MS share a transaction. */
export interface DownloadCounts {
  add(outputIds: readonly string[]): void;
  /** Resolves when all are recorded. */
  drained(): Promise<void>;
}

/** Largest number of outputs in one transaction. */
const BATCH = 500;
/** Pause between two transactions, ms. A killed service loses the counts of this time. */
const PAUSE_MS = 100;

/** @param onError called with errors of the database; what it refuses is not counted */
export function createDownloadCounts(db: Database, onError: (error: unknown) => void): DownloadCounts {
  const waiting = new Map<string, number>();
  let writing: Promise<void> | null = null;
  let ending = false;

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      if (!ending) await sleep(PAUSE_MS);
      const batch = [...waiting].slice(0, BATCH);
      for (const [id] of batch) waiting.delete(id);
      await write(db, batch).catch(onError);
    }
    writing = null;
  }

  return {
    add: (outputIds) => {
      for (const id of outputIds) waiting.set(id, (waiting.get(id) ?? 0) + 1);
      writing ??= run();
    },
    drained: async () => {
      ending = true;
      await writing;
    },
  };
}

async function write(db: Database, counts: readonly (readonly [id: string, downloads: number])[]): Promise<void> {
  const ids = counts.map(([id]) => id);
  await db.transaction().execute(async (transact) => {
    const jobs = await transact
      .selectFrom('outputs')
      .select('job_id')
      .where(isAnyOf(db, 'id', ids))
      .execute();
    await touchJobs(
      transact,
      jobs.map(({ job_id }) => job_id),
    );
    for (const [downloads, same] of Map.groupBy(counts, ([, number]) => number)) {
      const outputs = same.map(([id]) => id);
      await transact
        .updateTable('outputs')
        .set((row) => ({ downloads_counter: row('downloads_counter', '+', downloads) }))
        .where(isAnyOf(db, 'id', outputs))
        .execute();
    }
  });
}

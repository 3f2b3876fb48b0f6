import { type Poller, type PollerLog, startPoller } from '../../execution/poller.ts';
import type { Database } from '../database/open.ts';
import { isFinal, isOpen, JOB_STATUSES, type JobStatus } from '../states.ts';

/** Interval at which the database is queried while somebody watches, ms: jobs may change in other processes, too. */
const LOOK_MS = 500;
/**
 * How far back each query goes, ms: the clocks of replicas differ, and a transaction is visible when it ends, with the time at which it
 * began.
 */
export const OVERLAP_MS = 30_000;
/** Largest number of ids in one query. */
const BATCH = 500;

/** What is watched: a job, or all jobs of a key. */
export type Scope = { readonly jobId: string } | { readonly keyId: string };

/** Notifies watchers of jobs that may have changed. However many watch, one query at a time serves all of them. */
export interface JobChanges {
  /** Notifies from the next query on. A job may be named without a change, for example if it changed shortly before. @returns ends it */
  subscribe(scope: Scope, onChange: (jobIds: readonly string[]) => void): () => void;
  /** Aborted when the service stops: watchers must end. */
  readonly closing: AbortSignal;
  /** Interval at which a stream shows that it is alive, and its credential is checked again, ms. */
  readonly heartbeatMs: number;
  stop(): Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly now: () => number;
  readonly log: PollerLog;
  readonly heartbeatMs?: number;
}

interface Subscriber {
  readonly scope: Scope;
  readonly onChange: (jobIds: readonly string[]) => void;
  /** No query was made for it yet: what the last query has seen may have changed after the subscriber read it. */
  isNew: boolean;
}

interface Seen {
  readonly id: string;
  readonly key_id: string;
  readonly status: JobStatus;
  readonly modified_at: number;
  /** When the last of its tasks changed. */
  readonly tasks_at: number | null;
}

const RUNNING = JOB_STATUSES.filter((status) => !isFinal(status) && !isOpen(status));

export function watchChanges({ db, now, log, heartbeatMs = 15_000 }: Options): JobChanges {
  const subscribers = new Set<Subscriber>();
  const closing = new AbortController();
  let known = new Map<string, string>();
  let poller: Poller | null = null;

  async function look(): Promise<void> {
    const asking = [...subscribers];
    const scopes = asking.map(({ scope }) => scope);
    const jobIds = new Set(scopes.flatMap((scope) => ('jobId' in scope ? [scope.jobId] : [])));
    const keyIds = new Set(scopes.flatMap((scope) => ('keyId' in scope ? [scope.keyId] : [])));
    const rows = [...(await jobsById(db, [...jobIds])), ...(await jobsOfKeys(db, [...keyIds], now() - OVERLAP_MS))];
    // The status is included: a job may begin and fail within one millisecond.
    const versions = new Map(rows.map((row) => [row.id, `${row.modified_at} ${row.status} ${row.tasks_at}`]));
    const changed = rows.filter(({ id }) => versions.get(id) !== known.get(id));
    known = versions;
    for (const subscriber of asking) {
      const { scope, onChange, isNew } = subscriber;
      if (!subscribers.has(subscriber)) continue;
      subscriber.isNew = false;
      const own = (isNew ? rows : changed).filter(({ id, key_id }) =>
        'jobId' in scope ? id === scope.jobId : key_id === scope.keyId,
      );
      if (own.length > 0) onChange([...new Set(own.map(({ id }) => id))]);
    }
  }

  return {
    closing: closing.signal,
    heartbeatMs,
    subscribe: (scope, onChange) => {
      const subscriber = { scope, onChange, isNew: true };
      subscribers.add(subscriber);
      if (!closing.signal.aborted)
        poller ??= startPoller(look, {
          intervalMs: LOOK_MS,
          log,
          failure: 'jobs that changed could not be looked for',
        });
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0) return;
        void poller?.stop();
        poller = null;
      };
    },
    stop: async () => {
      closing.abort();
      await poller?.stop();
    },
  };
}

const seen = (db: Database) =>
  db
    .selectFrom('jobs')
    .select(['jobs.id', 'jobs.key_id', 'jobs.status', 'jobs.modified_at'])
    .select(({ selectFrom }) =>
      selectFrom('tasks')
        .select(({ fn }) => fn.max<number | null>('tasks.modified_at').as('last'))
        .whereRef('tasks.job_id', '=', 'jobs.id')
        .as('tasks_at'),
    );

async function jobsById(db: Database, ids: readonly string[]): Promise<Seen[]> {
  const rows: Seen[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    rows.push(
      ...(await seen(db)
        .where('jobs.id', 'in', ids.slice(from, from + BATCH))
        .execute()),
    );
  }
  return rows;
}

/** Returns the jobs that changed since then, and running ones: their progress is that of their tasks. */
async function jobsOfKeys(db: Database, keyIds: readonly string[], since: number): Promise<Seen[]> {
  const rows: Seen[] = [];
  for (let from = 0; from < keyIds.length; from += BATCH) {
    const ofKeys = seen(db).where('jobs.key_id', 'in', keyIds.slice(from, from + BATCH));
    rows.push(...(await ofKeys.where('jobs.modified_at', '>=', since).execute()));
    rows.push(...(await ofKeys.where('jobs.status', 'in', RUNNING).where('jobs.modified_at', '<', since).execute()));
  }
  return rows;
}

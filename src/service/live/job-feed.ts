import { createHash } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import { type FullJob, threadDocument } from '../documents/from-rows.ts';
import type { JobDocument } from '../documents/schemas.ts';
import { loadJobs } from '../jobs/load-job.ts';
import type { JobStatus } from '../states.ts';
import type { EventStream } from './event-stream.ts';

/** Number of jobs loaded at a time: what is sent of them waits in memory for the client. */
const BATCH = 20;
/** Number of jobs for which a stream remembers what it has sent; for others it may send the same again. */
const MAX_REMEMBERED = 2000;

/** What was last sent of a job: digests, which also form the event's id. */
export interface SentState {
  readonly job: string;
  /** Empty if the threads were not sent yet. */
  readonly threads: string;
}

/** A job that a feed has checked for news. */
export interface FedJob {
  readonly status: JobStatus;
  /** Whether anything was new. */
  readonly isNew: boolean;
}

interface Feed {
  /** Sends what is new of these jobs. @returns those that still exist */
  sendJobs(ids: readonly string[]): Promise<FedJob[]>;
}

/**
 * Opens a feed, which sends jobs and their threads as events, each only if it differs from what was last sent.
 * @param shown returns a job as the client of this stream reads it
 * @param idOf returns the id of the events about a job in this state
 */
export function openFeed(
  { db, config }: Pick<ServiceContext, 'db' | 'config'>,
  stream: EventStream,
  { shown, idOf }: { shown: (job: FullJob) => JobDocument; idOf: (state: SentState) => string },
  sentBefore: ReadonlyMap<string, SentState> = new Map(),
): Feed {
  const sent = new Map(sentBefore);

  function remember(jobId: string, state: SentState): void {
    sent.delete(jobId);
    sent.set(jobId, state);
    if (sent.size > MAX_REMEMBERED) sent.delete(sent.keys().next().value ?? '');
  }

  async function sendBatch(ids: readonly string[]): Promise<FedJob[]> {
    const rows = await db.selectFrom('jobs').selectAll().where('id', 'in', ids).orderBy('created_at').execute();
    const jobs = await loadJobs(db, rows, config.contracts);
    const tasks = await db.selectFrom('tasks').selectAll().where('job_id', 'in', ids).orderBy('position').execute();
    return jobs.map((full) => {
      const { id, status } = full.job;
      const document = shown(full);
      const threads = tasks.filter(({ job_id }) => job_id === id).map(threadDocument);
      const state = { job: digestOf(document), threads: digestOf(threads) };
      const before = sent.get(id);
      remember(id, state);
      const news = { job: before?.job !== state.job, threads: before?.threads !== state.threads };
      // The id covers both, so that a client which loses the connection between them gets the second one.
      if (news.job) stream.send('job', document, idOf({ job: state.job, threads: before?.threads ?? '' }));
      if (news.threads) stream.send('threads', { job_id: id, threads }, idOf(state));
      return { status, isNew: news.job || news.threads };
    });
  }

  return {
    sendJobs: async (ids) => {
      const found: FedJob[] = [];
      for (let from = 0; from < ids.length && !stream.ended.aborted; from += BATCH) {
        await stream.drained();
        found.push(...(await sendBatch(ids.slice(from, from + BATCH))));
      }
      return found;
    },
  };
}

const digestOf = (document: unknown): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 16);

/** Makes the id of the events of one job, which holds its state. `readJobEventId` returns undefined for other ids. */
export const jobEventId = ({ job, threads }: SentState): string => `${job}.${threads}`;

export function readJobEventId(text: string | undefined): SentState | undefined {
  const match = /^([\w-]{16})\.([\w-]{16})?$/.exec(text ?? '');
  return match === null ? undefined : { job: match[1] ?? '', threads: match[2] ?? '' };
}

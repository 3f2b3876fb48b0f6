import { WARNING_CODES } from '../../../task/codes.ts';
import type { ApiKeyRow } from '../../database/tables.ts';
import type { FullJob } from '../../documents/from-rows.ts';
import type { JobBody, JobIssueDocument } from '../../documents/schemas.ts';
import { ServiceError } from '../../errors.ts';
import { discardPrepared, type PreparedInput } from '../../inputs/prepare-inputs.ts';
import { cancelJob } from '../../jobs/cancel-job.ts';
import { createPreparedJob } from '../../jobs/jobs.ts';
import { loadJob } from '../../jobs/load-job.ts';
import type { JobRequest } from '../../jobs/new-job.ts';
import type { RouteContext } from '../../route-context.ts';
import { isFinal } from '../../states.ts';
import { Refusal } from '../refusal.ts';

/** Interval at which a running job is looked at: one that only waits to be tried again has failed for a client that waits. */
const LOOK_MS = 1000;

/** How the jobs of one request run. */
export interface JobRun {
  readonly key: ApiKeyRow;
  readonly request: JobRequest;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** When the request has taken too long, ms since 1970. */
  readonly deadline: number;
}

/** Thrown for a job that has failed, or that would only be tried again. */
export class FailedJob extends Error {
  override readonly name = 'FailedJob';
  readonly errors: readonly JobIssueDocument[];

  constructor(errors: readonly JobIssueDocument[]) {
    super(errors.map(({ message }) => message).join(' ') || 'The job has failed.');
    this.errors = errors;
  }
}

/** Thrown when the client of a request has disconnected. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Makes the jobs of a request, one after the other. */
export class Jobs {
  readonly #context: RouteContext;
  readonly #run: JobRun;
  readonly #made: string[] = [];

  constructor(context: RouteContext, run: JobRun) {
    this.#context = context;
    this.#run = run;
  }

  /**
   * Makes a job and waits for its end.
   * @throws FailedJob; Abandoned; Refusal 503 if it takes too long; ServiceError and ConversionErrors for what is refused
   */
  async complete(body: JobBody, inputs: readonly PreparedInput[]): Promise<FullJob> {
    const { key, request } = this.#run;
    const { job } = await createPreparedJob(
      this.#context,
      key,
      { ...body, process: true, callback: null },
      { inputs, discard: discardPrepared(this.#context, key.id, inputs) },
      request,
    );
    this.#made.push(job.job.id);
    return this.#ended(job.job.id);
  }

  /** Lets the files of the jobs be removed: nobody knows the jobs. */
  async expire(): Promise<void> {
    if (this.#made.length === 0) return;
    const { db, now } = this.#context;
    await db.updateTable('jobs').set({ expires_at: now() }).where('id', 'in', this.#made).execute();
  }

  async #ended(id: string): Promise<FullJob> {
    const { jobEnds, now } = this.#context;
    const { signal, deadline } = this.#run;
    for (;;) {
      const ms = Math.min(deadline - now(), LOOK_MS);
      await jobEnds.wait(id, { ms: Math.max(ms, 0), signal });
      const full = await this.#load(id);
      if (full.job.status === 'completed') return full;
      if (isFinal(full.job.status)) throw new FailedJob(full.errors);
      const retried = full.warnings.filter(({ code }) => code === WARNING_CODES.tried_again.number);
      if (retried.length === 0 && ms > 0 && !signal.aborted) continue;
      await this.#cancel(id);
      if (signal.aborted) throw new Abandoned();
      if (retried.length > 0) throw new FailedJob(retried.map(asError));
      throw tookTooLong();
    }
  }

  async #load(id: string): Promise<FullJob> {
    const full = await loadJob(this.#context.db, id, this.#context.config.contracts);
    if (full !== null) return full;
    throw new Error(`the job ${id} was removed while a request waited for it`);
  }

  async #cancel(id: string): Promise<void> {
    await cancelJob(this.#context, id).catch((error: unknown) => {
      // The job has just ended.
      if (!(error instanceof ServiceError)) throw error;
    });
  }
}

/** Returns the error that a warning about another try tells of; here there is none. */
const asError = ({ message, details, ...warning }: JobIssueDocument): JobIssueDocument => ({
  ...warning,
  details,
  code: Number(details.code),
  message: message.replace(/ This may pass: .*$/s, ''),
});

const tookTooLong = () =>
  new Refusal(
    503,
    'The request exceeded the time limit. Increase it with CONVERT_WAIT_SECONDS, or reduce the workload.',
  );

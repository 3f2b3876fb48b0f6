import { pluralize } from '../../util/pluralize.ts';
import type { Database, Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { countJobs } from '../jobs/job-counts.ts';
import { isOpen, JOB_STATUSES, type JobStatus } from '../states.ts';
import { type Contract, type Contracts, contractOf } from './contracts.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Seconds after which a client that was told to wait may retry. */
const RETRY_AFTER = '5';
/** Statuses in which a job counts as running. */
const RUNNING: readonly JobStatus[] = ['queued', 'downloading', 'processing'];
/** Statuses in which a job waits to be started. */
const OPEN: readonly JobStatus[] = JOB_STATUSES.filter(isOpen);

export async function contractOfKey(db: Database | Transact, keyId: string, contracts: Contracts): Promise<Contract> {
  const key = await db.selectFrom('api_keys').select('contract').where('id', '=', keyId).executeTakeFirst();
  return contractOf(contracts, key?.contract ?? 'free');
}

/** Returns the credits used in the last 24 hours. */
export async function creditsUsed(db: Database | Transact, keyId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('credits')
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('used'))
    .where('key_id', '=', keyId)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return Number(row?.used ?? 0);
}

/**
 * Returns when credits come back: when the oldest ones of the last 24 hours are a day old. @returns ms since 1970, null if none are used
 */
export async function nextCreditAt(db: Database | Transact, keyId: string, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('credits')
    .select(({ fn }) => fn.min<number | null>('created_at').as('oldest'))
    .where('key_id', '=', keyId)
    .where('created_at', '>', now - DAY_MS)
    .where('amount', '>', 0)
    .executeTakeFirst();
  return row?.oldest == null ? null : Number(row.oldest) + DAY_MS;
}

/** Counts the jobs of a key that were started and have not ended. */
export const runningJobs = (db: Database | Transact, keyId: string): Promise<number> => countJobs(db, keyId, RUNNING);

/** Counts the jobs of a key that were made and not started. */
export const openJobs = (db: Database | Transact, keyId: string): Promise<number> => countJobs(db, keyId, OPEN);

/** Throws ServiceError 402 if a key has more jobs that wait to be started than its contract allows. */
export function refuseOpenJobs({ max_open_jobs: most }: Pick<Contract, 'max_open_jobs'>, open: number): void {
  if (most === null || open <= most) return;
  const message = `${most} jobs of this key wait to be started, the most its contract allows. Start some (PATCH with process: true), or cancel some (DELETE), and try again.`;
  throw new ServiceError('too_many_open_jobs', message);
}

/**
 * Checks that the contract lets the job start now. Throws ServiceError 402 if its credits do not suffice for the tasks, 429 if the maximum
 * number of jobs is running.
 */
export async function refuseBeyondContract(
  transact: Transact,
  job: Pick<JobRow, 'key_id'>,
  tasks: number,
  { contracts, now }: { contracts: Contracts; now: number },
): Promise<void> {
  await lockKey(transact, job.key_id);
  const contract = await contractOfKey(transact, job.key_id, contracts);
  const running = await runningJobs(transact, job.key_id);
  const credits = contract.credits_per_day === null ? 0 : await creditsUsed(transact, job.key_id, now);
  refuseStart(contract, { running, credits }, tasks);
}

/**
 * Checks that a contract lets one more job start. @param used what the key uses now
 * @throws ServiceError 402 if its credits do not suffice for the tasks, 429 if the maximum number of jobs is running
 */
export function refuseStart(contract: Contract, used: { running: number; credits: number }, tasks: number): void {
  if (used.running >= contract.max_concurrent_jobs) {
    const allowed = pluralize(contract.max_concurrent_jobs, 'job');
    const message = `The contract of this key allows ${allowed} at a time, and as many are running; try again when one has ended.`;
    throw new ServiceError('too_many_running_jobs', message, { headers: { 'retry-after': RETRY_AFTER } });
  }
  if (contract.credits_per_day === null) return;
  if (used.credits + tasks > contract.credits_per_day) {
    const left = Math.max(0, contract.credits_per_day - used.credits);
    const message = `The job needs ${pluralize(tasks, 'credit')}; ${left} of the ${contract.credits_per_day} of 24 hours ${left === 1 ? 'is' : 'are'} left.`;
    throw new ServiceError('credits_used_up', message);
  }
}

/** Locks a key. Call it before counting or comparing rows of the key to add one: a second such transaction waits for the first. */
export async function lockKey(transact: Transact, keyId: string): Promise<void> {
  await transact
    .updateTable('api_keys')
    .set((row) => ({ contract: row.ref('contract') }))
    .where('id', '=', keyId)
    .execute();
}

import type { Database, Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { type Contract, contractOf } from '../keys/contracts.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Seconds after which a client that was told to wait may ask again. */
const RETRY_AFTER = '5';

export async function contractOfKey(transact: Database | Transact, keyId: string): Promise<Contract> {
  const key = await transact.selectFrom('api_keys').select('contract').where('id', '=', keyId).executeTakeFirst();
  return contractOf(key?.contract ?? 'free');
}

/** Credits of the last 24 hours. */
export async function creditsUsed(transact: Transact, keyId: string, now: number): Promise<number> {
  const row = await transact
    .selectFrom('credits')
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('used'))
    .where('key_id', '=', keyId)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return Number(row?.used ?? 0);
}

/**
 * Whether the contract lets the job start now. Throws ServiceError `quota` (402) where its credits do not suffice for the tasks,
 * `busy` (429) where as many jobs run as may.
 */
export async function refuseBeyondContract(transact: Transact, job: JobRow, tasks: number, now: number): Promise<void> {
  const contract = await contractOfKey(transact, job.key_id);
  const { running } = await transact
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number | string>().as('running'))
    .where('key_id', '=', job.key_id)
    .where('status', 'in', ['queued', 'downloading', 'processing'])
    .executeTakeFirstOrThrow();
  if (Number(running) >= contract.max_concurrent_jobs) {
    const message = `${running} jobs of this key are running, the most its contract allows; try again when one has ended.`;
    throw new ServiceError('busy', message, { headers: { 'retry-after': RETRY_AFTER } });
  }
  if (contract.credits_per_day === null) return;
  const used = await creditsUsed(transact, job.key_id, now);
  if (used + tasks > contract.credits_per_day) {
    throw new ServiceError(
      'quota',
      `The job needs ${tasks} credits; ${Math.max(0, contract.credits_per_day - used)} of ${contract.credits_per_day} a day are left.`,
    );
  }
}

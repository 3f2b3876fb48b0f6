import { classifyFailure } from '../../execution/failure.ts';
import type { ServiceContext } from '../context.ts';
import { fromJson } from '../database/columns.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { Database, Transact } from '../database/open.ts';
import type { FullJob } from '../documents/from-rows.ts';
import { ServiceError } from '../errors.ts';
import { refuseInputs } from '../inputs/inputs.ts';
import { type Contract, contractOf } from '../keys/contracts.ts';
import { creditsUsed, lockKey, openJobs, refuseOpenJobs, refuseStart, runningJobs } from '../keys/limits.ts';
import { isOpen } from '../states.ts';
import { newCredit } from '../tasks/add-tasks.ts';
import { madeBefore } from './idempotency.ts';
import { loadJob } from './load-job.ts';
import type { NewJob } from './new-job.ts';

/** Largest number of jobs in one transaction. */
const BATCH = 200;

/** A job, and whether an earlier request had made it. */
export interface MadeJob {
  readonly job: FullJob;
  readonly replayed: boolean;
}

/** Inserts new jobs. Jobs that come together share a transaction, with its round trips and its commit. */
export interface JobInserts {
  /**
   * Inserts all of a job or nothing. A repeatable request makes one job, however often it comes, even simultaneously.
   * @throws ServiceError 402, 409, 429
   */
  insert(job: NewJob): Promise<MadeJob>;
  /** Resolves when no job is being written; clients may disconnect earlier. */
  drained(): Promise<void>;
}

interface Waiting {
  readonly made: NewJob;
  readonly resolve: (job: MadeJob) => void;
  readonly reject: (error: unknown) => void;
}

type InsertContext = Pick<ServiceContext, 'db' | 'secrets' | 'config' | 'now'>;

export function createJobInserts(context: InsertContext): JobInserts {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;

  async function run(): Promise<void> {
    // Waits for all requests of this round of the event loop.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        answer(batch, await insertAll(context, batch));
      } catch (error) {
        // Each job is inserted separately, so that only one that the database refuses fails. If the connection was lost, even a single job:
        // it may have been made, or be made now.
        if (batch.length === 1 && classifyFailure(error) === 'reject') batch[0]?.reject(error);
        else for (const each of batch) await insertAlone(each);
      }
    }
    writing = null;
  }

  async function insertAlone(each: Waiting): Promise<void> {
    try {
      answer([each], await insertAll(context, [each], { isAgain: true }));
    } catch (error) {
      each.reject(error);
    }
  }

  /** Takes the first jobs; of requests with the same Idempotency-Key only one, whose job the others find. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const named = new Set<string>();
    for (const each of waiting) {
      const { idempotent, job } = each.made;
      const name = idempotent === null ? null : `${job.key_id} ${idempotent.key}`;
      if (batch.length >= BATCH || (name !== null && named.has(name))) {
        later.push(each);
        continue;
      }
      if (name !== null) named.add(name);
      batch.push(each);
    }
    waiting = later;
    return batch;
  }

  return {
    insert: (made) => {
      const { promise, resolve, reject } = Promise.withResolvers<MadeJob>();
      waiting.push({ made, resolve, reject });
      writing ??= run();
      return promise;
    },
    drained: async () => {
      await writing;
    },
  };
}

/** Parts of a job that its tasks add later. */
const NOTHING_YET = { outputs: [], errors: [] };

/** Outcome for a job: made, made before, or refused. */
type Outcome = { readonly made: MadeJob } | { readonly refused: unknown };

/** Answers the callers when the transaction has ended. */
function answer(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) reject(new Error('the outcome of a new job is missing'));
    else if ('made' in outcome) resolve(outcome.made);
    else reject(outcome.refused);
  }
}

function insertAll(
  context: InsertContext,
  batch: readonly Waiting[],
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<Outcome[]> {
  return context.db.transaction().execute(async (transact) => {
    const usage = new KeyUsage(transact, context);
    await lockKeys(transact, batch);
    const outcomes: Outcome[] = [];
    const added: NewJob[] = [];
    for (const { made } of batch) {
      try {
        // Its transaction may have been committed, and only the answer lost.
        const before = isAgain ? await loadJob(transact, made.job.id, context.config.contracts) : null;
        if (before !== null) {
          outcomes.push({ made: { job: before, replayed: false } });
          continue;
        }
        const replayed = await findReplayed(transact, context, made);
        if (replayed !== null) {
          outcomes.push({ made: { job: replayed, replayed: true } });
          continue;
        }
        const contract = await usage.admit(made);
        const { job, inputs, conversions, targets } = made;
        const warnings = made.warnings.map(({ issue }) => fromJson(issue));
        outcomes.push({
          made: { job: { ...NOTHING_YET, job, contract, inputs, conversions, targets, warnings }, replayed: false },
        });
        added.push(made);
      } catch (refused) {
        // Only errors thrown by a rule here: errors of the database end the transaction.
        if (!(refused instanceof ServiceError)) throw refused;
        outcomes.push({ refused });
      }
    }
    await insertRows(
      transact,
      'jobs',
      added.map(({ job }) => job),
    );
    await insertRows(
      transact,
      'history',
      added.flatMap(({ history }) => history),
    );
    await insertRows(
      transact,
      'inputs',
      added.flatMap(({ inputs }) => inputs),
    );
    await insertRows(
      transact,
      'conversions',
      added.flatMap(({ conversions }) => conversions),
    );
    await insertRows(
      transact,
      'output_targets',
      added.flatMap(({ targets }) => targets),
    );
    await insertRows(
      transact,
      'tasks',
      added.flatMap(({ tasks }) => tasks),
    );
    await insertRows(
      transact,
      'credits',
      added.flatMap(({ tasks }) => tasks.map(newCredit)),
    );
    await insertRows(
      transact,
      'callbacks',
      added.flatMap(({ callbacks }) => callbacks),
    );
    await insertRows(
      transact,
      'job_issues',
      added.flatMap(({ warnings }) => warnings),
    );
    return outcomes;
  });
}

/** Locks keys, always in the same order, so that no two transactions deadlock. */
async function lockKeys(transact: Transact, batch: readonly Waiting[]): Promise<void> {
  const ids = new Set(batch.map(({ made }) => made.job.key_id));
  for (const id of [...ids].sort()) await lockKey(transact, id);
}

async function findReplayed(transact: Transact, context: InsertContext, made: NewJob): Promise<FullJob | null> {
  if (made.idempotent === null) return null;
  const earlier = await madeBefore(transact, made.job.key_id, made.idempotent, context);
  return earlier === null ? null : loadJob(transact, earlier.id, context.config.contracts);
}

interface Used {
  readonly contract: Contract;
  running: number;
  open: number;
  credits: number;
}

/** Usage of keys, including the jobs of this transaction. Must be read when the keys are locked. */
class KeyUsage {
  readonly #transact: Transact;
  readonly #context: InsertContext;
  readonly #used = new Map<string, Used>();

  constructor(transact: Transact, context: InsertContext) {
    this.#transact = transact;
    this.#context = context;
  }

  /** Counts one more job if the contract allows it. Throws ServiceError 402, 429. */
  async admit({ job, inputs, needed }: NewJob): Promise<Contract> {
    const used = this.#used.get(job.key_id) ?? (await this.#read(job.key_id));
    this.#used.set(job.key_id, used);
    const { contract } = used;
    refuseInputs(inputs, contract);
    if (isOpen(job.status)) {
      refuseOpenJobs(contract, used.open + 1);
      used.open += 1;
    } else {
      refuseStart(contract, { running: used.running, credits: used.credits }, needed);
      used.running += 1;
      used.credits += job.spent;
    }
    return contract;
  }

  async #read(keyId: string): Promise<Used> {
    const db: Database | Transact = this.#transact;
    const key = await db.selectFrom('api_keys').select('contract').where('id', '=', keyId).executeTakeFirst();
    const contract = contractOf(this.#context.config.contracts, key?.contract ?? 'free');
    return {
      contract,
      running: await runningJobs(db, keyId),
      open: contract.max_open_jobs === null ? 0 : await openJobs(db, keyId),
      credits: contract.credits_per_day === null ? 0 : await creditsUsed(db, keyId, this.#context.now()),
    };
  }
}

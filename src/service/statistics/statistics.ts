import { sql } from 'kysely';
import type { Database, Transact } from '../database/open.ts';
import type { UsageDayRow } from '../database/tables.ts';
import type { JobStatus } from '../states.ts';

type Sums = Omit<UsageDayRow, 'key_id' | 'day'>;

/** Usage in one day or month, with the names of the interface and numbers instead of texts. */
export interface Usage extends Sums {
  /** `2026-01-31`; the first day of a month. */
  readonly since: string;
}

export interface UsagePeriod {
  /** First and last day, both included: `2026-01-31`. */
  readonly first: string;
  readonly last: string;
  /** Period of one row. */
  readonly rows: 'day' | 'month';
}

/**
 * Adds a job that has ended to the day of its end: its inputs with known sizes, its outputs, and the time of its tasks. Call it once a job,
 * in the transaction that ends it.
 */
export async function countUsage(
  transact: Transact,
  job: { id: string; key_id: string },
  status: JobStatus,
  now: number,
): Promise<void> {
  const used: UsageDayRow = {
    key_id: job.key_id,
    day: new Date(now).toISOString().slice(0, 10),
    input_bytes: await sumOf(transact, 'inputs', 'size', job.id),
    output_bytes: await sumOf(transact, 'outputs', 'size', job.id),
    jobs: 1,
    completed_jobs: status === 'completed' ? 1 : 0,
    failed_jobs: status === 'failed' ? 1 : 0,
    exec_ms: await sumOf(transact, 'tasks', 'exec_ms', job.id),
  };
  await transact
    .insertInto('usage_days')
    .values(used)
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day']).doUpdateSet((row) => {
        const added = (column: keyof Sums) => row(`usage_days.${column}`, '+', row.ref(`excluded.${column}`));
        return {
          input_bytes: added('input_bytes'),
          output_bytes: added('output_bytes'),
          jobs: added('jobs'),
          completed_jobs: added('completed_jobs'),
          failed_jobs: added('failed_jobs'),
          exec_ms: added('exec_ms'),
        };
      }),
    )
    .execute();
}

async function sumOf(
  transact: Transact,
  table: 'inputs' | 'outputs' | 'tasks',
  column: 'size' | 'exec_ms',
  jobId: string,
): Promise<number> {
  // Inputs that are outputs of another conversion are already counted as outputs.
  const of = table === 'inputs' ? sql`and type <> 'conversion'` : sql``;
  const { rows } = await sql<{ sum: number | string | null }>`
    select sum(${sql.ref(column)}) as sum from ${sql.table(table)} where job_id = ${jobId} ${of}`.execute(transact);
  return Number(rows[0]?.sum ?? 0);
}

/** Whose usage is read: that of the one key with the id, or of the keys of an account. */
export type UsageOwner = { readonly column: 'id' | 'account'; readonly value: string };

/** Returns the days or months of the period with usage, in order. @param owner null: all keys */
export async function readUsage(db: Database, period: UsagePeriod, owner: UsageOwner | null): Promise<Usage[]> {
  const since = period.rows === 'day' ? sql<string>`day` : sql<string>`substr(day, 1, 7) || '-01'`;
  const rows = await db
    .selectFrom('usage_days')
    .select(({ fn }) => [
      since.as('since'),
      fn.sum<number | string>('input_bytes').as('input_bytes'),
      fn.sum<number | string>('output_bytes').as('output_bytes'),
      fn.sum<number | string>('jobs').as('jobs'),
      fn.sum<number | string>('completed_jobs').as('completed_jobs'),
      fn.sum<number | string>('failed_jobs').as('failed_jobs'),
      fn.sum<number | string>('exec_ms').as('exec_ms'),
    ])
    .where('day', '>=', period.first)
    .where('day', '<=', period.last)
    .where((eb) => (owner === null ? eb.lit(true) : eb('key_id', 'in', keysOf(db, owner))))
    .groupBy(since)
    .orderBy(since)
    .execute();
  // PostgreSQL's sums are decimals, which arrive as text.
  return rows.map(({ since, ...sums }) => ({
    since,
    input_bytes: Number(sums.input_bytes),
    output_bytes: Number(sums.output_bytes),
    jobs: Number(sums.jobs),
    completed_jobs: Number(sums.completed_jobs),
    failed_jobs: Number(sums.failed_jobs),
    exec_ms: Number(sums.exec_ms),
  }));
}

const keysOf = (db: Database, { column, value }: UsageOwner) =>
  db.selectFrom('api_keys').select('id').where(column, '=', value);

import { batched } from '../database/batched.ts';
import { isAnyOf } from '../database/dialect.ts';
import type { Database } from '../database/open.ts';
import type { ApiKeyRow, JobRow, OutputRow } from '../database/tables.ts';

/** What tells whether a job has changed, and for whom it is. */
export type JobHead = Pick<JobRow, 'id' | 'key_id' | 'version' | 'modified_at' | 'status' | 'status_format'>;

export const JOB_HEAD = ['id', 'key_id', 'version', 'modified_at', 'status', 'status_format'] as const;

/** An output, and when its job expires; null where that is gone. */
export type LinkedOutput = OutputRow & { readonly expires_at: number | null };

/** What nearly every request asks of the database; requests that come together share a query. Nothing is remembered. */
export interface Lookups {
  /** @param hash of the key. Undefined where there is none, or it was revoked */
  keyByHash(hash: string): Promise<ApiKeyRow | undefined>;
  /** Undefined where there is none, or it was revoked. */
  keyById(id: string): Promise<ApiKeyRow | undefined>;
  /** @param id of the form of an id */
  jobHead(id: string): Promise<JobHead | undefined>;
  /** @param id of the form of an output's id */
  output(id: string): Promise<LinkedOutput | undefined>;
}

export function createLookups(db: Database): Lookups {
  const keysBy = (column: 'hash' | 'id') =>
    batched(async (values) => {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where(isAnyOf(db, column, values))
        .where('revoked_at', 'is', null)
        .execute();
      return new Map(rows.map((row) => [row[column], row]));
    });
  return {
    keyByHash: keysBy('hash'),
    keyById: keysBy('id'),
    jobHead: batched(async (ids) => {
      const rows = await db
        .selectFrom('jobs')
        .select(JOB_HEAD)
        .where(isAnyOf(db, 'id', ids))
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    }),
    output: batched(async (ids) => {
      const rows = await db
        .selectFrom('outputs')
        .leftJoin('jobs', 'jobs.id', 'outputs.job_id')
        .selectAll('outputs')
        .select('jobs.expires_at')
        .where(isAnyOf(db, 'outputs.id', ids))
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    }),
  };
}

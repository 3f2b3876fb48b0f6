import { batched } from '../database/batched.ts';
import { isAnyOf } from '../database/dialect.ts';
import type { Database } from '../database/open.ts';
import type { ApiKeyRow, JobRow, OutputRow } from '../database/tables.ts';

/** Columns that show whether a job has changed, and to whom it belongs. */
export type JobHead = Pick<JobRow, 'id' | 'key_id' | 'version' | 'modified_at' | 'status' | 'status_format'>;

export const JOB_HEAD = ['id', 'key_id', 'version', 'modified_at', 'status', 'status_format'] as const;

/** Columns of an output that a download needs: not its metadata, which may be long. */
const LINKED_OUTPUT = [
  'outputs.id',
  'outputs.filename',
  'outputs.earlier_names',
  'outputs.location',
  'outputs.size',
  'outputs.content_type',
  'outputs.checksum',
  'outputs.status',
  'outputs.download_passwords',
  'outputs.created_at',
  'outputs.deleted_at',
] as const;

type Column<Name> = Name extends `outputs.${infer Column extends keyof OutputRow}` ? Column : never;

/** An output that a link names, and when its job expires. Null if the job is gone. */
export type LinkedOutput = Pick<OutputRow, Column<(typeof LINKED_OUTPUT)[number]>> & {
  readonly expires_at: number | null;
};

/** Queries that nearly every request needs; requests that come together share a query. Nothing is cached. */
export interface Lookups {
  /** @param hash hash of the key. Undefined if there is no such key, or it was revoked */
  keyByHash(hash: string): Promise<ApiKeyRow | undefined>;
  /** Returns undefined if there is no such key, or it was revoked. */
  keyById(id: string): Promise<ApiKeyRow | undefined>;
  /** @param id must have the form of an id */
  jobHead(id: string): Promise<JobHead | undefined>;
  /** @param id must have the form of an output's id */
  output(id: string): Promise<LinkedOutput | undefined>;
}

export function createLookups(db: Database): Lookups {
  const keysBy = async (column: 'hash' | 'id', values: readonly string[]) => {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where(isAnyOf(db, column, values))
      .where('revoked_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row[column], row]));
  };
  return {
    keyByHash: batched(async (hashes) => {
      const found = await keysBy('hash', hashes);
      const others = hashes.filter((hash) => !found.has(hash));
      return others.length === 0 ? found : new Map([...found, ...(await peopleByOwnKey(db, others))]);
    }),
    keyById: batched((ids) => keysBy('id', ids)),
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
        .select(LINKED_OUTPUT)
        .select('jobs.expires_at')
        .where(isAnyOf(db, 'outputs.id', ids))
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    }),
  };
}

/** Returns the keys as which the keys of people act, by the hash of these. They administer nothing, even if the person does. */
async function peopleByOwnKey(db: Database, hashes: readonly string[]): Promise<Map<string, ApiKeyRow>> {
  const rows = await db
    .selectFrom('own_keys')
    .innerJoin('api_keys', 'api_keys.id', 'own_keys.key_id')
    .selectAll('api_keys')
    .select('own_keys.hash as own_hash')
    .where(isAnyOf(db, 'own_keys.hash', hashes))
    .where('api_keys.revoked_at', 'is', null)
    .execute();
  return new Map(rows.map(({ own_hash, ...row }) => [own_hash, { ...row, operator: 0 }]));
}

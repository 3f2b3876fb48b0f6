import type { Kysely } from 'kysely';

/** For who watches all jobs of a key: those that changed lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('jobs_changed').on('jobs').columns(['key_id', 'modified_at']).execute();
}

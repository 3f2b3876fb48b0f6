import type { Kysely } from 'kysely';

/** Index for watchers of all jobs of a key: finds recently changed jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('jobs_changed').on('jobs').columns(['key_id', 'modified_at']).execute();
}

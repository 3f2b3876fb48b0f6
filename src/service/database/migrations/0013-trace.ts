import type { Kysely } from 'kysely';

/** `traceparent` of the request that made the task, which continues its trace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tasks').addColumn('traceparent', 'text').execute();
}

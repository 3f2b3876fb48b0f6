import type { Kysely } from 'kysely';

/** `traceparent` of what made the task: its trace goes on with the task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tasks').addColumn('traceparent', 'text').execute();
}

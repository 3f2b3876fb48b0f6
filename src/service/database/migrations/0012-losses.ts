import type { Kysely } from 'kysely';

/** Counts how often the process of a task vanished, and how many retries the task has used up: attempts also count other ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['losses', 'retries']) {
    await db.schema
      .alterTable('tasks')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
}

import { type Kysely, sql } from 'kysely';

/**
 * Counts how often the process of a delivery vanished, and how many retries the delivery has used up, as for tasks: attempts also count
 * other ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['losses', 'retries']) {
    await db.schema
      .alterTable('output_targets')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  // Each attempt that has ended, except the last, was followed by one of the pauses.
  await sql`update output_targets set retries = attempt - case when status = 'uploading' then 1 else 0 end
    where status in ('waiting', 'uploading') and attempt > 0`.execute(db);
}

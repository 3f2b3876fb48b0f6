import type { Kysely } from 'kysely';

/** outputs.metadata: JSON object, what a conversion reports about an output besides its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('outputs')
    .addColumn('metadata', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
}

import type { Kysely } from 'kysely';

/** Conversions that take the outputs of others of their job, and the names by which clients refer to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('conversions').addColumn('name', 'text').execute();
  await db.schema
    .alterTable('conversions')
    .addColumn('sources', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}

import type { Kysely } from 'kysely';

/** Lets keys administer the service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('operator', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

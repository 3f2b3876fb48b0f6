import type { Kysely } from 'kysely';

/** Keys that people make themselves: they act as the key of the person's logins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('own_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('own_keys_hash').on('own_keys').columns(['hash']).unique().execute();
  await db.schema.createIndex('own_keys_key').on('own_keys').columns(['key_id']).execute();
}

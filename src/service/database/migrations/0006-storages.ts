import type { Kysely } from 'kysely';

/**
 * - inputs.credentials: credentials of the storage of an input of type cloud or gdrive_picker, sealed.
 * - output_targets: storages of clients that outputs are delivered to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inputs').addColumn('credentials', 'text').execute();
  await db.schema
    .createTable('output_targets')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('conversion_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('credentials', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('delivered', 'text', (column) => column.notNull())
    .addColumn('attempt', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('output_targets_job')
    .on('output_targets')
    .columns(['job_id', 'conversion_id', 'position'])
    .unique()
    .execute();
  await db.schema.createIndex('output_targets_due').on('output_targets').columns(['status', 'next_at']).execute();
}

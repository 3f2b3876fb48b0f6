import type { Kysely } from 'kysely';

/** Uploads that arrive by several requests (tus): how much of each has arrived, and which request continues it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('upload_uuid', 'text')
    .addColumn('length', 'bigint', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('arrived', 'text', (column) => column.notNull())
    .addColumn('input_id', 'text')
    .addColumn('writer', 'text')
    .addColumn('writer_until', 'bigint', (column) => column.notNull())
    .addColumn('interrupted', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('uploads_job').on('uploads').columns(['job_id', 'upload_uuid']).unique().execute();
  await db.schema.createIndex('uploads_expiry').on('uploads').columns(['expires_at']).execute();
}

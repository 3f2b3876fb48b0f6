import { type Kysely, sql } from 'kysely';

/** Tasks of one API key and one category form a lane; lanes take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tasks')
    .addColumn('lane', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`
    update tasks set lane = coalesce(
      (select jobs.key_id from jobs where jobs.id = tasks.job_id) || '/' ||
      (select conversions.category from conversions where conversions.id = tasks.conversion_id), '')`.execute(db);
  await db.schema.createIndex('tasks_lane').on('tasks').columns(['state', 'lane', 'created_at', 'position']).execute();
}

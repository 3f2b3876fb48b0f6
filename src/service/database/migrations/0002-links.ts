import { type Kysely, sql } from 'kysely';

/** The tables before this migration. */
interface Before {
  outputs: { id: string; task_id: string; filename: string; position: number };
}

/** Sorts `page-2` before `page-10`. */
const natural = new Intl.Collator('en', { numeric: true });

/**
 * - jobs.base_url: base of the links in callbacks, as the request that made the job had it.
 * - outputs.position: position among the outputs of the task. Older rows are ordered by name, as nothing else shows their order.
 * - outputs.earlier_names: JSON array of its earlier names; links with them continue to work.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('base_url', 'text').execute();
  await db.schema
    .alterTable('outputs')
    .addColumn('position', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('outputs')
    .addColumn('earlier_names', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  const tasks = await db
    .selectFrom('outputs')
    .select('task_id')
    .groupBy('task_id')
    .having(sql<number>`count(*)`, '>', 1)
    .execute();
  for (const { task_id } of tasks) {
    const rows = await db.selectFrom('outputs').select(['id', 'filename']).where('task_id', '=', task_id).execute();
    const sorted = rows.toSorted((one, other) => natural.compare(one.filename, other.filename));
    for (const [position, { id }] of sorted.entries()) {
      await db.updateTable('outputs').set({ position }).where('id', '=', id).execute();
    }
  }
}

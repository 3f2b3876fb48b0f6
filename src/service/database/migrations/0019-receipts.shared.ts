import type { Kysely } from 'kysely';

/** outputs.receipt: JSON object, what the conversion did; null: nobody asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outputs').addColumn('receipt', 'text').execute();
}

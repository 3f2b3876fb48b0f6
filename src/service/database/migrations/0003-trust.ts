import type { Kysely } from 'kysely';

interface Before {
  conversions: { output_target: string };
}

/** Jobs store the header prefix of their client. Credentials in output_target, which was accepted but never used, are removed. */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('header_alias', 'text').execute();
  await db.updateTable('conversions').set({ output_target: '[]' }).where('output_target', '!=', '[]').execute();
}

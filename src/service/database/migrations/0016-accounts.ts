import type { Kysely } from 'kysely';

/** Lets several keys belong to one account, whose usage is shown together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('account', 'text').execute();
}

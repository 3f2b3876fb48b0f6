import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as first from './migrations/0001-first.ts';
import * as links from './migrations/0002-links.ts';
import * as trust from './migrations/0003-trust.ts';
import type { Tables } from './tables.ts';

/** In the order they are applied. One that was released is never changed: a new one follows. */
const MIGRATIONS = { '0001-first': first, '0002-links': links, '0003-trust': trust };

/** Brings the tables to the current version; several service processes may start at once. Throws what the database says. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

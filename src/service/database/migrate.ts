import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as first from './migrations/0001-first.ts';
import * as links from './migrations/0002-links.ts';
import * as trust from './migrations/0003-trust.ts';
import * as uploads from './migrations/0004-uploads.ts';
import * as outputMetadata from './migrations/0005-output-metadata.ts';
import * as storages from './migrations/0006-storages.ts';
import * as chains from './migrations/0007-chains.ts';
import * as live from './migrations/0008-live.ts';
import * as sessions from './migrations/0009-sessions.ts';
import * as lanes from './migrations/0010-lanes.ts';
import * as growth from './migrations/0011-growth.ts';
import * as losses from './migrations/0012-losses.ts';
import * as trace from './migrations/0013-trace.ts';
import * as taskCounts from './migrations/0014-task-counts.ts';
import * as deliveryLosses from './migrations/0015-delivery-losses.ts';
import * as accounts from './migrations/0016-accounts.ts';
import * as operators from './migrations/0017-operators.shared.ts';
import * as ownKeys from './migrations/0018-own-keys.shared.ts';
import * as receipts from './migrations/0019-receipts.shared.ts';
import type { Tables } from './tables.ts';

/**
 * In the order in which they are applied. A released one is never changed: a new one follows. Where services of the version before can go on
 * with its tables, and start again, its name ends in `.shared`: it adds tables, indexes that are not unique, and columns that may be null or
 * have a default, and leaves what there was.
 */
export const MIGRATIONS = {
  '0001-first': first,
  '0002-links': links,
  '0003-trust': trust,
  '0004-uploads': uploads,
  '0005-output-metadata': outputMetadata,
  '0006-storages': storages,
  '0007-chains': chains,
  '0008-live': live,
  '0009-sessions': sessions,
  '0010-lanes': lanes,
  '0011-growth': growth,
  '0012-losses': losses,
  '0013-trace': trace,
  '0014-task-counts': taskCounts,
  '0015-delivery-losses': deliveryLosses,
  '0016-accounts': accounts,
  '0017-operators.shared': operators,
  '0018-own-keys.shared': ownKeys,
  '0019-receipts.shared': receipts,
};

/** Table of the migrations that Kysely has applied. */
const APPLIED = 'kysely_migration';

const isShared = (name: string): boolean => name.endsWith('.shared');

/** Name of the tables that this program knows: its newest migration. */
export const SCHEMA = Object.keys(MIGRATIONS).at(-1) ?? '';

/**
 * State of the tables relative to the migrations of this program. `empty`: there are none. `older`: some migrations are missing; `isShared`:
 * services of that version can go on with them. `newer`: a later version has applied some with which this one cannot go on; `unknown` names
 * them.
 */
export type SchemaState =
  | { readonly state: 'empty' | 'current' }
  | { readonly state: 'older'; readonly isShared: boolean }
  | { readonly state: 'newer'; readonly unknown: readonly string[] };

/** Reads the state and changes nothing. Throws errors of the database. */
export async function readSchemaState(db: Kysely<Tables>): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === APPLIED)) return { state: 'empty' };
  const rows = await (db as unknown as Kysely<{ [APPLIED]: { name: string } }>)
    .selectFrom(APPLIED)
    .select('name')
    .execute();
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !Object.hasOwn(MIGRATIONS, name));
  const missing = Object.keys(MIGRATIONS).filter((name) => !applied.has(name));
  if (unknown.length > 0 && !(missing.length === 0 && unknown.every(isShared))) return { state: 'newer', unknown };
  return missing.length === 0 ? { state: 'current' } : { state: 'older', isShared: missing.every(isShared) };
}

/** Makes the error for a database that a later version of convertd has changed. */
export function newerDatabase(unknown: readonly string[]): Error {
  return new Error(
    `The database was upgraded by a newer version of convertd (${unknown.join(', ')}) and is left as it is. ` +
      'Start that version again, or restore a backup from before the upgrade.',
  );
}

/**
 * Migrates the tables to the current version; several service processes may start at once.
 * @throws Error if a newer version has changed them; errors of the database
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const found = await readSchemaState(db);
  if (found.state === 'newer') throw newerDatabase(found.unknown);
  if (found.state === 'current') return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

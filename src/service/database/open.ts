import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { exists } from './backup.ts';
import { migrate, newerDatabase, readSchemaState, SCHEMA } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** Parameter of functions that must run in their caller's transaction. */
export type Transact = Transaction<Tables>;

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'sqlite' | 'postgres';
  /** Resolves when everything committed before the call survives a power cut. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the store of jobs and migrates its tables to the current version.
 * @param url `postgres://…`; null for a SQLite file
 * @param file path of the SQLite file, whose folder is created
 * @param onLost called for idle connections that the server has ended; others replace them
 * @throws Error if the URL is of another kind, the database cannot be reached, a newer version has changed its tables, or this one would change
 * them under services of an older version that run
 */
export async function openDatabase(
  url: string | null,
  file: string,
  onLost?: (error: Error) => void,
): Promise<OpenDatabase> {
  if (url === null) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const opened = await open(url, file, onLost);
  try {
    await upgrade(opened.db, url);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens the store of jobs as it is, for commands used alongside a service: creates nothing and does not change the tables, because the
 * service that uses them may still run.
 * @param allowOlder for commands that do not use the tables that a migration may change
 * @returns null if there is no database yet
 * @throws Error like `openDatabase`, and if the tables are those of an older version
 */
export async function openExistingDatabase(
  url: string | null,
  file: string,
  { allowOlder = false }: { allowOlder?: boolean } = {},
): Promise<OpenDatabase | null> {
  if (url === null && !(await exists(file))) return null;
  const opened = await open(url, file);
  try {
    const found = await readSchemaState(opened.db);
    if (found.state === 'newer') throw newerDatabase(found.unknown);
    if (found.state === 'older' && !allowOlder) {
      throw new Error(
        'The database is that of an older version of convertd; "convertd serve" upgrades it when it starts.',
      );
    }
    if (found.state !== 'empty') return opened;
    await opened.close();
    return null;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function upgrade(db: Database, url: string | null): Promise<void> {
  const found = await readSchemaState(db);
  if (url === null || found.state === 'current') return migrate(db);
  if (found.state === 'older' && !found.isShared) await refuseUnderOthers(db);
  const { postgresDialect } = await import('./postgres.ts');
  const patient = new Kysely<Tables>({
    dialect: postgresDialect(url, { name: applicationName(), hasDeadlines: false }),
  });
  await migrate(patient).finally(() => patient.destroy());
}

/** Throws an Error if services that know other tables are connected to the PostgreSQL database. A service always is. */
async function refuseUnderOthers(db: Database): Promise<void> {
  const { rows } = await sql<{ address: string }>`select distinct coalesce(host(client_addr), 'this machine') as address
    from pg_stat_activity where datname = current_database()
    and starts_with(application_name, 'convertd ') and application_name <> ${applicationName()}`.execute(db);
  if (rows.length === 0) return;
  throw new Error(
    'This version changes tables with which older versions cannot go on, and an older one is connected to the database, from ' +
      `${rows.map(({ address }) => address).join(', ')}. Stop every "convertd serve" of it, then start this one. Nothing was changed.`,
  );
}

/** By it, versions find each other on one database. */
const applicationName = () => `convertd ${SCHEMA}`;

async function open(url: string | null, file: string, onLost?: (error: Error) => void): Promise<OpenDatabase> {
  if (url === null) {
    const { openSqlite } = await import('./sqlite.ts');
    return { ...openSqlite(file), kind: 'sqlite' };
  }
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('DATABASE_URL must be postgres://user:password@host/database');
  const { postgresDialect } = await import('./postgres.ts');
  const db = new Kysely<Tables>({
    dialect: postgresDialect(url, { name: applicationName(), ...(onLost && { onLost }) }),
  });
  // PostgreSQL syncs a commit before it confirms it.
  return { db, kind: 'postgres', synced: async () => {}, close: () => db.destroy() };
}

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** Where a function must be part of its caller's transaction, it takes this. */
export type Transact = Transaction<Tables>;

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

/**
 * Opens the store of jobs and brings its tables to the current version.
 * @param url `postgres://…`; null for a SQLite file
 * @param file path of the SQLite file, whose folder is made
 * @throws Error where the URL is of another kind, or the database cannot be reached
 */
export async function openDatabase(url: string | null, file: string): Promise<OpenDatabase> {
  const opened = url === null ? await openSqlite(file) : await openPostgres(url);
  try {
    await migrate(opened.db);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openSqlite(file: string): Promise<OpenDatabase> {
  const { sqliteDialect } = await import('./sqlite.ts');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  return { db, kind: 'sqlite', close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('DATABASE_URL must be postgres://user:password@host/database');
  const { postgresDialect } = await import('./postgres.ts');
  const db = new Kysely<Tables>({ dialect: postgresDialect(url) });
  return { db, kind: 'postgres', close: () => db.destroy() };
}

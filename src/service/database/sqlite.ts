import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
} from 'kysely';
import { FairLock } from './fair-lock.ts';
import type { Tables } from './tables.ts';

/** How long a statement waits while another process writes, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * How often the write-ahead log is brought into the database file, ms. By itself SQLite does it when the log has 1000 pages (4 MB),
 * which a quiet service may not write in days; and only a checkpoint syncs the log to the disk.
 */
const CHECKPOINT_MS = 30_000;

/**
 * Node's own SQLite behind Kysely's SQLite dialect. Write-ahead logging lets readers go on while one writes; the log is synced at
 * checkpoints, so a power cut may lose what was written since the last one, but never the consistency. `close` leaves everything in
 * the one file.
 * @param file its folder exists
 */
export function openSqlite(
  file: string,
  { checkpointMs = CHECKPOINT_MS }: { checkpointMs?: number } = {},
): { db: Kysely<Tables>; close(): Promise<void> } {
  const db = new Kysely<Tables>({ dialect: new InTurnDialect({ database: async () => wrap(open(file)) }) });
  // Through Kysely, as SQLite refuses it within a transaction of the same connection. `passive` waits for nobody. A disk that is full
  // fails the next request, too, which says so; the log stays valid until then.
  const timer = setInterval(() => {
    sql`pragma wal_checkpoint(passive)`.execute(db).catch(() => {});
  }, checkpointMs).unref();
  return {
    db,
    close: () => {
      clearInterval(timer);
      return db.destroy();
    },
  };
}

/** Kysely's dialect with another way to wait for the one connection: see fair-lock.ts. */
class InTurnDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new InTurnDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new InTurnAdapter();
  }
}

/** That there is one connection is the driver's to see to: Kysely adds no lock of its own. */
class InTurnAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class InTurnDriver extends SqliteDriver {
  readonly #lock = new FairLock();

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#lock.release();
  }

  /** After those who wait already. */
  override async destroy(): Promise<void> {
    await this.#lock.acquire();
    await super.destroy();
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  return database;
}

/** What Kysely asks of a database, in the words of `node:sqlite`. */
function wrap(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    // Lists of ids make statements of many lengths; past this many distinct ones the oldest go.
    if (statements.size >= 500) statements.delete(statements.keys().next().value ?? '');
    statements.set(sql, statement);
    return statement;
  };
  return {
    close: () => database.close(),
    prepare: (sql) => {
      // A transaction that reads first and writes later fails at once, without waiting, where another process (`convertd keys`)
      // has written in between; so each takes the lock when it begins.
      const statement = prepared(sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
      };
    },
  };
}

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
  type SqliteStatement,
  sql,
} from 'kysely';
import { FairLock } from './fair-lock.ts';
import { logSync } from './log-sync.ts';
import type { Tables } from './tables.ts';

/** How long a statement waits while another process writes, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * How often the write-ahead log is brought into the database file, ms. By itself SQLite does it when the log has LOG_PAGES, which a
 * quiet service may not write in days.
 */
const CHECKPOINT_MS = 30_000;
/** Pages of 4 KiB. A page that many transactions change is brought over once; the default, 1000, would stop requests more often. */
const LOG_PAGES = 8000;
/** KiB of pages that SQLite keeps in memory, at most. */
const CACHE_KIB = 32 * 1024;

/**
 * Node's own SQLite behind Kysely's SQLite dialect. Write-ahead logging lets readers continue while one writes. SQLite syncs the log at
 * checkpoints; `synced` does it earlier for changes whose success a client sees. A power cut may lose later changes, but never the
 * consistency. `close` leaves everything in the one file.
 * @param file its folder exists
 */
export function openSqlite(
  file: string,
  { checkpointMs = CHECKPOINT_MS }: { checkpointMs?: number } = {},
): { db: Kysely<Tables>; synced(): Promise<void>; close(): Promise<void> } {
  const db = new Kysely<Tables>({ dialect: new InTurnDialect({ database: async () => wrap(open(file)) }) });
  // Through Kysely, as SQLite refuses it within a transaction of the same connection. `passive` waits for nobody. A disk that is full
  // fails the next request, too, which says so; the log stays valid until then.
  const log = logSync(file);
  const timer = setInterval(() => {
    sql`pragma wal_checkpoint(passive)`.execute(db).catch(() => {});
  }, checkpointMs).unref();
  return {
    db,
    synced: log.synced,
    close: async () => {
      clearInterval(timer);
      await log.close();
      await db.destroy();
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
  database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA cache_size = -${CACHE_KIB};`);
  return database;
}

/** What Kysely asks of a database, in the words of `node:sqlite`. */
function wrap(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const prepared = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = statementOf(database.prepare(sql));
    // Lists of ids make statements of many lengths; past this many distinct ones the oldest go.
    if (statements.size >= 500) statements.delete(statements.keys().next().value ?? '');
    statements.set(sql, statement);
    return statement;
  };
  return {
    close: () => database.close(),
    // A transaction that reads first and writes later fails at once, without waiting, where another process (`convertd keys`) has
    // written in between; so each takes the lock when it begins.
    prepare: (sql) => prepared(sql === 'begin' ? 'begin immediate' : sql),
  };
}

const statementOf = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
});

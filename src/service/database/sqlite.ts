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
} from 'kysely';
import { startCheckpoints } from './checkpoints.ts';
import { FairLock } from './fair-lock.ts';
import { logSync } from './log-sync.ts';
import type { Tables } from './tables.ts';

/** How long a statement waits while another process writes, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/** How often the write-ahead log is brought into the database file, ms, however little a quiet service writes. */
const CHECKPOINT_MS = 30_000;
/** Bytes of the log above which it is brought over at once, and to which it is cut then. */
const LOG_BYTES = 32 * 1024 * 1024;
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
  const log = logSync(file);
  const endCheckpoints = startCheckpoints(file, checkpointMs, LOG_BYTES);
  return {
    db,
    synced: log.synced,
    close: async () => {
      await endCheckpoints();
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
  database.exec(
    `PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_BYTES}; PRAGMA cache_size = -${CACHE_KIB};`,
  );
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

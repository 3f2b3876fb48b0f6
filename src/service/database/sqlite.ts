import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { Turns } from './turns.ts';

/** How long a statement waits while another process writes, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Node's own SQLite behind Kysely's SQLite dialect. Write-ahead logging lets readers go on while one writes; the log is
 * synced at checkpoints, so a power cut may lose the last moments, but never the consistency.
 */
export function sqliteDialect(file: string): SqliteDialect {
  return new InTurnDialect({ database: async () => wrap(open(file)) });
}

/** Kysely's dialect with another way to wait for the one connection: see turns.ts. */
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
  readonly #turns = new Turns();

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.giveBack();
  }

  /** After those who wait already. */
  override async destroy(): Promise<void> {
    await this.#turns.take();
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
      // has written in between; so each takes its turn to write when it begins.
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

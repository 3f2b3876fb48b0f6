import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { startCheckpoints } from './checkpoints.ts';
import { Lock } from './lock.ts';
import { logSync } from './log-sync.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import type { Tables } from './tables.ts';

/** Interval at which the write-ahead log is moved into the database file, however little a quiet service writes, ms. */
const CHECKPOINT_MS = 30_000;
/** Size of the log above which it is moved at once, and to which it is then cut, bytes. */
const LOG_BYTES = 32 * 1024 * 1024;

/**
 * Opens Node's own SQLite behind Kysely's SQLite dialect, in a separate thread. Write-ahead logging lets other processes read while one
 * writes. SQLite syncs the log at checkpoints; `synced` does it earlier for changes whose success a client sees. A power cut may lose later
 * changes, but never the consistency. `close` leaves everything in the one file.
 * @param file its folder exists
 */
export function openSqlite(
  file: string,
  { checkpointMs = CHECKPOINT_MS }: { checkpointMs?: number } = {},
): { db: Kysely<Tables>; synced(): Promise<void>; close(): Promise<void> } {
  const db = new Kysely<Tables>({ dialect: new ThreadDialect(file) });
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

/** Kysely's own driver would open the database here. */
const IN_ITS_THREAD: SqliteDialectConfig = {
  database: () => Promise.reject(new Error('SQLite is open in its thread')),
};

/** Kysely's dialect with another driver. */
class ThreadDialect extends SqliteDialect {
  readonly #file: string;

  constructor(file: string) {
    super(IN_ITS_THREAD);
    this.#file = file;
  }

  override createDriver(): Driver {
    return new ThreadDriver(this.#file);
  }

  override createAdapter(): SqliteAdapter {
    return new LocklessAdapter();
  }
}

/** The driver ensures that there is only one connection, so Kysely adds no lock of its own. */
class LocklessAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One connection, first come, first served. */
class ThreadDriver extends SqliteDriver {
  readonly #connection: SqliteConnection;
  readonly #lock = new Lock();

  constructor(file: string) {
    super(IN_ITS_THREAD);
    this.#connection = new SqliteConnection({ file, logBytes: LOG_BYTES });
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    this.#connection.begin();
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#connection.rest();
    this.#lock.release();
  }

  /** Waits for all earlier callers. */
  override async destroy(): Promise<void> {
    await this.#lock.acquire();
    await this.#connection.close();
  }
}

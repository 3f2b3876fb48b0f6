/** The thread of `sqlite-connection.ts`: answers each query, in order. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';

/** Data that the thread is started with. */
export interface ThreadData {
  readonly file: string;
  /** Size to which the log is cut when it restarts, bytes. */
  readonly logBytes: number;
}

export interface Question {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Result of a statement, or SQLite's error. */
export type Answer =
  | QueryResult<unknown>
  | { readonly message: string; readonly code?: string | undefined; readonly errcode?: number | undefined };

/** Time that a statement waits while another process writes, ms. */
const BUSY_TIMEOUT_MS = 10_000;
/** Size of SQLite's page cache, KiB. */
const CACHE_KIB = 32 * 1024;
/** Number of cached prepared statements: id lists have many lengths. */
const MOST_STATEMENTS = 500;

let database: DatabaseSync | null = null;
const statements = new Map<string, StatementSync>();

parentPort?.on('message', (question: Question | 'close') => {
  if (question === 'close') {
    database?.close();
    parentPort?.close();
  } else parentPort?.postMessage(answer(question));
});

function answer({ sql, parameters }: Question): Answer {
  try {
    database ??= open(workerData as ThreadData);
    // A transaction that reads first and writes later fails at once, without waiting, if another process (`convertd keys`) has written in
    // between. So each transaction takes the lock when it begins.
    const statement = prepared(database, sql === 'begin' ? 'begin immediate' : sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { message, code, errcode };
  }
}

function open({ file, logBytes }: ThreadData): DatabaseSync {
  const opened = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  opened.exec(
    `PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${logBytes}; PRAGMA cache_size = -${CACHE_KIB};`,
  );
  return opened;
}

function prepared(opened: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = opened.prepare(sql);
  if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
  statements.set(sql, statement);
  return statement;
}

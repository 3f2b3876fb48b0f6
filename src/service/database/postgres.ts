import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections of one service process; each transaction takes one. */
const POOL_SIZE = 10;

/** OID of PostgreSQL's bigint. */
const BIGINT = 20;

/*
 * Deadlines, ms. A host that vanishes closes no connection, and TCP gives up after a quarter of an hour: leases of tasks would run out
 * unnoticed meanwhile. The server ends what takes too long; where it does not answer at all, this side does, a little later.
 */
const CONNECT_MS = 10_000;
const LOCK_MS = 10_000;
const STATEMENT_MS = 20_000;
const ANSWER_MS = 25_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** How long a connection is silent before the system asks the other end whether it is there. */
const SILENT_MS = 10_000;
/** How long the server has to answer that a connection ends. */
const CLOSE_MS = 2000;

const DEADLINES: pg.PoolConfig = {
  lock_timeout: LOCK_MS,
  statement_timeout: STATEMENT_MS,
  query_timeout: ANSWER_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
};

/**
 * @param url `postgres://user:password@host:port/database`
 * @param hasDeadlines false for a migration, which may take as long as its tables are large
 * @param onLost hears of idle connections that the server ends, as when it restarts; others replace them
 */
export function postgresDialect(
  url: string,
  { hasDeadlines = true, onLost = () => {} }: { hasDeadlines?: boolean; onLost?: (error: Error) => void } = {},
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ClosingClient,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    ...(hasDeadlines && DEADLINES),
    // All our integers are times in ms, sizes and counts: exact as numbers. As text, the default, they would differ from SQLite's.
    types: {
      getTypeParser: ((oid: number, format: 'text') =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as never,
    },
  });
  // Without a listener it would end the process.
  pool.on('error', onLost);
  return new PostgresDialect({ pool });
}

/**
 * pg keeps a connection whose answer did not come, and the next statement would wait behind it; and one that it has ended for as long as
 * the server does not end it too, which keeps the process.
 */
class ClosingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens to idle ones alone. One that the server ends between two statements would end the process; its next statement
    // fails.
    this.on('error', () => {});
  }

  override query = ((...args: unknown[]) => {
    const answer: unknown = Reflect.apply(pg.Client.prototype.query, this, args);
    if (answer instanceof Promise) answer.catch((error: Error) => isUnanswered(error) && this.#close());
    return answer;
  }) as pg.Client['query'];

  override end = ((...args: unknown[]) => {
    const late = setTimeout(() => this.#close(), CLOSE_MS).unref();
    this.once('end', () => clearTimeout(late));
    return Reflect.apply(pg.Client.prototype.end, this, args);
  }) as pg.Client['end'];

  #close(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

const isUnanswered = ({ message }: Error): boolean => message === 'Query read timeout';

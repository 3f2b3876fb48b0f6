import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Number of connections of one service process; each transaction takes one. */
const POOL_SIZE = 10;

/** OID of PostgreSQL's bigint. */
const BIGINT = 20;

/*
 * Timeouts, ms. A host that vanishes closes no connection, and TCP gives up only after a quarter of an hour, while leases of tasks would
 * run out unnoticed. The server ends what takes too long; if it does not answer at all, this side does so a little later.
 */
const CONNECT_MS = 10_000;
const LOCK_MS = 10_000;
const STATEMENT_MS = 20_000;
const ANSWER_MS = 25_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Time that a connection is silent before the system checks whether the other end is there. */
const SILENT_MS = 10_000;
/** Time for the server to confirm that a connection ends. */
const CLOSE_MS = 2000;

const DEADLINES: pg.PoolConfig = {
  lock_timeout: LOCK_MS,
  statement_timeout: STATEMENT_MS,
  query_timeout: ANSWER_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
};

/**
 * @param url `postgres://user:password@host:port/database`
 * @param name shown in pg_stat_activity
 * @param hasDeadlines false for a migration, which may take as long as its tables are large
 * @param onLost called for idle connections that the server ends, as when it restarts; others replace them
 */
export function postgresDialect(
  url: string,
  {
    name = 'convertd',
    hasDeadlines = true,
    onLost = () => {},
  }: { name?: string; hasDeadlines?: boolean; onLost?: (error: Error) => void } = {},
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    Client: ClosingClient,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    ...(hasDeadlines && DEADLINES),
    // Our integers are times in ms, sizes and counts: exact as numbers. As text, the default, they would differ from SQLite's.
    types: {
      getTypeParser: ((oid: number, format: 'text') =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as never,
    },
  });
  // Without a listener, the error would end the process.
  pool.on('error', onLost);
  return new PostgresDialect({ pool });
}

/**
 * pg keeps a connection whose answer did not come, and the next statement would wait behind it. It also keeps a connection that it has
 * ended until the server ends it too, which keeps the process alive.
 */
class ClosingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool only listens to idle connections. If the server ends one between two statements, the error would end the process. Its next
    // statement fails.
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

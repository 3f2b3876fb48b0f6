import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections of one service process; each transaction takes one. */
const POOL_SIZE = 10;

/** OID of PostgreSQL's bigint. */
const BIGINT = 20;

/**
 * @param url `postgres://user:password@host:port/database`
 * @param onLost hears of idle connections that the server ends, as when it restarts; others replace them
 */
export function postgresDialect(url: string, onLost: (error: Error) => void = () => {}): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
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

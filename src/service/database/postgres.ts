import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections of one service process; each transaction takes one. */
const POOL_SIZE = 10;

/** OID of PostgreSQL's bigint. */
const BIGINT = 20;

/** @param url `postgres://user:password@host:port/database` */
export function postgresDialect(url: string): PostgresDialect {
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
  // An idle connection that the server ends (a restart) is replaced; without a listener it would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

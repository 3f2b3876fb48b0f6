import { type Expression, type Kysely, PostgresAdapter, type SqlBool, sql } from 'kysely';

/* Differences between the SQL of the two databases. */

/** Whether the database is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = <Tables>(db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Returns `column in (…)` with one parameter for any number of values, so that one statement is prepared instead of one for each number of
 * values, of which SQLite takes 32,766 and PostgreSQL 65,535.
 * @param column with its table if there are several: `jobs.id`
 */
export const isAnyOf = <Tables>(
  db: Pick<Kysely<Tables>, 'getExecutor'>,
  column: string,
  values: readonly string[],
): Expression<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;

import { type Expression, type Kysely, PostgresAdapter, type SqlBool, sql } from 'kysely';

/* What the two databases say differently. */

/** Whether it is PostgreSQL; else SQLite. */
export const isPostgres = <Tables>(db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Rows of one answer of SQLite: it comes as one message, which is read at once. A job can have 100,000 tasks. */
export const ROWS_AT_ONCE = 512;

/**
 * `column in (…)` with one parameter however many values there are, so that there is one statement to prepare and not one for each
 * number of values, of which SQLite takes 32,766 and PostgreSQL 65,535.
 * @param column with its table where there are several: `jobs.id`
 */
export const isAnyOf = <Tables>(
  db: Pick<Kysely<Tables>, 'getExecutor'>,
  column: string,
  values: readonly string[],
): Expression<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;

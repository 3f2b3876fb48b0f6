import { type Expression, type Kysely, PostgresAdapter, type SqlBool, sql } from 'kysely';

/* What the two databases say differently. */

/** Whether it is PostgreSQL; else SQLite. */
export const isPostgres = <Tables>(db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * `column in (…)` with one parameter however many values there are, so that there is one statement to prepare and not one for each
 * number of values, of which SQLite takes 32,766 and PostgreSQL 65,535.
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

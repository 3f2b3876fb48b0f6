import { CompiledQuery } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Transact } from './open.ts';
import type { Tables } from './tables.ts';

/** Number of rows in the largest statement. */
const MOST_ROWS = 64;

const statements = new Map<string, string>();

/**
 * Inserts rows that all have the same columns, with as few statements as possible. The statements' texts are cached: building each with
 * Kysely takes longer than SQLite needs for the rows.
 */
export async function insertRows<Table extends keyof Tables>(
  transact: Transact,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first) as (keyof Tables[Table] & string)[];
  const numbered = isPostgres(transact);
  for (let from = 0; from < rows.length; ) {
    // Powers of two, so that there are few different statements.
    const count = 2 ** Math.floor(Math.log2(Math.min(MOST_ROWS, rows.length - from)));
    const values = rows.slice(from, from + count).flatMap((row) => columns.map((column) => row[column]));
    await transact.executeQuery(CompiledQuery.raw(statementOf(table, columns, count, numbered), values));
    from += count;
  }
}

function statementOf(table: string, columns: readonly string[], rows: number, numbered: boolean): string {
  const name = `${table} ${rows} ${numbered} ${columns.join()}`;
  const known = statements.get(name);
  if (known !== undefined) return known;
  const places = Array.from({ length: rows }, (_, row) => {
    const ofRow = columns.map((_column, index) => (numbered ? `$${row * columns.length + index + 1}` : '?'));
    return `(${ofRow.join(', ')})`;
  });
  const made = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}) values ${places.join(', ')}`;
  statements.set(name, made);
  return made;
}

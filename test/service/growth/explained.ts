import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { isPostgres } from '../../../src/service/database/dialect.ts';
import type { Database } from '../../../src/service/database/open.ts';

/** A database that records each statement, so that its query plan can be examined. */
export interface Explained {
  readonly db: Database;
  /** Text and EXPLAIN output of each different statement so far, except inserts. */
  plans(): Promise<{ readonly statement: string; readonly plan: string }[]>;
}

export function explained(db: Database): Explained {
  const statements = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'InsertQueryNode') {
        const compiled = db.getExecutor().compileQuery(node, queryId);
        statements.set(compiled.sql, compiled);
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const words = isPostgres(db) ? 'explain' : 'explain query plan';
  return {
    db: db.withPlugin(plugin),
    plans: () =>
      Promise.all(
        [...statements.values()].map(async ({ sql: statement, parameters }) => {
          const { rows } = await db.executeQuery(CompiledQuery.raw(`${words} ${statement}`, [...parameters]));
          return { statement, plan: rows.map((row) => JSON.stringify(row)).join('\n') };
        }),
      ),
  };
}

/**
 * A table, or an index of it, that is read from beginning to end. PostgreSQL reads empty tables this way, so only the tables that
 * `fill` fills count there.
 */
const READS_ALL = new RegExp(
  [
    'Seq Scan on (?:jobs|inputs|tasks|credits|history)\\b',
    'SCAN (?:jobs|inputs|conversions|tasks|outputs|output_targets|uploads|credits|callbacks|history|api_keys)\\b(?! USING (?:COVERING )?INDEX \\w+ \\(\\w+=)',
  ].join('|'),
);

/** All rows are sorted to find the first ones. Sorting within rows that come in order from an index does not count. */
const SORTS = /"(?: *->)? *Sort {2}\(|TEMP B-TREE FOR ORDER BY/;

/** Returns the statements that sort their rows. */
export const sorting = async (watched: Explained) => (await watched.plans()).filter(({ plan }) => SORTS.test(plan));

/** Returns the statements that read a whole table. */
export const readingAll = async (watched: Explained) =>
  (await watched.plans()).filter(({ plan }) => READS_ALL.test(plan));

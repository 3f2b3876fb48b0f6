import { isAnyOf, isPostgres } from './dialect.ts';
import type { Database, Transact } from './open.ts';

/** Selects tasks by id for a statement that changes them, locked in one order, so that two such statements cannot deadlock. */
export function inOrder(db: Database | Transact, ids: readonly string[]) {
  const tasks = db
    .selectFrom('tasks')
    .select('id')
    .where(isAnyOf(db, 'id', ids))
    .orderBy('id');
  return isPostgres(db) ? tasks.forUpdate() : tasks;
}

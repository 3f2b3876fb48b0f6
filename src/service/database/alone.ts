import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds the data folder for this process alone until it ends, however it ends: by a lock that SQLite takes on a file of its
 * own. So the process that starts next knows that nobody runs the tasks of the one before.
 * @param file made where it does not exist, with its folder
 * @throws Error where another process has it
 */
export function holdAlone(file: string): { release(): void } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new Error(
      'Another "convertd serve" runs on this DATA_DIR. Stop it, or give this one another; replicas of one service share a PostgreSQL (DATABASE_URL).',
      { cause },
    );
  }
  return { release: () => database.close() };
}

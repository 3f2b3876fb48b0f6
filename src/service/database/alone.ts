import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Reserves the data folder for this process until it ends, however it ends: by a lock that SQLite takes on a separate file. So the next
 * process knows that nobody runs the tasks of the previous one.
 * @param file created with its folder if it does not exist
 * @throws Error if another process holds it
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

import { copyFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { INPUTS_FOLDER } from '../../files/fetch/allowed-locations.ts';
import { checkDatabase, writeBeside } from './backup.ts';
import { openExistingDatabase } from './open.ts';

export interface Restored {
  /** Number of files whose records now point below the present folder of outputs, because they were made with another one. */
  readonly moved: number;
  /** A job of the backup, whose token shows whether a key is the right one. Null if there are no jobs. */
  readonly newestJob: { readonly id: string; readonly token_hash: string } | null;
}

/**
 * Restores a database from a backup. The backup is not changed.
 * @param outputs folder of outputs and received inputs; null if they are in S3, whose addresses do not change
 * @throws Error if the backup is missing, damaged or of a newer version, or `file` exists
 */
export async function restoreDatabase(backup: string, file: string, outputs: string | null): Promise<Restored> {
  let restored: Restored = { moved: 0, newestJob: null };
  await writeBeside(file, { replace: false }, async (part) => {
    await copyFile(backup, part).catch((cause: NodeJS.ErrnoException) => {
      throw new Error(`The backup ${backup} cannot be read (${cause.code}).`, { cause });
    });
    await refuseForeign(part, backup);
    const database = new DatabaseSync(part);
    try {
      const moved = outputs === null ? 0 : moveLocations(database, pathToFileURL(outputs).href);
      const newest = database.prepare('select id, token_hash from jobs order by created_at desc limit 1').get();
      restored = { moved, newestJob: (newest as Restored['newestJob'] | undefined) ?? null };
      // Keeps everything in the one file that is renamed.
      database.exec('pragma journal_mode = delete');
    } finally {
      database.close();
    }
  });
  return restored;
}

async function refuseForeign(part: string, backup: string): Promise<void> {
  try {
    checkDatabase(part);
  } catch (cause) {
    throw new Error(`${backup} is not a backup that can be restored: it is not a whole SQLite database.`, { cause });
  }
  const opened = await openExistingDatabase(null, part, { allowOlder: true });
  if (opened === null)
    throw new Error(`${backup} is not a backup that can be restored: it holds no tables of convertd.`);
  await opened.close();
}

/** Start of a file's location in its store: the folder of its task for outputs, that of all inputs for received files. */
const FOLDERS = { outputs: 'task_id', inputs: `'${INPUTS_FOLDER}'` } as const;

/** @returns number of changed rows */
function moveLocations(database: DatabaseSync, store: string): number {
  let moved = 0;
  database.exec('begin');
  for (const table of ['outputs', 'inputs'] as const) {
    const update = database.prepare(`update ${table} set location = ? where id = ?`);
    const located = database
      .prepare(`select id, location, ${FOLDERS[table]} as folder from ${table} where location like 'file:%'`)
      .all() as { id: string; location: string; folder: string }[];
    for (const { id, location, folder } of located) {
      const start = location.lastIndexOf(`/${folder}/`);
      if (start < 0 || location === store + location.slice(start)) continue;
      update.run(store + location.slice(start), id);
      moved += 1;
    }
  }
  database.exec('commit');
  return moved;
}

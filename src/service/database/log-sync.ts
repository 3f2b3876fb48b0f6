import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { batched } from './batched.ts';

/** Syncs the write-ahead log of SQLite to the disk, outside the event loop. */
export interface LogSync {
  /** Resolves when everything committed before the call is on the disk. Calls that come together share a sync. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

/**
 * SQLite itself would sync within each commit, and before the next transaction.
 * @param file file of the database
 */
export function logSync(file: string): LogSync {
  let log: Promise<FileHandle> | null = null;
  const sync = batched<true>(async () => {
    log ??= openLog(file);
    // If it cannot be opened, the next call tries again.
    log.catch(() => {
      log = null;
    });
    await (await log).datasync();
    return new Map([['all', true]]);
  });
  return {
    synced: async () => void (await sync('all')),
    close: async () => {
      await (await log?.catch(() => undefined))?.close();
    },
  };
}

/** Opens the log. Nothing is locked on this file, so closing it releases no lock of SQLite, as closing the database would. */
async function openLog(file: string): Promise<FileHandle> {
  const log = await open(`${file}-wal`, constants.O_RDWR);
  // The log is created when the database is opened; its name must survive a power cut, too.
  const folder = await open(dirname(file), constants.O_RDONLY);
  await folder.sync();
  await folder.close();
  return log;
}

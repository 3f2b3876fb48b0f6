/** The thread of `checkpoints.ts`: a checkpoint for each message, each answered. It ends where one fails, as on a full disk. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData as string);

parentPort?.on('message', () => {
  // It waits for nobody: what a reader still needs of the log is brought over by the next one.
  database.exec('PRAGMA wal_checkpoint(passive)');
  parentPort?.postMessage('done');
});

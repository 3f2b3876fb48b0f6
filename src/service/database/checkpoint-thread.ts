/** The thread of `checkpoints.ts`: makes a checkpoint for each message and answers it. It ends if one fails, as on a full disk. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData as string);

parentPort?.on('message', () => {
  // It waits for nobody: parts of the log that a reader still needs are left for the next one.
  database.exec('PRAGMA wal_checkpoint(passive)');
  parentPort?.postMessage('done');
});

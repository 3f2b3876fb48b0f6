/*
 * Loaded into a worker of the bench before its own code (`--import`): on SIGUSR2 it collects garbage and writes the used bytes of
 * JavaScript's heap into the file named by HEAP_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.HEAP_FILE;
// Programs that the worker starts inherit Node's options, but not the file.
if (file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collect();
    writeFileSync(`${file}.part`, String(process.memoryUsage().heapUsed));
    renameSync(`${file}.part`, file);
  });
}

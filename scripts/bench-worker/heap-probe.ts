/*
 * Loaded into a worker of the bench before its own code (`--import`): at SIGUSR2 it collects garbage and writes the bytes of
 * JavaScript's heap that are still used into the file that HEAP_FILE names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.HEAP_FILE;
// Programs that the worker starts get the same options of Node, but not the file.
if (file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collect();
    writeFileSync(`${file}.part`, String(process.memoryUsage().heapUsed));
    renameSync(`${file}.part`, file);
  });
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from '../bench-worker/statistics.ts';
import type { Finding } from './judge.ts';

/* Finds defects that show only over many files: growing memory of the process that runs all tasks, and remains in the temporary folder. */

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const MOST_GROWTH_BYTES = 64 * 1024 ** 2;
/** Fewer samples are not conclusive. */
const LEAST_SAMPLES = 8;

/** Returns the used bytes of the heap after a collection. */
export function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/**
 * Whether memory has grown from file to file: compares the last samples with those after the first quarter, when everything has been
 * loaded. Null if it has not, or there are too few samples.
 */
export function growth(samples: readonly number[]): Finding | null {
  if (samples.length < LEAST_SAMPLES) return null;
  const from = Math.floor(samples.length / 4);
  const [early, late] = [median(samples.slice(from, from + 3)), median(samples.slice(-3))];
  if (late - early <= MOST_GROWTH_BYTES) return null;
  const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;
  const detail = `the heap grew from ${mebibytes(early)} to ${mebibytes(late)}`;
  return { kind: 'runner', code: 'none', signature: 'memory grows', detail };
}

/** Finds what is left in the temporary folder when no task runs: the launcher and hosts keep a folder, with the next job's in it. */
export async function leftInTemporary(folder: string): Promise<Finding[]> {
  const found: string[] = [];
  let launchers = 0;
  for (const name of await readdir(folder)) {
    if (name.startsWith('convertd-launcher-')) {
      launchers += 1;
      if (launchers > 1) found.push(name);
    } else if (!name.startsWith('convertd-host-')) found.push(name);
    else {
      const jobs = await readdir(join(folder, name, 'jobs')).catch(() => []);
      if (jobs.length > 1) found.push(`${jobs.length - 1} folders of jobs in that of a host`);
    }
  }
  return found.map((detail) => {
    const signature = `left in the temporary folder: ${detail.replaceAll(/[\d]+/g, 'N')}`;
    return { kind: 'left behind', code: 'none', signature, detail };
  });
}

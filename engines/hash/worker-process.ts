// The process that computes digests and password lines: one job per line, see pool-protocol.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import { runJob } from './run-job.ts';
import type { HashJob } from './targets.ts';

/** A job as it arrives, apart from its `id` and `folder`. */
export interface PoolHashJob {
  readonly job: HashJob;
  /** Name of the input. */
  readonly file: string;
  /** Bytes of the input, for the progress. */
  readonly size: number;
  /** Name of the one-line text file to write. */
  readonly output: string;
}

await serveRequests(async (message, progress) => {
  const { folder, job, file, size, output } = message as typeof message & PoolHashJob;
  const { line, warnings } = await runJob(job, inputPath(message, file), size, progress);
  // Nothing else waits here, so other threads would only take time.
  writeFileSync(join(folder, output), `${line}\n`);
  return warnings;
});

// The process that computes digests and password lines: one job a line, see pool-protocol.ts.
import { inputPath, serveRequests } from '../../src/process/pool-protocol.ts';
import { runJob } from './run-job.ts';
import type { HashJob } from './targets.ts';

/** A job as it arrives, besides its `id` and `folder`. */
export interface PoolHashJob {
  readonly job: HashJob;
  /** Name of the input. */
  readonly file: string;
  /** Its bytes, for the progress. */
  readonly size: number;
}

await serveRequests((message, progress) => {
  const { job, file, size } = message as typeof message & PoolHashJob;
  return runJob(job, inputPath(message, file), size, progress);
});

// The process that computes digests and password lines: one job a line, see host-protocol.ts.
import { join } from 'node:path';
import { serveHost } from '../../src/process/host-protocol.ts';
import { runJob } from './run-job.ts';
import type { HashJob } from './targets.ts';

/** A job as it arrives, besides its `id` and `folder`. */
export interface HostedHashJob {
  readonly job: HashJob;
  /** Name of the input in the job's folder. */
  readonly file: string;
  /** Its bytes, for the progress. */
  readonly size: number;
}

await serveHost((message, progress) => {
  const { folder, job, file, size } = message as typeof message & HostedHashJob;
  return runJob(job, join(folder, file), size, progress);
});

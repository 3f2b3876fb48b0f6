// The process that computes digests and password lines: one job per line, see pool-protocol.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import { runJob } from './run-job.ts';
import type { HashJob } from './targets.ts';
import type { NamedFile } from './verify.ts';

/** A job as it arrives, apart from its `id` and `folder`. */
export interface PoolHashJob {
  readonly job: HashJob;
  /** The inputs: their names in the message are their numbers. */
  readonly files: readonly Omit<NamedFile, 'path'>[];
  /** Name of the text file to write. */
  readonly output: string;
}

await serveRequests(async (message, progress) => {
  const { folder, job, files, output } = message as typeof message & PoolHashJob;
  const named = files.map((file, index) => ({ ...file, path: inputPath(message, `${index}`) }));
  const { text, warnings } = await runJob(job, named, progress);
  // Nothing else waits here, so other threads would only take time.
  writeFileSync(join(folder, output), `${text}\n`);
  return warnings;
});

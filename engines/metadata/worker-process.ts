// The process for files that JavaScript libraries read: one job per line, see pool-protocol.ts.
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import { INPUT, type ReadJob } from './worker/job.ts';
import { read } from './worker/read.ts';

await serveRequests((message) => {
  const { job } = message as typeof message & { job: ReadJob };
  return read(job, inputPath(message, INPUT));
});

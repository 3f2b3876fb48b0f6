// The process that reads what libraries of JavaScript read: one job a line, see pool-protocol.ts.
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import { INPUT, type ReadJob } from './worker/job.ts';
import { read } from './worker/read.ts';

await serveRequests((message) => {
  const { job } = message as typeof message & { job: ReadJob };
  return read(job, inputPath(message, INPUT));
});

// The process that reads what libraries of JavaScript read: one job a line, see pool-protocol.ts.
import { join } from 'node:path';
import { serveRequests } from '../../src/process/pool-protocol.ts';
import { INPUT, type ReadJob } from './worker/job.ts';
import { read } from './worker/read.ts';

await serveRequests((message) => {
  const { folder, job } = message as typeof message & { job: ReadJob };
  return read(job, join(folder, INPUT));
});

// The process that splits texts into what a voice speaks: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../../../../src/process/pool/pool-protocol.ts';
import { type PrepareJob, prepareText } from './run-job.ts';

await serveRequests((message) => {
  const { folder, job } = message as typeof message & { job: PrepareJob };
  return prepareText(job, folder);
});

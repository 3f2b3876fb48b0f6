// The process that takes texts apart into what a voice says: one job a line, see host-protocol.ts.
import { serveHost } from '../../../../src/process/host-protocol.ts';
import { type PrepareJob, prepareText } from './run-job.ts';

await serveHost((message) => {
  const { folder, job } = message as typeof message & { job: PrepareJob };
  return prepareText(job, folder);
});

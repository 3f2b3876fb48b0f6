// The process that reads mails and makes pages of them: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { type MailJob, runMailJob } from './run-job.ts';

// msgreader reports damage on the standard output, which belongs to the protocol.
console.debug = () => {};

await serveRequests((message) => {
  const { folder, work } = message as typeof message & { readonly work: MailJob };
  return runMailJob(work, folder);
});

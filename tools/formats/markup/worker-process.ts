// The process that reads AsciiDoc and cleans syntax trees: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { type AsciiDocJob, type CleanJob, cleanFile, readAsciiDoc } from './job.ts';

await serveRequests(async (message) => {
  const request = message as typeof message & (CleanJob | AsciiDocJob);
  const { folder } = request;
  return request.job === 'clean' ? { cleaned: await cleanFile(request, folder) } : readAsciiDoc(request, folder);
});

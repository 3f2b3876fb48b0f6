// Worker process that makes pictures of drawings: one job per line, see pool-protocol.ts.
import { join } from 'node:path';
import { inputPath, serveRequests } from '../../../../src/process/pool/pool-protocol.ts';
import { applyPatches } from '../patches/apply.ts';
import { INPUT, outputName, type PreviewJob } from './job.ts';
import { writePreview } from './preview.ts';

applyPatches();

await serveRequests((message) => {
  const { folder, ...job } = message as typeof message & PreviewJob;
  return writePreview(job, inputPath(message, INPUT), (index) => join(folder, outputName(index)));
});

// The process that reads and writes drawings: one job per line, see pool-protocol.ts.
import { join } from 'node:path';
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import { applyPatches } from '../../tools/formats/dwg/patches/apply.ts';
import { convertDrawing } from './convert-drawing.ts';
import { type DrawingJob, INPUT, OUTPUT } from './job.ts';

applyPatches();

await serveRequests((message, progress) => {
  const { folder, ...job } = message as typeof message & DrawingJob;
  return convertDrawing(job, { input: inputPath(message, INPUT), output: join(folder, OUTPUT) }, progress);
});

// The process that works on pixels: one picture a job, see pool-protocol.ts.
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import type { WorkerRequest } from './job.ts';
import { missingPackage } from './missing-package.ts';

// Imported here, so that a missing package is the answer to each job and not the end of the process.
const sharp = await import('sharp').catch((error: unknown) => missingPackage('sharp', 'all pictures', error));
if (sharp instanceof Error) {
  await serveRequests(() => {
    throw sharp;
  });
} else {
  // One picture a process: libvips' own threads and caches would only add memory.
  sharp.default.cache(false);
  sharp.default.concurrency(1);
  const { runJob } = await import('./run-job.ts');
  const { lookOf } = await import('./look.ts');
  await serveRequests((message) => {
    const { folder, job, look } = message as typeof message & WorkerRequest;
    return job === undefined
      ? lookOf(look, inputPath(message, look.input), 'none')
      : runJob(job, inputPath(message, job.input), folder);
  });
}

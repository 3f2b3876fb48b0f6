// The pixel process: one picture per job, see pool-protocol.ts.
import { inputPath, serveRequests } from '../../src/process/pool/pool-protocol.ts';
import type { WorkerRequest } from './job.ts';
import { missingPackage } from './missing-package.ts';

// Imported here, so that a missing package makes each job fail instead of ending the process.
const sharp = await import('sharp').catch((error: unknown) => missingPackage('sharp', 'all pictures', error));
if (sharp instanceof Error) {
  await serveRequests(() => {
    throw sharp;
  });
} else {
  // One picture per process: libvips' own threads and caches would only add memory.
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

// The process that works on pixels: one picture a job, see host-protocol.ts.
import { join } from 'node:path';
import sharp from 'sharp';
import { serveHost } from '../../src/process/host-protocol.ts';
import type { PictureJob } from './job.ts';
import { runJob } from './run-job.ts';

// One picture a process: libvips' own threads and caches would only add memory.
sharp.cache(false);
sharp.concurrency(1);

await serveHost((message) => {
  const { folder, job } = message as typeof message & { job: PictureJob };
  return runJob(job, join(folder, job.input), folder);
});

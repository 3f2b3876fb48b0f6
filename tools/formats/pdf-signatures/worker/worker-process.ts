// The process that reads and writes signatures: one job a line, see pool-protocol.ts.
import { join } from 'node:path';
import { serveRequests } from '../../../../src/process/pool/pool-protocol.ts';
import { OUTPUT, type SignatureJob } from '../job.ts';
import { attach } from './attach.ts';
import { check } from './check.ts';
import { prepare, sign, stamp } from './sign.ts';

await serveRequests((message) => {
  const { folder, ...job } = message as typeof message & SignatureJob;
  const output = join(folder, OUTPUT);
  switch (job.action) {
    case 'prepare':
      return prepare(job);
    case 'sign':
      return sign(job, output);
    case 'stamp':
      return stamp(job, output);
    case 'attach':
      return attach(job, output);
    case 'check':
      return check(job);
  }
});

// The process that lays out the text of PDFs: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { type PlainTextJob, runPlainText } from './plain-text-job.ts';
import { type ColumnsJob, findColumns, type ReflowJob, runReflow } from './reflow-job.ts';

await serveRequests((message) => {
  const { folder } = message;
  const job = message as typeof message & (ReflowJob | PlainTextJob | ColumnsJob);
  if (job.shape === 'plain') return runPlainText(job, folder);
  return job.shape === 'columns' ? findColumns(job, folder) : runReflow(job, folder);
});

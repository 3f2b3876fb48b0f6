// The process that lays out the text of PDFs: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../src/process/pool-protocol.ts';
import { type ReflowJob, runReflow } from './reflow-job.ts';

await serveRequests((message) => runReflow(message as typeof message & ReflowJob, message.folder));

// The process that lays out the text of PDFs: one job a line, see host-protocol.ts.
import { serveHost } from '../../src/process/host-protocol.ts';
import { type ReflowJob, runReflow } from './reflow-job.ts';

await serveHost((message) => runReflow(message as typeof message & ReflowJob, message.folder));

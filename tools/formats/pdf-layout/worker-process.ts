// Worker process that lays out PDFs as documents: one job per line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { type LayoutJob, runLayout } from './layout-job.ts';

await serveRequests((message) => runLayout(message as typeof message & LayoutJob, message.folder));

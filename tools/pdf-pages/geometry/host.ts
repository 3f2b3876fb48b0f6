// The process that reads and changes the objects of PDFs: one job a line, see host-protocol.ts.
import { serveHost } from '../../../src/process/host-protocol.ts';
import { type ChangeJob, runChange } from './run-change.ts';

await serveHost((message) => runChange(message as typeof message & ChangeJob, message.folder));

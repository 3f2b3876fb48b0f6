// The process that works on the objects of PDFs: one job a line, see host-protocol.ts.
import { serveHost } from '../../../src/process/host-protocol.ts';
import { runStructureTask, type StructureTask } from './job.ts';

await serveHost((message) => runStructureTask(message as typeof message & StructureTask, message.folder));

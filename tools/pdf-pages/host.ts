// The process that reads and changes the objects of PDFs: one job a line, see host-protocol.ts.
import { serveHost } from '../../src/process/host-protocol.ts';
import { runTask } from './run-task.ts';
import type { HostTask } from './task.ts';

await serveHost((message) => runTask(message as typeof message & HostTask, message.folder));

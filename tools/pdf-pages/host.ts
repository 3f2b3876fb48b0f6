// The process that reads and changes the objects of PDFs: one job a line, see host-protocol.ts.
import { serveHost } from '../../src/process/host-protocol.ts';
import { answerRequest } from './answer.ts';
import type { HostRequest } from './request.ts';

await serveHost((message) => answerRequest(message as typeof message & HostRequest, message.folder));
